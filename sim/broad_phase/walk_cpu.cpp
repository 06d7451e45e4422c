#include "sim/broad_phase/walk_cpu.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/broad_phase/pair_tally.h"

namespace sim {
namespace {

constexpr uint32_t kChunks = 256;           // many more than threads: a slow core must not hold up the others
constexpr uint32_t kBatch = 64;             // tests between two reads of their results
constexpr uint64_t kTestsAtOnce = 1 << 18;  // that a thread makes before it asks whether to stop

/// hit[k] = whether box begin + k overlaps box i on both axes, for a whole batch. Plain loop without a
/// branch: the compiler makes vector code of it.
void test_batch(const WalkBoxes& b, uint32_t i, uint64_t begin, uint32_t count, uint8_t* hit) {
    const float min_u = b.min_u[i], max_u = b.max_u[i], min_v = b.min_v[i], max_v = b.max_v[i];
    const float *low_u = b.min_u + begin, *high_u = b.max_u + begin, *low_v = b.min_v + begin,
                *high_v = b.max_v + begin;
    for (uint32_t k = 0; k < count; ++k) {
        hit[k] =
            uint8_t((min_u <= high_u[k]) & (low_u[k] <= max_u) & (min_v <= high_v[k]) & (low_v[k] <= max_v));
    }
}

/// Appends the pairs of interval i with [begin, end) to `found`, or only counts them; returns their number.
uint64_t collect(const WalkBoxes& b, uint32_t i, uint64_t begin, uint64_t end, bool store,
                 std::vector<uint32_t>& found) {
    const uint32_t me = b.slot ? b.slot[i] : i;
    uint64_t pairs = 0;
    for (uint64_t batch = begin; batch < end; batch += kBatch) {
        alignas(16) uint8_t hit[kBatch] = {};
        test_batch(b, i, batch, uint32_t(std::min<uint64_t>(kBatch, end - batch)), hit);

        // Look at eight answers at once: nearly all of them are no.
        for (uint32_t eight = 0; eight < kBatch; eight += 8) {
            uint64_t answers;
            std::memcpy(&answers, hit + eight, sizeof answers);
            pairs += uint64_t(std::popcount(answers));
            for (; store && answers != 0; answers &= answers - 1) {
                const uint64_t j = batch + eight + uint32_t(std::countr_zero(answers)) / 8;
                found.push_back(me);
                found.push_back(b.slot ? b.slot[j] : uint32_t(j));
            }
        }
    }
    return pairs;
}

}  // namespace

void Walk<CpuExec>::run(CpuExec& exec, const char* name, const uint32_t* candidates, uint32_t count,
                        const WalkBoxes& boxes, const PairOutput& output) {
    const std::string stage = name;
    exec.exclusive_sum((stage + "/scan").c_str(), candidates, first_test_.data(), count);
    const uint64_t tests = first_test_.data()[count];
    found_.resize(kChunks);

    // Collect the pairs of each chunk, walking interval by interval. Once all chunks together have more than
    // fit, all others are only counted.
    std::vector<uint64_t> pairs_in(kChunks, 0);
    PairTally tally(output.capacity);
    exec.timed((stage + "/test").c_str(), {.items = tests, .bytes_a_test = 16}, [&] {
        exec.parallel(kChunks, 1, [&](uint64_t chunk) {
            std::vector<uint32_t>& found = found_[chunk];
            found.clear();
            uint64_t test = chunk_begin(tests, uint32_t(chunk), kChunks);
            const uint64_t end = chunk_begin(tests, uint32_t(chunk) + 1, kChunks);
            if (test == end) return;
            const uint64_t* first = first_test_.data();
            uint32_t i = upper_bound(first, count + 1, test) - 1;
            bool store = true;
            uint64_t looked = test;
            while (test < end) {
                const uint64_t stop = std::min(end, first[i + 1]);
                const uint64_t hits =
                    collect(boxes, i, i + 1 + (test - first[i]), i + 1 + (stop - first[i]), store, found);
                pairs_in[chunk] += hits;
                if (hits > 0) store = tally.add(hits);
                test = stop;
                ++i;
                if (test - looked < kTestsAtOnce) continue;
                looked = test;
                exec.look();
            }
        });
    });

    // Copy them to their places in the list.
    std::vector<uint64_t> place(kChunks + 1, 0);
    for (uint32_t chunk = 0; chunk < kChunks; ++chunk) place[chunk + 1] = place[chunk] + pairs_in[chunk];
    const uint64_t pairs = place[kChunks];
    report_pairs(output.status, tests, pairs, output.capacity);
    if (pairs > output.capacity) return;
    exec.timed((stage + "/write").c_str(), {.items = pairs, .bytes_a_pair = 16}, [&] {
        exec.parallel(kChunks, 1, [&](uint64_t chunk) {
            if (found_[chunk].empty()) return;
            std::memcpy(output.slots + 2 * place[chunk], found_[chunk].data(),
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
