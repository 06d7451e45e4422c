#include "sim/broad_phase/walk_cuda.cuh"

#include "sort/cuda/device_limits.cuh"
#include "sort/cuda/warp.cuh"

namespace sim {
namespace {

constexpr uint32_t kWarpsABlock = 8;
constexpr uint32_t kChunksAMultiprocessor = 192;  // three times the warps that fit: the last wave is short

/// Visits the tests of one chunk, 32 neighbours of one interval at a time: hit(i, j, mask) on every lane,
/// where the mask says which lanes' j overlap i.
template <class Hit>
__device__ void walk_chunk(const WalkPlan& plan, const WalkBoxes& b, uint32_t chunk, Hit hit) {
    const uint64_t tests = plan.first_test[plan.count];
    uint64_t test = chunk_begin(tests, chunk, plan.chunks);
    const uint64_t end = chunk_begin(tests, chunk + 1, plan.chunks);
    if (test >= end) return;
    const uint32_t lane = sort::own_lane();
    uint32_t i = upper_bound(plan.first_test, plan.count + 1, test) - 1;
    for (; test < end; ++i) {
        const uint64_t first = plan.first_test[i], next = plan.first_test[i + 1];
        const uint64_t stop = next < end ? next : end;
        if (test >= stop) continue;
        const float min_u = b.min_u[i], max_u = b.max_u[i], min_v = b.min_v[i], max_v = b.max_v[i];
        // lesson: sweep/sweep
        const uint32_t begin_j = i + 1 + uint32_t(test - first), end_j = i + 1 + uint32_t(stop - first);
        for (uint32_t j0 = begin_j; j0 < end_j; j0 += 32) {
            const uint32_t j = j0 + lane;
            const bool overlap = j < end_j && min_u <= b.max_u[j] && b.min_u[j] <= max_u &&
                                 min_v <= b.max_v[j] && b.min_v[j] <= max_v;
            hit(i, j, overlap);
        }
        // lesson end
        test = stop;
    }
}

__global__ void count_kernel(WalkPlan plan, WalkBoxes boxes, uint64_t* chunk_pairs, Stamp stamp) {
    begin_launch(stamp);
    const uint32_t chunk = blockIdx.x * kWarpsABlock + sort::own_warp();
    if (chunk >= plan.chunks) return;
    uint64_t found = 0;
    walk_chunk(plan, boxes, chunk, [&](uint32_t, uint32_t, bool overlap) { found += overlap; });
    const uint64_t sum = sort::warp_total(found);
    if (sort::own_lane() == 0) chunk_pairs[chunk] = sum;
}

__global__ void report_kernel(WalkPlan plan, const uint64_t* chunk_places, PairOutput output, Stamp stamp) {
    begin_launch(stamp);
    report_pairs(output.status, plan.first_test[plan.count], chunk_places[plan.chunks], output.capacity);
}

__global__ void write_kernel(WalkPlan plan, WalkBoxes boxes, const uint64_t* chunk_pairs,
                             const uint64_t* chunk_places, PairOutput output, Stamp stamp) {
    begin_launch(stamp);
    const uint32_t chunk = blockIdx.x * kWarpsABlock + sort::own_warp();
    if (chunk >= plan.chunks || chunk_pairs[chunk] == 0 || output.status->overflow) return;
    const uint32_t before_me = (1u << sort::own_lane()) - 1;
    uint64_t place = chunk_places[chunk];
    walk_chunk(plan, boxes, chunk, [&](uint32_t i, uint32_t j, bool overlap) {
        // lesson: sweep/pairs
        const uint32_t hits = __ballot_sync(sort::kAllLanes, overlap);
        if (hits == 0) return;
        if (overlap) {
            uint32_t* pair = output.slots + 2 * (place + __popc(hits & before_me));
            pair[0] = boxes.slot ? boxes.slot[i] : i;
            pair[1] = boxes.slot ? boxes.slot[j] : j;
        }
        place += __popc(hits);
        // lesson end
    });
}

uint32_t chunks_on_this_device() { return sort::device_limits().processors * kChunksAMultiprocessor; }

}  // namespace

Walk<CudaExec>::Walk(uint32_t capacity)
    : chunks_(chunks_on_this_device()),
      first_test_(size_t(capacity) + 1),
      chunk_pairs_(chunks_),
      chunk_places_(chunks_ + 1) {}

void Walk<CudaExec>::run(CudaExec& exec, const char* name, const uint32_t* candidates, uint32_t count,
                         const WalkBoxes& boxes, const PairOutput& output) {
    const std::string stage = name;
    const WalkPlan plan{first_test_.data(), count, chunks_};
    const uint32_t blocks = (chunks_ + kWarpsABlock - 1) / kWarpsABlock;
    const StageCost tests{.bytes_a_test = 16};
    exec.exclusive_sum((stage + "/scan").c_str(), candidates, first_test_.data(), count);
    uint64_t *const pairs = chunk_pairs_.data(), *const places = chunk_places_.data();
    exec.queue((stage + "/count").c_str(), tests, [&](LaunchQueue& queue) {
        queue(count_kernel, blocks, kWarpsABlock * 32, plan, boxes, pairs);
    });
    exec.exclusive_sum((stage + "/places").c_str(), pairs, places, chunks_);
    exec.queue((stage + "/report").c_str(), {},
               [&](LaunchQueue& queue) { queue(report_kernel, 1, 1, plan, places, output); });
    exec.queue((stage + "/write").c_str(), {.bytes_a_pair = 8, .bytes_a_test = 16}, [&](LaunchQueue& queue) {
        queue(write_kernel, blocks, kWarpsABlock * 32, plan, boxes, pairs, places, output);
    });
}

}  // namespace sim
