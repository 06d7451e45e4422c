// Contacts noted where the pairs are found: no list, no places, no second look. One more block plans the next
// search, beside those of this one.
#include "sim/broad_phase/columns/plan_cuda.cuh"
#include "sim/broad_phase/columns/walk_cuda.cuh"
#include "sim/broad_phase/columns/warp_sweep.cuh"

namespace sim {
namespace {

using View = ColumnsView<SortedSpheres>;

/// Sums the counts of the threads of a block, and adds each sum to the counters once.
__device__ void add_counts(const Found& found, uint32_t tests, Counters& counters) {
    __shared__ uint32_t s_sums[3];
    if (threadIdx.x < 3) s_sums[threadIdx.x] = 0;
    __syncthreads();
    const uint32_t own[3] = {found.pairs, found.contacts, tests};
    for (int k = 0; k < 3; ++k) {
        const uint32_t sum = sort::warp_total(own[k]);
        if (sort::own_lane() == 0 && sum > 0) atomicAdd(&s_sums[k], sum);
    }
    __syncthreads();
    uint64_t* const totals[3] = {&counters.pairs, &counters.contacts, &counters.tests};
    if (threadIdx.x < 3 && s_sums[threadIdx.x] > 0)
        fetch_add(totals[threadIdx.x], uint64_t{s_sums[threadIdx.x]});
}

constexpr uint32_t kKept = 12;  // pairs that a thread keeps

/// A thread's search. It keeps the pairs until all are found: the loop over the tests stays short, and then
/// the atomics of all pairs can be in flight together.
struct Search {
    const View& view;
    uint32_t (*kept)[kWalkThreads];
    uint32_t most = kMostAlone;  // tests, after which it ends
    uint32_t tests = 0, pairs = 0;

    __device__ void walk(const SortedSphere& own, uint32_t at, uint32_t last_key) {
        const uint32_t begin = at, left = most - tests;
        const uint32_t end = left < view.count - at ? at + left : view.count;
        for (; at < end; ++at) {
            const SortedSphere other = view.sorted.item(at);
            if (other.key > last_key) break;
            if (!overlaps(own, other)) continue;
            if (pairs == kKept) {
                most = tests + at - begin;
                break;
            }
            kept[pairs++][threadIdx.x] = at;
        }
        tests += at - begin;
    }

    /// Notes those that do not touch, and brings the others to the front; returns their number.
    __device__ uint32_t note_near(const ContactTable& notes, uint32_t place) const {
        const Vec4 own = view.sorted.spheres[place];
        uint32_t contacts = 0;
        for (uint32_t k = 0; k < pairs; ++k) {
            const uint32_t partner = kept[k][threadIdx.x];
            if (touching(own, view.sorted.spheres[partner])) {
                kept[contacts++][threadIdx.x] = partner;
            } else {
                notes.count_near(partner);
            }
        }
        return contacts;
    }

    __device__ void note_touches(const ContactTable& notes, uint32_t place, uint32_t contacts) const {
        constexpr uint32_t kTogether = 4;
        static_assert(kRowPartners % kTogether == 0);
        uint4* row = reinterpret_cast<uint4*>(notes.own_rows + size_t(place) * kRowPartners);
        for (uint32_t begin = 0; begin < contacts; begin += kTogether) {
            uint32_t partner[kTogether] = {}, at[kTogether];
#pragma unroll
            for (uint32_t k = 0; k < kTogether; ++k) {
                if (begin + k >= contacts) continue;
                partner[k] = kept[begin + k][threadIdx.x];
                at[k] = notes.count_touch(partner[k]);
            }
            if (begin < kRowPartners)
                row[begin / kTogether] = make_uint4(partner[0], partner[1], partner[2], partner[3]);
#pragma unroll
            for (uint32_t k = 0; k < kTogether; ++k) {
                if (begin + k >= contacts) continue;
                notes.put(notes.incoming_rows, partner[k], at[k], place);
                if (begin >= kRowPartners) notes.put(notes.own_rows, place, begin + k, partner[k]);
            }
        }
    }
};

/// Shared memory of a block.
union BlockScratch {
    uint32_t kept[kKept][kWalkThreads];  // where it searches
    PlanScratch plan;
};

/// The first block plans, the others search.
__global__ void __launch_bounds__(kWalkThreads, sort::bound_blocks(kWalkThreads, kWalkBlocksAMultiprocessor))
    note_kernel(View view, ContactTable notes, LongWalk* list, ColumnsPlan next, Stamp stamp) {
    static_assert(kWalkThreads >= kPlanThreads);
    __shared__ BlockScratch s_block;
    begin_launch(stamp);
    if (blockIdx.x == 0) return plan_by_block(next, s_block.plan);
    const uint32_t place = (blockIdx.x - 1) * kWalkThreads + threadIdx.x;
    Search search{view, s_block.kept};
    uint32_t contacts = 0;
    if (place < view.count) {
        sweep_from(view, place, [&](const SortedSphere& own, uint32_t at, uint32_t last_key) {
            search.walk(own, at, last_key);
        });
        contacts = search.note_near(notes, place);
        search.note_touches(notes, place, contacts);
        notes.found[place] = {search.pairs, contacts};
        if (search.tests == search.most)
            list[fetch_add(&notes.status->long_walks, 1)] = {place, search.tests};
    }
    add_counts({search.pairs, contacts}, search.tests, notes.status->counters);
}

/// Goes on with the listed boxes, a warp each.
__global__ void __launch_bounds__(kCrowdWarps * 32)
    note_long_kernel(View view, ContactTable notes, const LongWalk* list, Stamp stamp) {
    begin_launch(stamp);
    const uint32_t count = notes.status->long_walks, warps = gridDim.x * kCrowdWarps;
    for (uint32_t item = blockIdx.x * kCrowdWarps + sort::own_warp(); item < count; item += warps) {
        const LongWalk walk = list[item];
        const uint32_t lanes_before = (1u << sort::own_lane()) - 1;
        Finder finder = notes.go_on(walk.place);
        const Found before = finder.found;
        const uint64_t lane_tests = sweep_with_warp(
            view, walk.place,
            [&](uint32_t k, bool overlap, uint64_t test, const SortedSphere& own, const SortedSphere& other) {
                const bool pair = overlap && test >= walk.tests;
                const bool touch = pair && touching(own.sphere, other.sphere);
                const uint32_t pairs = __ballot_sync(sort::kAllLanes, pair);
                const uint32_t touches = __ballot_sync(sort::kAllLanes, touch);
                Finder mine = finder;
                mine.found.contacts += uint32_t(__popc(touches & lanes_before));
                if (pair) notes.note(mine, k, touch);
                finder.found.pairs += uint32_t(__popc(pairs));
                finder.found.contacts += uint32_t(__popc(touches));
            });
        const uint64_t tests = sort::warp_total(lane_tests);
        if (sort::own_lane() != 0) continue;
        notes.finish(finder);
        Counters& counters = notes.status->counters;
        fetch_add(&counters.pairs, uint64_t{finder.found.pairs - before.pairs});
        fetch_add(&counters.contacts, uint64_t{finder.found.contacts - before.contacts});
        fetch_add(&counters.tests, tests - walk.tests);
    }
}

}  // namespace

void ColumnsWalk<CudaExec>::note(CudaExec& exec, const View& view, const ColumnsPlan& next,
                                 const ContactTable& notes) {
    const uint32_t blocks = (view.count + kWalkThreads - 1) / kWalkThreads;
    const StageCost cost{.items = view.count, .bytes_a_pair = 8, .bytes_a_test = sizeof(SortedSphere)};
    LongWalk* const list = long_walks_.data();
    exec.queue("sweep/contacts", cost, [&](LaunchQueue& queue) {
        queue(note_kernel, 1 + blocks, kWalkThreads, view, notes, list, next);
    });
    exec.queue("sweep/long", {}, [&](LaunchQueue& queue) {
        queue(note_long_kernel, exec.multiprocessors() * kCrowdBlocksAMultiprocessor, kCrowdWarps * 32, view,
              notes, list);
    });
}

}  // namespace sim
