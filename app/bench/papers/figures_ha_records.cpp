// Ha, Krueger, Silva 2009, figure 3: the last step of sorting records. The keys are sorted with their
// indices, then records of 32, 64 and 128 bits are gathered in the order of the indices.
#include <cstring>

#include "app/base/interrupt.h"
#include "app/bench/papers/figures_ha.h"
#include "sort/lab/arrays.h"
#include "sort/lab/gather.h"

namespace app {
namespace {

constexpr uint32_t kRecordWords[] = {1, 2, 4};

/// Memory of 16 bytes, aligned for the longest record.
struct alignas(16) Chunk {
    uint32_t words[4];
};
using Chunks = std::vector<Chunk>;

/// Enough memory for so many records; word w of record i is a number of its own.
Chunks made_records(uint32_t count, uint32_t words) {
    Chunks records((uint64_t{count} * words + 3) / 4);
    for (uint64_t i = 0; i < records.size() * 4; ++i) {
        records[i / 4].words[i % 4] = static_cast<uint32_t>(i) * 0x9e3779b1u + 1;
    }
    return records;
}

bool gathered(const Chunks& to, const Chunks& from, const std::vector<uint32_t>& order, uint32_t words) {
    const auto* there = reinterpret_cast<const unsigned char*>(to.data());
    const auto* here = reinterpret_cast<const unsigned char*>(from.data());
    const size_t bytes = words * sizeof(uint32_t);
    for (size_t i = 0; i < order.size(); ++i) {
        if (std::memcmp(there + i * bytes, here + order[i] * bytes, bytes) != 0) return false;
    }
    return true;
}

std::string series_name(uint32_t words, sort::ReadPath path) {
    return std::to_string(words * 32) + " bits, " + name_of(path);
}

/// Times every path in turns, one list of samples each; then runs each once more for its result, in a target
/// that holds something else before.
std::vector<std::vector<double>> path_samples(Lab& lab, FigureResult& result,
                                              const std::vector<uint32_t>& order, uint32_t words,
                                              const std::vector<sort::ReadPath>& paths) {
    const sort::Backend backend = lab.config().backend;
    const auto count = static_cast<uint32_t>(order.size());
    const Chunks from = made_records(count, words);
    const size_t bytes = from.size() * sizeof(Chunk);
    sort::Array source(backend, bytes), target(backend, bytes), places(backend, count * sizeof(uint32_t));
    source.upload(from.data());
    places.upload(order.data());
    const auto gather = [&](sort::ReadPath path, sort::Stream stream) {
        sort::gather_records(backend, target.as<void>(), source.as<void>(), places.as<uint32_t>(), count,
                             words * 4, path, stream);
    };
    sort::MeasureOptions options;
    options.min_time_s = lab.config().min_time_s;
    options.min_samples = lab.config().min_samples;
    options.stop = interrupted;
    auto samples = sort::measure_work(
        backend, static_cast<int>(paths.size()), [](int, sort::Stream) {},
        [&](int path, sort::Stream stream) { gather(paths[path], stream); }, options);
    throw_if_interrupted();

    options.min_time_s = 0;
    options.min_samples = options.max_samples = 1;
    options.stop = {};
    Chunks to(from.size());
    for (size_t p = 0; p < paths.size(); ++p) {
        sort::measure_work(
            backend, 1, [&](int, sort::Stream stream) { target.queue_copy(source, stream); },
            [&](int, sort::Stream stream) { gather(paths[p], stream); }, options);
        target.download(to.data());
        if (gathered(to, from, order, words)) continue;
        lab.add_wrong_result("gather of " + series_name(words, paths[p]), result);
        samples[p].clear();
    }
    return samples;
}

void gather_records(Lab& lab, FigureResult& result) {
    // On the CPU both paths are the same loads.
    std::vector<sort::ReadPath> paths = {sort::ReadPath::plain};
    if (lab.on_gpu()) paths.push_back(sort::ReadPath::read_only);
    if (!lab.on_gpu()) result.note("read-only path: skipped: no CUDA device; plain loads of the CPU");
    Chart chart{"Gathering records in the order of sorted indices",
                {"n", "records", true},
                {"records gathered", "million/s"}};
    for (const uint32_t words : kRecordWords) {
        for (const sort::ReadPath path : paths) chart.series.push_back({series_name(words, path), {}});
    }
    for (const uint32_t size : lab.sizes({14, 16, 18, 20, 22, 24})) {
        const auto keys = lab.keys("uniform", size);
        for (size_t w = 0; w < std::size(kRecordWords); ++w) {
            const auto samples = path_samples(lab, result, keys->order, kRecordWords[w], paths);
            for (size_t p = 0; p < paths.size(); ++p) {
                if (samples[p].empty()) continue;
                Point point = timed_point(count_text(size), size, samples[p], size, Shown::mkeys_per_s);
                point.bytes_a_key =
                    sizeof(uint32_t) * (1.0 + 2 * kRecordWords[w]);  // index, record in and out
                point.copy_share =
                    point.bytes_a_key * size / (sort::median(samples[p]) * 1e-3) / lab.copy_rate();
                chart.series[w * paths.size() + p].points.push_back(std::move(point));
            }
        }
    }
    for (const uint32_t words : kRecordWords) {
        const std::string tried = series_name(words, sort::ReadPath::read_only);
        const std::string plain = series_name(words, sort::ReadPath::plain);
        const Claim claim = {"read-only over plain loads, " + std::to_string(words * 32) + "-bit records",
                             gain(3, 3),
                             {1 << 20, HUGE_VAL, "records"}};
        result.verdicts.push_back(judge(claim, gain_rows(chart, tried, plain)));
    }
    result.charts.push_back(std::move(chart));
}

}  // namespace

PaperFigure record_figure() {
    return {"ha-3",
            "",
            "Ha, Krueger, Silva 2009, figure 3",
            "Gathering records of 32, 64 and 128 bits",
            "On an 8800 GTX gathering through the texture cache is about 3 times as fast as by plain loads, "
            "for uniform keys and records of 32, 64 and 128 bits.",
            "The read-only loads of today's GPUs stand for textures: "
            "both kinds of loads go through the same cache now. Without a GPU: plain loads of the CPU.",
            gather_records};
}

}  // namespace app
