// Ha, Krueger, Silva 2009, figure 3: the last step of sorting records. The keys are sorted with their
// indices, then records of 32, 64 and 128 bits are gathered in the order of the indices.
#include <cstring>

#include "app/bench/figures_ha.h"
#include "sort/errors.h"
#include "sort/gather.h"

#ifdef SWEEPLAB_HAS_CUDA
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#endif

namespace app {
namespace {

constexpr uint32_t kRecordWords[] = {1, 2, 4};

/// As aligned as the longest record.
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

sort::MeasureOptions measure_options(const Lab& lab) {
    sort::MeasureOptions options;
    options.min_time_s = lab.config().min_time_s;
    options.min_samples = lab.config().min_samples;
    return options;
}

using Paths = std::vector<sort::ReadPath>;
using Samples = std::vector<std::vector<double>>;  // one list a path

/// The records are gathered into `to`, which the caller checks.
Samples host_samples(const Lab& lab, const std::vector<uint32_t>& order, uint32_t words, const Paths& paths,
                     const Chunks& from, Chunks& to) {
    return sort::measure_work(
        sort::Backend::cpu, static_cast<int>(paths.size()), [](int, sort::Stream) {},
        [&](int path, sort::Stream stream) {
            sort::gather_records(sort::Backend::cpu, to.data(), from.data(), order.data(),
                                 static_cast<uint32_t>(order.size()), words * 4, paths[path], stream);
        },
        measure_options(lab));
}

#ifdef SWEEPLAB_HAS_CUDA
Samples device_samples(const Lab& lab, const std::vector<uint32_t>& order, uint32_t words, const Paths& paths,
                       const Chunks& from, Chunks& to) {
    const size_t bytes = from.size() * sizeof(Chunk);
    const sort::DeviceBuffer<Chunk> d_from(from.size()), d_to(from.size());
    const sort::DeviceBuffer<uint32_t> d_order(order.size());
    sort::check(cudaMemcpy(d_from.data(), from.data(), bytes, cudaMemcpyHostToDevice));
    sort::check(cudaMemcpy(d_order.data(), order.data(), order.size() * 4, cudaMemcpyHostToDevice));
    sort::check(cudaDeviceSynchronize());
    const auto samples = sort::measure_work(
        sort::Backend::cuda, static_cast<int>(paths.size()), [](int, sort::Stream) {},
        [&](int path, sort::Stream stream) {
            sort::gather_records(sort::Backend::cuda, d_to.data(), d_from.data(), d_order.data(),
                                 static_cast<uint32_t>(order.size()), words * 4, paths[path], stream);
        },
        measure_options(lab));
    sort::check(cudaMemcpy(to.data(), d_to.data(), bytes, cudaMemcpyDeviceToHost));
    return samples;
}
#else
Samples device_samples(const Lab&, const std::vector<uint32_t>&, uint32_t, const Paths&, const Chunks&,
                       Chunks&) {
    throw sort::Unavailable("this build has no cuda");
}
#endif

std::string series_name(uint32_t words, sort::ReadPath path) {
    return std::to_string(words * 32) + " bits, " + name_of(path);
}

void gather_records(Lab& lab, FigureResult& result) {
    // On the CPU both paths are the same loads.
    Paths paths = {sort::ReadPath::plain};
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
            const uint32_t words = kRecordWords[w];
            const Chunks from = made_records(size, words);
            Chunks to(from.size());
            const auto samples = lab.on_gpu() ? device_samples(lab, keys->order, words, paths, from, to)
                                              : host_samples(lab, keys->order, words, paths, from, to);
            if (!gathered(to, from, keys->order, words)) {
                lab.add_wrong_result("gather of " + std::to_string(words * 32) + "-bit records", result);
                continue;
            }
            for (size_t p = 0; p < paths.size(); ++p) {
                chart.series[w * paths.size() + p].points.push_back(
                    timed_point(count_text(size), size, samples[p], size, Shown::mkeys_per_s));
            }
        }
    }
    for (const uint32_t words : kRecordWords) {
        const std::string tried = series_name(words, sort::ReadPath::read_only);
        const std::string plain = series_name(words, sort::ReadPath::plain);
        const std::string at = last_common(chart, tried, plain);
        result.verdicts.push_back(at_least("read-only over plain loads, " + std::to_string(words * 32) +
                                               "-bit records" + (at.empty() ? "" : ", n = " + at),
                                           ratio(y_at(chart, tried, at), y_at(chart, plain, at)), 3, 3));
    }
    result.charts.push_back(std::move(chart));
}

}  // namespace

Figure record_figure() {
    return {
        "ha-3",
        "",
        "Ha, Krueger, Silva 2009, figure 3",
        "Gathering records of 32, 64 and 128 bits",
        "On an 8800 GTX gathering through the texture cache is about 3 times as fast as by plain loads, for "
        "uniform keys and records of 32, 64 and 128 bits.",
        "The read-only loads of today's GPUs stand for textures: both kinds of loads go through the same "
        "cache "
        "now. Without a GPU: plain loads of the CPU.",
        gather_records};
}

}  // namespace app
