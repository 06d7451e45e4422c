#include "app/bench/sort/frame_sorts.h"

#include <algorithm>
#include <numeric>

#include "app/frames/disorder.h"
#include "app/measure/sort_check.h"
#include "sort/lab/arrays.h"
#include "sort/lab/timed_work.h"

namespace app {

using sort::Array;

/// With room for larger frames to come. A new one knows nothing of frames before.
TypedContender& FrameSorts::contender(size_t engine, uint32_t count) {
    contenders_.resize(plan_.engines.size());
    room_.resize(plan_.engines.size());
    if (!contenders_[engine] || room_[engine] < count) {
        const BenchEngine& one = plan_.engines[engine];
        contenders_[engine].reset();
        room_[engine] = uint32_t(std::min<uint64_t>(uint64_t{count} + count / 4 + 1, UINT32_MAX));
        contenders_[engine] =
            std::make_unique<TypedContender>(*one.engine, one.config, plan_.type, room_[engine]);
    }
    return *contenders_[engine];
}

FrameSorts::Result FrameSorts::sorted_by(TypedContender& contender, const TypedKeys& keys) {
    const sort::Backend backend = contender.engine().backend;
    std::vector<uint32_t> indices(keys.count);
    std::iota(indices.begin(), indices.end(), 0u);
    Array first_keys(backend, keys.bytes.size()), first_order(backend, keys.count * sizeof(uint32_t));
    Array own_keys(backend, first_keys.bytes()), order(backend, first_order.bytes());
    Array report(backend, sizeof(sort::Report));
    first_keys.upload(keys.bytes.data());
    first_order.upload(indices.data());

    sort::Options by;
    by.begin_bit = plan_.bits.begin, by.end_bit = plan_.bits.end;
    sort::LibrarySort* const library = contender.library_for(keys, by);
    const sort::TypedArrays pairs{own_keys.as<void>(), order.as<uint32_t>(), keys.count};
    const auto empty_caches = plan_.cold->before(backend);
    const auto before = [&](sort::Stream stream) {
        own_keys.queue_copy(first_keys, stream);
        order.queue_copy(first_order, stream);
        if (empty_caches) empty_caches(stream);
    };
    const auto work = [&](sort::Stream stream) {
        if (library) {  // from the caller's arrays and back into them, as PairSorter
            library->prepare(pairs, stream);
            library->sort(pairs, stream);
            return library->finish(pairs, stream);
        }
        sort::PairSortOptions own = own_options(keys, by);
        own.report = report.as<sort::Report>();
        contender.pair_sorter().sort(keys.type, pairs.keys, pairs.values, pairs.count, stream, own);
    };
    Result result;
    result.ms = sort::make_timed_work(backend, before, work)->run_ms();
    result.timed = contender.timed(keys, by) + (library ? ", with its copies" : "");
    if (!library) {
        sort::Report done;
        report.download(&done);
        result.path = sort::path_name(contender.engine(), done.path);
    }
    result.order.resize(keys.count);
    order.download(result.order.data());
    return result;
}

void FrameSorts::measure(const FrameItems& items, size_t frame, bool first_round,
                         std::vector<DataRow>& rows) {
    const bool carries = config_.carries && !config_.in_last_order;
    const std::vector<uint32_t> arranged =
        carries ? carried_.arranged(items) : CarriedOrder().arranged(items);
    const SortedKeys keys = keys_in_order(items, config_.axis, arranged);
    const TypedKeys typed = typed_keys_from(keys.type, keys.bytes);
    const SortReference reference(keys.type, keys.bytes.data(), keys.count, plan_.bits);
    nlohmann::ordered_json facts;
    if (first_round) {
        const std::vector<uint64_t> words = words_of_keys(keys, plan_.bits.begin, plan_.bits.end);
        facts = {{"descents", descents_of(words)},
                 {"movers", movers_of(words)},
                 {"max_shift", disorder_of(reference.order()).max_shift}};
    }
    const size_t first = turn_++;  // no engine always comes first
    for (size_t k = 0; k < rows.size(); ++k) {
        const size_t engine = (first + k) % rows.size();
        DataRow& row = rows[engine];
        take_turn(row, config_.rules, [&] {
            const bool is_new = contenders_.size() <= engine || !contenders_[engine];
            TypedContender& one = contender(engine, keys.count);
            if (is_new) sorted_by(one, typed);
            const Result result = sorted_by(one, typed);
            reference.check_order(one.engine(), result.order);
            DataFrame& to = row.frames[frame];
            to.samples_ms.push_back(result.ms);
            if (!first_round) return;
            to.facts = facts;
            to.facts["path"] = result.path;
            row.timed = result.timed;
            row.check = one.engine().stable ? "ok" : "ok, unstable";
            row.bytes = one.has_library() ? 0 : one.pair_sorter().bytes();
        });
    }
    std::vector<uint32_t> sorted = reference.order();
    for (uint32_t& place : sorted) place = arranged[place];
    carried_.keep(items, sorted);
}

}  // namespace app
