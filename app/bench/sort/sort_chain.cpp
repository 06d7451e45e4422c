// Every contender works on the same working arrays; what it must find there is put back before each run.
#include "app/bench/sort/sort_chain.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "app/base/interrupt.h"
#include "sort/lab/arrays.h"
#include "sort/lab/gather.h"
#include "sort/lab/inputs.h"

namespace app {
namespace {

using sort::Array;
using sort::Backend;

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

/// The arrays of all runs, in the memory of the contenders' backend.
struct Arrays {
    Arrays(Backend where, const TypedKeys& keys, const std::vector<std::byte>& made)
        : backend(where),
          low(uploaded(where, keys.low)),
          high(uploaded(where, keys.high)),
          first_order(uploaded(where, indices(keys.count))),
          records(uploaded(where, made)),
          words(where, low.bytes()),
          order(where, low.bytes()),
          gathered(where, records.bytes()),
          reports(where, 2 * sizeof(sort::Report)) {}

    Backend backend;
    Array low, high, first_order, records;  // inputs
    Array words, order, gathered, reports;  // work memory of a run
};

/// One run of one contender, queued on the stream.
void run_once(Arrays& arrays, sort::Sorter& sorter, const TypedKeys& keys, size_t record_bytes,
              const sort::Options& options, sort::Stream stream) {
    const sort::Pairs pairs{arrays.words.as<uint32_t>(), arrays.order.as<uint32_t>(), keys.count};
    sort::Options own = options;
    own.report = arrays.reports.as<sort::Report>();
    sorter.sort(pairs, stream, own);
    if (keys.wide()) {
        sort::gather_records(arrays.backend, pairs.keys, arrays.high.as<void>(), pairs.values, keys.count,
                             sizeof(uint32_t), sort::ReadPath::read_only, stream);
        own.report = arrays.reports.as<sort::Report>() + 1;
        sorter.sort(pairs, stream, own);
    }
    if (record_bytes > 0) {
        sort::gather_records(arrays.backend, arrays.gathered.as<void>(), arrays.records.as<void>(),
                             pairs.values, keys.count, static_cast<uint32_t>(record_bytes),
                             sort::ReadPath::read_only, stream);
    }
}

/// Adds to the results the bytes that the sorts report to move, from a short measurement of each: the low
/// words as they are, the high words in the order of the low ones.
void add_sort_bytes(const std::vector<sort::Contender>& contenders, const TypedKeys& keys,
                    const sort::MeasureOptions& options, std::vector<ChainResult>& results) {
    sort::MeasureOptions once = options;
    once.launch = sort::Launch::stream;
    once.min_time_s = 0;
    once.min_samples = once.max_samples = 1;
    std::vector<sort::Contender> timed;
    std::vector<size_t> who;
    for (size_t i = 0; i < contenders.size(); ++i) {
        if (results[i].measured.samples_ms.empty()) continue;
        timed.push_back(contenders[i]);
        who.push_back(i);
    }
    if (timed.empty()) return;
    std::vector<uint32_t> words = keys.low, order = indices(keys.count);
    for (int run = 0; run < (keys.wide() ? 2 : 1); ++run) {
        const std::vector<sort::Measured> all = sort::measure_sorts(timed, words, order, once);
        for (size_t i = 0; i < who.size(); ++i) results[who[i]].measured.bytes += all[i].bytes;
        if (!keys.wide()) return;
        order = all[0].values;
        for (uint32_t place = 0; place < keys.count; ++place) words[place] = keys.high[order[place]];
    }
}

}  // namespace

std::vector<ChainResult> measure_chain(const std::vector<sort::Contender>& contenders, const TypedKeys& keys,
                                       size_t record_bytes, const sort::MeasureOptions& options) {
    const Backend backend = contenders[0].engine->backend;
    const std::vector<std::byte> records = made_records(record_bytes * keys.count);
    Arrays arrays(backend, keys, records);
    const auto restore = [&](int, sort::Stream stream) {
        arrays.words.queue_copy(arrays.low, stream);
        arrays.order.queue_copy(arrays.first_order, stream);
    };
    const auto samples = sort::measure_work(
        backend, static_cast<int>(contenders.size()), restore,
        [&](int i, sort::Stream stream) {
            run_once(arrays, *contenders[i].sorter, keys, record_bytes, options.sort, stream);
        },
        options);

    // One more run of each for its result.
    std::vector<ChainResult> results(contenders.size());
    std::vector<std::byte> gathered(records.size());
    sort::MeasureOptions once = options;
    once.min_time_s = 0;
    once.min_samples = once.max_samples = 1;
    once.stop = {};  // of what was timed before a stop, the result is wanted all the same
    for (size_t i = 0; i < contenders.size(); ++i) {
        if (samples[i].empty()) continue;
        if (interrupted()) {  // the times alone
            results[i].measured.samples_ms = samples[i];
            continue;
        }
        sort::measure_work(
            backend, 1, restore,
            [&](int, sort::Stream stream) {
                run_once(arrays, *contenders[i].sorter, keys, record_bytes, options.sort, stream);
            },
            once);
        ChainResult& result = results[i];
        sort::Report reports[2] = {};
        arrays.reports.download(reports);
        result.measured.samples_ms = samples[i];
        result.measured.report = reports[0];
        if (keys.wide()) {
            result.measured.report.passes_run += reports[1].passes_run;
            result.measured.report.passes_skipped += reports[1].passes_skipped;
        }
        result.measured.values.resize(keys.count);
        arrays.order.download(result.measured.values.data());
        if (record_bytes > 0) {
            arrays.gathered.download(gathered.data());
            result.wrong_record = first_wrong_record(result.measured.values, record_bytes, records, gathered);
        }
        // An index, and what it names read and written.
        if (keys.wide()) result.measured.bytes += uint64_t{keys.count} * 12;
        if (record_bytes > 0) result.measured.bytes += keys.count * (4 + 2 * uint64_t{record_bytes});
    }
    if (!interrupted()) add_sort_bytes(contenders, keys, once, results);
    return results;
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
