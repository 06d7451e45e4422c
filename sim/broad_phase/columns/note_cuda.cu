// Contacts noted where the pairs are found: no list, no places, no second look. One more block plans the next
// search, beside those of this one.
#include "sim/broad_phase/columns/plan_cuda.cuh"
#include "sim/broad_phase/columns/sweep_together.cuh"
#include "sim/broad_phase/columns/walk_cuda.cuh"
#include "sim/broad_phase/columns/warp_sweep.cuh"

namespace sim {
namespace {

using View = ColumnsView<SortedSpheres>;

/// What a thread has found and how many tests it has made.
struct Counts {
    Found found;
    uint32_t tests;
};

/// Sums the counts of the threads of a block, and adds each sum to the counters once.
__device__ void add_counts(const Counts& counts, Counters& counters) {
    __shared__ uint32_t s_sums[3];
    if (threadIdx.x < 3) s_sums[threadIdx.x] = 0;
    __syncthreads();
    const uint32_t own[3] = {counts.found.pairs, counts.found.contacts, counts.tests};
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
struct NoteAlone {
    static constexpr uint32_t kBlocks = kAloneBlocksAMultiprocessor;

    struct Scratch {  // of a warp
        uint32_t kept[kKept][32];
    };

    const View& view;
    Scratch& s;
    uint32_t most = kMostTests;  // tests, after which it ends
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
            s.kept[pairs++][sort::own_lane()] = at;
        }
        tests += at - begin;
    }

    /// Notes those that do not touch, and brings the others to the front; returns their number.
    __device__ uint32_t note_near(const ContactTable& notes, uint32_t place) const {
        const Vec4 own = view.sorted.spheres[place];
        uint32_t contacts = 0;
        for (uint32_t k = 0; k < pairs; ++k) {
            const uint32_t partner = s.kept[k][sort::own_lane()];
            if (touching(own, view.sorted.spheres[partner])) {
                s.kept[contacts++][sort::own_lane()] = partner;
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
                partner[k] = s.kept[begin + k][sort::own_lane()];
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

    /// Notes the pairs of the box at `place`.
    __device__ Counts note(const ContactTable& notes, LongWalk* list, uint32_t place) {
        if (place >= view.count) return {{0, 0}, 0};
        sweep_from(view, place,
                   [&](const SortedSphere& own, uint32_t at, uint32_t last_key) { walk(own, at, last_key); });
        const uint32_t contacts = note_near(notes, place);
        note_touches(notes, place, contacts);
        notes.found[place] = {pairs, contacts};
        if (tests == most) list[fetch_add(&notes.status->long_walks, 1)] = {place, tests};
        return {{pairs, contacts}, tests};
    }
};

/// A warp's search for the boxes of its lanes. It keeps pairs until each lane has one to note: then all their atomics
/// are in flight together.
struct NoteTogether {
    static constexpr uint32_t kBlocks = kTogetherBlocksAMultiprocessor;

    struct Scratch {  // of a warp
        SweepScratch<SortedSpheres> sweep;
        KeptPair kept[2 * 32];
        uint32_t found[32];                           // by lane: pairs << 16 | contacts
        alignas(16) uint32_t rows[32][kRowPartners];  // by lane: partners that its body touches
    };
    static_assert(kMostTests < 1 << 16);

    const View& view;
    Scratch& s;

    /// Notes `count` of the kept pairs, at most 32. `first_place`: of lane 0.
    __device__ void note_kept(const ContactTable& notes, uint32_t first_place, uint32_t count) const {
        const uint32_t lane = sort::own_lane();
        if (lane >= count) return;
        const uint32_t owner = s.kept[lane].owner(), partner = s.kept[lane].place();
        if (!touching(s.sweep.items[owner].sphere, view.sorted.spheres[partner])) {
            atomicAdd(&s.found[owner], 1u << 16);
            return notes.count_near(partner);
        }
        const uint32_t in_incoming = notes.count_touch(partner);
        const uint32_t in_own = atomicAdd(&s.found[owner], 1u << 16 | 1u) & 0xffff;
        notes.put(notes.incoming_rows, partner, in_incoming, first_place + owner);
        if (in_own < kRowPartners) {
            s.rows[owner][in_own] = partner;
        } else {
            notes.put(notes.own_rows, first_place + owner, in_own, partner);
        }
    }

    /// Notes the pairs of the boxes of the warp; this lane's is at `place`.
    __device__ Counts note(const ContactTable& notes, LongWalk* list, uint32_t place) {
        const uint32_t lane = sort::own_lane(), before_me = (1u << lane) - 1, first_place = place - lane;
        s.found[lane] = 0;
        uint32_t kept = 0;
        const auto keep = [&](bool overlap, uint32_t owner, uint32_t partner) {
            const uint32_t hits = __ballot_sync(sort::kAllLanes, overlap);
            if (overlap) s.kept[kept + uint32_t(__popc(hits & before_me))] = keep_pair(owner, partner);
            kept += uint32_t(__popc(hits));
            if (kept < 32) return;
            __syncwarp();
            note_kept(notes, first_place, 32);
            __syncwarp();
            kept -= 32;
            if (lane < kept) s.kept[lane] = s.kept[32 + lane];
            __syncwarp();
        };
        const SweepProgress swept = sweep_together(view, place, kMostTests, s.sweep, keep);
        __syncwarp();
        note_kept(notes, first_place, kept);
        __syncwarp();
        const Found found = {s.found[lane] >> 16, s.found[lane] & 0xffff};
        if (place < view.count) {
            notes.found[place] = found;
            if (swept.ended) list[fetch_add(&notes.status->long_walks, 1)] = {place, swept.tests};
        }
        write_rows(notes, first_place);
        return {found, swept.tests};
    }

    /// The rows of all lanes lie one behind the other: the warp writes them together, 16 bytes a lane.
    __device__ void write_rows(const ContactTable& notes, uint32_t first_place) const {
        constexpr uint32_t kQuads = kRowPartners / 4;
        uint4* rows = reinterpret_cast<uint4*>(notes.own_rows + size_t(first_place) * kRowPartners);
        for (uint32_t quad = sort::own_lane(); quad < 32 * kQuads; quad += 32) {
            if ((s.found[quad / kQuads] & 0xffff) > quad % kQuads * 4)
                rows[quad] = reinterpret_cast<const uint4*>(s.rows)[quad];
        }
    }
};

/// Shared memory of a block.
template <class Search>
union BlockScratch {
    typename Search::Scratch warps[kWalkWarps];  // where it searches
    PlanScratch plan;
};

/// The first block plans, the others search.
template <class Search>
__global__ void __launch_bounds__(kWalkThreads, sort::bound_blocks(kWalkThreads, Search::kBlocks))
    note_kernel(View view, ContactTable notes, LongWalk* list, ColumnsPlan next, Stamp stamp) {
    static_assert(kWalkThreads >= kPlanThreads);
    __shared__ BlockScratch<Search> s_block;
    begin_launch(stamp);
    if (blockIdx.x == 0) return plan_by_block(next, s_block.plan);
    Search search{view, s_block.warps[sort::own_warp()]};
    const uint32_t place = (blockIdx.x - 1) * kWalkThreads + threadIdx.x;
    add_counts(search.note(notes, list, place), notes.status->counters);
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
    const uint32_t threads = exec.resident_threads();
    exec.queue("sweep/contacts", cost, [&](LaunchQueue& queue) {
        // 128k spheres of a gas, an H200: 16 us for 21, of many sizes 48 for 67; 16k 15.8 for 15.0; 1M 98 for 92.
        const bool together = view.count > threads / 32 * 3 && view.count <= threads;
        const auto kernel = together ? note_kernel<NoteTogether> : note_kernel<NoteAlone>;
        queue(kernel, 1 + blocks, kWalkThreads, view, notes, list, next);
    });
    exec.queue("sweep/long", {}, [&](LaunchQueue& queue) {
        queue(note_long_kernel, exec.multiprocessors() * kCrowdBlocksAMultiprocessor, kCrowdWarps * 32, view,
              notes, list);
    });
}

}  // namespace sim
