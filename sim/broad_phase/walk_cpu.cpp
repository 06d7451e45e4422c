#include "sim/broad_phase/walk_cpu.h"

#include <algorithm>
#include <cstring>

namespace sim {
namespace {

constexpr uint32_t kChunks = 256;  // many more than threads: a slow core must not hold up the others
constexpr uint32_t kBatch = 64;    // tests between two looks for a hit

/// How many of [begin, end) overlap box i on both axes. Plain loop: the compiler makes vector code of it.
uint32_t count_hits(const WalkBoxes& b, uint32_t i, uint64_t begin, uint64_t end) {
    const float min_u = b.min_u[i], max_u = b.max_u[i], min_v = b.min_v[i], max_v = b.max_v[i];
    uint32_t hits = 0;
    for (uint64_t j = begin; j < end; ++j) {
        hits += uint32_t(min_u <= b.max_u[j]) & uint32_t(b.min_u[j] <= max_u) &
                uint32_t(min_v <= b.max_v[j]) & uint32_t(b.min_v[j] <= max_v);
    }
    return hits;
}

void collect(const WalkBoxes& b, uint32_t i, uint64_t begin, uint64_t end, std::vector<uint32_t>& found) {
    for (uint64_t batch = begin; batch < end; batch += kBatch) {
        const uint64_t batch_end = std::min(end, batch + kBatch);
        if (count_hits(b, i, batch, batch_end) == 0) continue;
        for (uint64_t j = batch; j < batch_end; ++j) {
            if (!overlaps_uv(b, i, j)) continue;
            found.push_back(b.slot ? b.slot[i] : i);
            found.push_back(b.slot ? b.slot[j] : uint32_t(j));
        }
    }
}

}  // namespace

void Walk<CpuExec>::run(CpuExec& exec, const char* name, const uint32_t* candidates, uint32_t count,
                        const WalkBoxes& boxes, const PairOutput& output) {
    const std::string stage = name;
    exec.exclusive_sum((stage + "/scan").c_str(), candidates, first_test_.data(), count);
    const uint64_t tests = first_test_.data()[count];
    found_.resize(kChunks);

    // Collect the pairs of each chunk, walking interval by interval.
    exec.timed((stage + "/test").c_str(), {.items = tests, .bytes_a_test = 16}, [&] {
        exec.parallel(kChunks, 1, [&](uint64_t chunk) {
            std::vector<uint32_t>& found = found_[chunk];
            found.clear();
            uint64_t test = chunk_begin(tests, uint32_t(chunk), kChunks);
            const uint64_t end = chunk_begin(tests, uint32_t(chunk) + 1, kChunks);
            if (test == end) return;
            const uint64_t* first = first_test_.data();
            uint32_t i = upper_bound(first, count + 1, test) - 1;
            while (test < end) {
                const uint64_t stop = std::min(end, first[i + 1]);
                collect(boxes, i, i + 1 + (test - first[i]), i + 1 + (stop - first[i]), found);
                test = stop;
                ++i;
            }
        });
    });

    // Copy them to their places in the list.
    std::vector<uint64_t> place(kChunks + 1, 0);
    for (uint32_t chunk = 0; chunk < kChunks; ++chunk) place[chunk + 1] = place[chunk] + found_[chunk].size();
    const uint64_t pairs = place[kChunks] / 2;
    report_pairs(output.status, tests, pairs, output.capacity);
    if (pairs > output.capacity) return;
    exec.timed((stage + "/write").c_str(), {.items = pairs, .bytes_a_pair = 16}, [&] {
        exec.parallel(kChunks, 1, [&](uint64_t chunk) {
            if (found_[chunk].empty()) return;
            std::memcpy(output.slots + place[chunk], found_[chunk].data(),
                        found_[chunk].size() * sizeof(uint32_t));
        });
    });
}

size_t Walk<CpuExec>::bytes() const {
    size_t sum = first_test_.bytes();
    for (const auto& found : found_) sum += found.capacity() * sizeof(uint32_t);
    return sum;
}

}  // namespace sim
