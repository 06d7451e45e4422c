// Every contender works on the same working arrays; what it must find there is put back before each run.
#include "app/bench/sort/typed_sorts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "app/base/interrupt.h"
#include "sort/lab/arrays.h"
#include "sort/lab/gather.h"
#include "sort/lab/inputs.h"
#include "sort/lab/libraries/segmented_sort.h"

namespace app {
namespace {

using sort::Array;
using sort::Backend;
using sort::KeyType;

/// A copy of host memory in the backend's.
template <class T>
Array uploaded(Backend backend, const std::vector<T>& from) {
    Array array(backend, from.size() * sizeof(T));
    array.upload(from.data());
    return array;
}

std::vector<uint32_t> indices(uint32_t count) {
    std::vector<uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

std::vector<std::byte> made_records(size_t bytes) {
    std::vector<std::byte> records(bytes);
    for (size_t i = 0; i + sizeof(uint64_t) <= bytes; i += sizeof(uint64_t)) {
        const uint64_t word = sort::random_number(1, i);
        std::memcpy(&records[i], &word, sizeof word);
    }
    return records;
}

bool all_bits(const TypedKeys& keys, const sort::Options& options) {
    return keys.wide() || (options.begin_bit == 0 && options.end_bit >= keys.key_bits());
}

/// Radix sorts of libraries order NaNs by their bits: as we do only where all have the same, without a sign.
template <class T>
bool nans_are_alike(const TypedKeys& keys) {
    std::optional<T> first;
    for (size_t i = 0; i < keys.count; ++i) {
        T key;
        std::memcpy(&key, &keys.bytes[i * sizeof key], sizeof key);
        if (!std::isnan(key)) continue;
        if (std::signbit(key) || (first && std::memcmp(&*first, &key, sizeof key) != 0)) return false;
        first = key;
    }
    return true;
}

bool libraries_order_alike(const TypedKeys& keys) {
    return keys.type == KeyType::f32   ? nans_are_alike<float>(keys)
           : keys.type == KeyType::f64 ? nans_are_alike<double>(keys)
                                       : true;
}

/// The arrays of all runs, in the memory of the contenders' backend.
struct Arrays {
    Arrays(Backend where, const TypedKeys& typed, bool keys_alone, const std::vector<std::byte>& made)
        : backend(where),
          first_keys(uploaded(where, typed.bytes)),
          first_order(uploaded(where, indices(keys_alone ? 0 : typed.count))),
          records(uploaded(where, made)),
          offsets(uploaded(where, typed.offsets)),
          keys(where, first_keys.bytes()),
          order(where, first_order.bytes()),
          gathered(where, records.bytes()),
          report(where, sizeof(sort::Report)) {}

    Backend backend;
    Array first_keys, first_order, records, offsets;  // inputs
    Array keys, order, gathered, report;              // work memory of a run
};

/// One measurement of all contenders.
class TypedRun {
public:
    TypedRun(const std::vector<TypedContender*>& contenders, const TypedKeys& keys, bool keys_alone,
             size_t record_bytes, const sort::MeasureOptions& options)
        : contenders_(contenders),
          keys_(keys),
          keys_alone_(keys_alone),
          record_bytes_(record_bytes),
          options_(options),
          records_(made_records(record_bytes * keys.count)),
          arrays_(contenders[0]->engine().backend, keys, keys_alone, records_) {
        for (TypedContender* one : contenders) {
            libraries_.push_back(keys_alone ? nullptr : one->library_for(keys, options.sort));
        }
    }

    std::vector<TypedResult> results() {
        const auto samples = sort::measure_work(
            arrays_.backend, static_cast<int>(contenders_.size()),
            [&](int i, sort::Stream stream) { restore(i, stream); },
            [&](int i, sort::Stream stream) { run(i, stream); }, options_);
        std::vector<TypedResult> results(contenders_.size());
        for (size_t i = 0; i < results.size(); ++i) {
            if (samples[i].empty()) continue;
            results[i].timed = contenders_[i]->timed(keys_, options_.sort);
            if (keys_alone_ && !libraries_[i]) results[i].timed = "PairSorter, keys alone";
            if (!interrupted()) run_once_more(static_cast<int>(i), results[i]);  // else the times alone
            results[i].measured.samples_ms = samples[i];
        }
        return results;
    }

private:
    sort::TypedArrays pairs() {
        sort::TypedArrays all{arrays_.keys.as<void>(), arrays_.order.as<uint32_t>(), keys_.count};
        if (keys_.offsets.empty()) return all;
        all.offsets = arrays_.offsets.as<uint32_t>();
        all.segments = static_cast<uint32_t>(keys_.offsets.size() - 1);
        return all;
    }

    void restore(int i, sort::Stream stream) {
        arrays_.keys.queue_copy(arrays_.first_keys, stream);
        arrays_.order.queue_copy(arrays_.first_order, stream);
        if (libraries_[i]) libraries_[i]->prepare(pairs(), stream);
    }

    /// What is timed, queued on the stream.
    void run(int i, sort::Stream stream) {
        const sort::TypedArrays all = pairs();
        if (libraries_[i]) {
            libraries_[i]->sort(all, stream);
            if (record_bytes_ > 0) libraries_[i]->finish(all, stream);  // the gathering reads it
        } else {
            sort::PairSorter& sorter = contenders_[i]->pair_sorter();
            sort::PairSortOptions own = own_options(keys_, options_.sort);
            own.report = arrays_.report.as<sort::Report>();
            own.offsets = all.offsets;
            own.segments = all.segments;
            if (keys_alone_) {
                sorter.sort_keys(keys_.type, all.keys, all.count, stream, own);
            } else {
                sorter.sort(keys_.type, all.keys, all.values, all.count, stream, own);
            }
        }
        if (record_bytes_ == 0) return;
        sort::gather_records(arrays_.backend, arrays_.gathered.as<void>(), arrays_.records.as<void>(),
                             all.values, keys_.count, static_cast<uint32_t>(record_bytes_),
                             sort::ReadPath::read_only, stream);
    }

    /// For the result: the working arrays are those of the last contender.
    void run_once_more(int i, TypedResult& result) {
        sort::MeasureOptions once = options_;
        once.min_time_s = 0;
        once.min_samples = once.max_samples = 1;
        once.stop = {};  // of what was timed before a stop, the result is wanted all the same
        sort::measure_work(
            arrays_.backend, 1, [&](int, sort::Stream stream) { restore(i, stream); },
            [&](int, sort::Stream stream) {
                run(i, stream);
                if (libraries_[i]) libraries_[i]->finish(pairs(), stream);
            },
            once);
        result.has_report = !libraries_[i];
        if (result.has_report) arrays_.report.download(&result.measured.report);
        std::vector<std::byte> sorted(keys_.bytes.size());
        arrays_.keys.download(sorted.data());
        if (keys_alone_) {
            result.measured.keys = typed_keys_from(keys_.type, std::move(sorted)).low;
            return;
        }
        std::vector<uint32_t>& order = result.measured.values;
        order.resize(keys_.count);
        arrays_.order.download(order.data());
        result.apart = first_wrong_record(order, sort::size_of(keys_.type), keys_.bytes, sorted);
        if (record_bytes_ == 0) return;
        std::vector<std::byte> gathered(records_.size());
        arrays_.gathered.download(gathered.data());
        result.wrong_record = first_wrong_record(order, record_bytes_, records_, gathered);
    }

    const std::vector<TypedContender*>& contenders_;
    const TypedKeys& keys_;
    bool keys_alone_;
    size_t record_bytes_;
    const sort::MeasureOptions& options_;
    std::vector<std::byte> records_;
    Arrays arrays_;
    std::vector<sort::LibrarySort*> libraries_;  // null: PairSorter
};

}  // namespace

TypedContender::TypedContender(const sort::Engine& engine, const sort::EngineConfig& config, KeyType type,
                               uint32_t count, uint32_t segments)
    : engine_(&engine), typed_(sort::sorts_typed(engine, config)), segmented_(segments > 0) {
    if (const sort::SegmentedCall* call = segmented_ ? sort::find_segmented_call(engine.name) : nullptr) {
        call_ = call->call;
        library_ = call->make(type, count, segments, config.threads);
        return;
    }
    const sort::LibraryCall* call = segmented_ ? nullptr : sort::find_library_call(engine.name);
    if (call && type != KeyType::u32) {
        call_ = call->name;
        library_ = call->make(type, count, config.threads);
    }
    const KeyType widest = segmented_ && sort::size_of(type) < 8 ? KeyType::u64 : type;
    pair_sorter_.emplace(
        count, sort::PairSorterConfig{.engine = engine.name, .keys = widest, .engine_config = config});
}

sort::PairSortOptions own_options(const TypedKeys& keys, const sort::Options& options) {
    if (keys.wide()) return {};
    return {.begin_bit = options.begin_bit, .end_bit = std::min(options.end_bit, keys.key_bits())};
}

sort::LibrarySort* TypedContender::library_for(const TypedKeys& keys, const sort::Options& options) const {
    const bool alike = library_ && all_bits(keys, options) && libraries_order_alike(keys);
    return alike ? library_.get() : nullptr;
}

std::string TypedContender::timed(const TypedKeys& keys, const sort::Options& options) const {
    if (library_for(keys, options)) return call_;
    if (segmented_) return "PairSorter, offsets";
    if (keys.type == KeyType::u32) return "PairSorter";
    if (!keys.wide())
        return typed_ && keys.key_bits() == 32 ? "PairSorter, keys not converted"
                                               : "PairSorter, keys converted";
    return engine_->create_wide ? "PairSorter, 64-bit kernels" : "PairSorter, two 32-bit sorts";
}

std::vector<TypedResult> measure_typed(const std::vector<TypedContender*>& contenders, const TypedKeys& keys,
                                       bool keys_alone, size_t record_bytes,
                                       const sort::MeasureOptions& options) {
    return TypedRun(contenders, keys, keys_alone, record_bytes, options).results();
}

std::optional<uint32_t> first_wrong_record(const std::vector<uint32_t>& order, size_t record_bytes,
                                           const std::vector<std::byte>& records,
                                           const std::vector<std::byte>& gathered) {
    for (uint32_t place = 0; place < order.size(); ++place) {
        // An order may be wrong itself, which its own check says; no reading past the records here.
        const bool there = (uint64_t{order[place]} + 1) * record_bytes <= records.size();
        const auto* is = gathered.data() + uint64_t{place} * record_bytes;
        if (!there ||
            std::memcmp(is, records.data() + uint64_t{order[place]} * record_bytes, record_bytes) != 0) {
            return place;
        }
    }
    return std::nullopt;
}

}  // namespace app
