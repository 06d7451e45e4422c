// Scans with visitors that are no sort: on a GPU and emulated. Who includes it is compiled as CUDA, or by the emulator.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/visitor_scan.cuh"

namespace visitor_scan_suite {

using Words = std::vector<uint32_t>;
using sort::visitor_scan::Runs;

constexpr uint32_t kThreads = 64, kItems = 3, kTile = kThreads * kItems;
constexpr uint32_t kMissing = ~0u;  // of the last bin

/// Bin of an item, of kBins: some bits in its middle.
template <uint32_t kBins>
struct BinOf {
    __host__ __device__ uint32_t operator()(uint32_t item) const { return (item >> 7) % kBins; }
};

/// Places within a block by a count per thread and bin, one after the other: as plain as it can be.
template <uint32_t kBinCount>
struct PlainScan {
    static constexpr uint32_t kBins = kBinCount;
    struct Shared {
        uint32_t next[kBins][kThreads];
    };

    template <class OnBin, class Watcher>
    __device__ static void find_places(const uint32_t (&items)[kItems], BinOf<kBins> bin, Shared& shared,
                                       uint32_t (&places)[kItems], OnBin on_bin, Watcher) {
        for (uint32_t b = 0; b < kBins; ++b) {
            shared.next[b][threadIdx.x] = 0;
            for (uint32_t i = 0; i < kItems; ++i) shared.next[b][threadIdx.x] += bin(items[i]) == b;
        }
        __syncthreads();
        uint32_t begins[2] = {0, 0};  // of the thread's bin, and of the next
        if (threadIdx.x < kBins) {
            for (uint32_t b = 0; b <= threadIdx.x; ++b) {
                begins[0] = begins[1];
                for (uint32_t t = 0; t < kThreads; ++t) begins[1] += shared.next[b][t];
            }
        }
        __syncthreads();
        if (threadIdx.x < kBins) {
            uint32_t next = begins[0];
            for (uint32_t t = 0; t < kThreads; ++t) {
                const uint32_t own = shared.next[threadIdx.x][t];
                shared.next[threadIdx.x][t] = next;
                next += own;
            }
            on_bin(threadIdx.x, begins[0], begins[1] - begins[0]);
        }
        __syncthreads();
        for (uint32_t i = 0; i < kItems; ++i) places[i] = shared.next[bin(items[i])][threadIdx.x]++;
    }
};

/// Items that lie in memory.
struct Loaded {
    const uint32_t* items;
    __host__ __device__ uint32_t operator()(uint32_t i) const { return items[i]; }
};

/// Items that never do.
struct Made {
    __host__ __device__ uint32_t operator()(uint32_t i) const { return i * 2654435761u >> 3; }
};

/// Stores items of the first `kept` bins and leaves the others out; counts the calls of on_bin().
template <uint32_t kBins, class Source>
struct Visitor {
    static constexpr uint32_t kItems = visitor_scan_suite::kItems;

    Source source;
    uint32_t items_in_all, kept;
    uint32_t *out, *calls;
    uint32_t start = 0, valid = 0;  // of the tile that was loaded

    __device__ BinOf<kBins> bins() const { return {}; }
    __device__ int watcher() const { return 0; }
    __device__ void on_bin(uint32_t bin, uint32_t) { atomicAdd(calls + bin, 1); }

    __device__ uint32_t count(uint32_t first_tile, uint32_t end_tile) const {
        const uint32_t end = min(end_tile * kTile, items_in_all);
        uint32_t own_bin = 0;
        for (uint32_t b = 0; b < kBins; ++b) {
            uint32_t counted = 0;
            for (uint32_t i = first_tile * kTile + threadIdx.x; i < end; i += kThreads)
                counted += bins()(source(i)) == b;
            const uint32_t total = sort::warp_total(counted);
            if (sort::own_lane() / (32 / kBins) == b) own_bin = total;
        }
        return own_bin;
    }
    __device__ void load(uint32_t tile, bool, uint32_t (&items)[kItems]) {
        start = tile * kTile;
        valid = min(items_in_all - start, kTile);
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t at = threadIdx.x * kItems + i;
            items[i] = at < valid ? source(start + at) : kMissing;
        }
    }
    __device__ void store(const uint32_t (&items)[kItems], const uint32_t (&places)[kItems],
                          const uint32_t* s_travel) const {
        for (uint32_t i = 0; i < kItems; ++i) {
            const uint32_t bin = bins()(items[i]);
            if (threadIdx.x * kItems + i < valid && bin < kept) out[places[i] + s_travel[bin]] = items[i];
        }
    }
};

template <uint32_t kBins, class Source>
static __global__ void __launch_bounds__(kThreads)
    reduce_kernel(Runs runs, uint32_t* table, Visitor<kBins, Source> visitor) {
    sort::visitor_scan::reduce_runs<kBins, kThreads>(runs, table, visitor);
}

static __global__ void __launch_bounds__(sort::visitor_scan::kTableThreads)
    table_kernel(uint32_t* table, uint32_t length) {
    sort::visitor_scan::scan_table(table, length);
}

template <uint32_t kBins, class Source>
static __global__ void __launch_bounds__(kThreads)
    scan_kernel(Runs runs, const uint32_t* table, Visitor<kBins, Source> visitor) {
    sort::visitor_scan::scan_runs<PlainScan<kBins>>(runs, table, visitor);
}

inline sort::DeviceBuffer<uint32_t> uploaded(const Words& words) {
    sort::DeviceBuffer<uint32_t> buffer(words.size());
    sort::check(
        cudaMemcpy(buffer.data(), words.data(), words.size() * sizeof(uint32_t), cudaMemcpyHostToDevice));
    return buffer;
}

inline Words downloaded(const sort::DeviceBuffer<uint32_t>& buffer) {
    Words words(buffer.size());
    sort::check(
        cudaMemcpy(words.data(), buffer.data(), words.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    return words;
}

/// Groups items by their bins, those of the first `kept`, on so many blocks. launch(kernel, blocks, threads, arguments...)
/// runs a kernel.
template <uint32_t kBins, class Source, class Launch>
void groups_by_bins(const Words& items, Source source, uint32_t blocks, uint32_t kept, Launch launch) {
    constexpr uint32_t kUntouched = 0xabababab;
    const auto count = static_cast<uint32_t>(items.size());
    const Runs runs{(count + kTile - 1) / kTile, blocks};
    const uint32_t entries = kBins * blocks;
    const auto table = uploaded(Words((entries + 3) / 4 * 4, 0));
    const auto out = uploaded(Words(count, kUntouched)), calls = uploaded(Words(kBins, 0));
    const Visitor<kBins, Source> visitor{source, count, kept, out.data(), calls.data()};
    launch(reduce_kernel<kBins, Source>, blocks, kThreads, runs, table.data(), visitor);
    launch(table_kernel, 1u, sort::visitor_scan::kTableThreads, table.data(), entries);
    launch(scan_kernel<kBins, Source>, blocks, kThreads, runs, static_cast<const uint32_t*>(table.data()),
           visitor);

    Words expected = items;
    std::stable_sort(expected.begin(), expected.end(),
                     [](uint32_t a, uint32_t b) { return BinOf<kBins>()(a) < BinOf<kBins>()(b); });
    for (uint32_t& item : expected) item = BinOf<kBins>()(item) < kept ? item : kUntouched;
    const std::string what = std::to_string(count) + " items, " + std::to_string(kBins) + " bins, " +
                             std::to_string(blocks) + " blocks, " + std::to_string(kept) + " kept";
    EXPECT_EQ(downloaded(out), expected) << what;
    EXPECT_EQ(downloaded(calls), Words(kBins, runs.tiles)) << what << ": once per tile and bin";
}

/// Items that are loaded and items that are computed, over runs of no tile, of one and of many.
template <uint32_t kBins, class Launch>
void groups_items_of_every_source(Launch launch) {
    for (const uint32_t count : {1u, kTile - 1, kTile, kTile + 1, 7 * kTile + 5, 40 * kTile}) {
        Words made(count);
        for (uint32_t i = 0; i < count; ++i) made[i] = Made()(i);
        const auto loaded = uploaded(made);
        for (const uint32_t blocks : {1u, 3u, 11u}) {
            groups_by_bins<kBins>(made, Made(), blocks, kBins, launch);
            groups_by_bins<kBins>(made, Loaded{loaded.data()}, blocks, (kBins + 1) / 2, launch);
        }
    }
}

/// A table of more than one round: as many blocks as it takes.
template <class Launch>
void scans_a_table_of_two_rounds(Launch launch) {
    constexpr uint32_t kRound = sort::visitor_scan::kTableThreads * sort::visitor_scan::kTableItems;
    for (const uint32_t length : {1u, 3u, kRound, kRound + 1, 2 * kRound - 2}) {
        Words words(length, 0), sums(length, 0);
        for (uint32_t i = 0; i < length; ++i) words[i] = i * 2654435761u >> 27;
        for (uint32_t i = 1; i < length; ++i) sums[i] = sums[i - 1] + words[i - 1];
        words.resize((length + 3) / 4 * 4);
        const auto table = uploaded(words);
        launch(table_kernel, 1u, sort::visitor_scan::kTableThreads, table.data(), length);
        Words result = downloaded(table);
        result.resize(length);
        EXPECT_EQ(result, sums) << length;
    }
}

}  // namespace visitor_scan_suite
