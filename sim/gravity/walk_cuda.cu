// The walk by warps: each lane has a body of the group, and the lanes look at up to 32 nodes at once. A warp that is
// done takes the next group. 32 entries of a list are brought into shared memory and summed at once.
#include "sim/gravity/walk_cuda.cuh"
#include "sim/math/atomic.h"

namespace sim {
namespace {

constexpr uint32_t kWalkWarps = 4;     // a block
constexpr uint32_t kBlocksAtWork = 8;  // a multiprocessor: their latencies hide each other
static_assert(kGroupBodies == 32 && kLookedAt == 32 && kSumBlock == 32 && kMostLeafBodies <= 32,
              "a lane each");

struct NodeSource {
    Vec4 centre_mass;
    NodeShape shape;
};

/// Shared memory of a warp. A list has less than a block before up to 32 entries are added.
struct WarpRoom {
    uint32_t stack[kStackRoom];
    uint32_t bodies[2 * kSumBlock], nodes[2 * kSumBlock];
    NodeSource sources[kSumBlock];
};

struct Smaller {
    __device__ float operator()(float a, float b) const { return smaller(a, b); }
};
struct Larger {
    __device__ float operator()(float a, float b) const { return larger(a, b); }
};

__device__ Box box_of_group(const Vec3& place) {
    return {{sort::warp_fold(place.x, Smaller()), sort::warp_fold(place.y, Smaller()),
             sort::warp_fold(place.z, Smaller())},
            {sort::warp_fold(place.x, Larger()), sort::warp_fold(place.y, Larger()),
             sort::warp_fold(place.z, Larger())}};
}

template <bool kQuadrupole>
class WarpWalk {
public:
    __device__ WarpWalk(const PullTargets& targets, const WalkTree& tree, WarpRoom& room,
                        const BodyGroup& group)
        : targets_(targets),
          tree_(tree),
          room_(room),
          group_(group),
          softening2_(targets.numbers->softening2),
          scale_(*tree.reach_scale),
          place_(xyz(targets.sources[group.rank(sort::own_lane())])),
          box_(box_of_group(place_)) {}

    __device__ void run() {
        uint32_t size = 0;  // of the stack
        if (targets_.count <= tree_.leaf_bodies) {
            opened_ = {0, targets_.count}, leaves_ = 1;
        } else {
            if (sort::own_lane() == 0) room_.stack[0] = 0;
            __syncwarp();
            size = 1;
        }
        do {
            if (size > 0) size = look(size);
            while (leaves_ != 0 || (size == 0 && bodies_ > 0)) {
                add_next_leaf();
                if (bodies_ >= kSumBlock || (size == 0 && leaves_ == 0)) sum_bodies();
            }
            while (nodes_ >= kSumBlock || (size == 0 && nodes_ > 0)) sum_nodes();
        } while (size > 0);
        store();
    }

private:
    /// Looks at the uppermost nodes. Returns how many are on the stack after it.
    __device__ uint32_t look(uint32_t size) {
        const uint32_t lane = sort::own_lane(), count = looked_at(size);
        const uint32_t i = lane < count ? room_.stack[size - 1 - lane] : 0;
        size -= count;
        __syncwarp();
        bool taken = false, left = false, right = false;  // the node; its children, to be looked at
        NodeRange range = {};
        opened_ = {0, 0};
        if (lane < count) {
            const TreeNode node = tree_.nodes[i];
            range = node.range;
            if (accepts(box_, node, scale_)) {
                taken = true;
            } else if (range.bodies() <= tree_.leaf_bodies) {
                opened_ = {range.first, range.bodies()};
            } else {
                opened_ = body_children(range);
                left = !range.left_is_body();
                right = !range.right_is_body();
            }
        }
        const uint32_t takes = __ballot_sync(sort::kAllLanes, taken),
                       lefts = __ballot_sync(sort::kAllLanes, left),
                       rights = __ballot_sync(sort::kAllLanes, right);
        leaves_ = __ballot_sync(sort::kAllLanes, opened_.count > 0);

        // Below a lane's children lie those of the lanes above it.
        uint32_t place = size + uint32_t(__popc((lefts >> lane) >> 1) + __popc((rights >> lane) >> 1));
        if (right) room_.stack[place++] = range.split + 1;
        if (left) room_.stack[place] = range.split;
        if (taken) room_.nodes[nodes_ + uint32_t(__popc(takes & ((1u << lane) - 1)))] = i;
        nodes_ += uint32_t(__popc(takes));
        __syncwarp();
        return size + uint32_t(__popc(lefts) + __popc(rights));
    }

    /// Brings the bodies that wait in the first lane to their list.
    __device__ void add_next_leaf() {
        if (leaves_ == 0) return;
        const int from = __ffs(int(leaves_)) - 1;
        leaves_ &= leaves_ - 1;
        const uint32_t first = __shfl_sync(sort::kAllLanes, opened_.first, from),
                       count = __shfl_sync(sort::kAllLanes, opened_.count, from);
        if (sort::own_lane() < count) room_.bodies[bodies_ + sort::own_lane()] = first + sort::own_lane();
        bodies_ += count;
    }

    /// Returns the length of a block of a list, or of what is left of it.
    __device__ static uint32_t block_of(uint32_t count) { return count < kSumBlock ? count : kSumBlock; }

    /// Removes a block of a list that has been summed, and moves the remainder to its begin.
    __device__ static void keep_rest(uint32_t* list, uint32_t& count) {
        count -= block_of(count);
        if (sort::own_lane() < count) list[sort::own_lane()] = list[kSumBlock + sort::own_lane()];
        __syncwarp();
    }

    __device__ void sum_bodies() {
        __syncwarp();
        const uint32_t count = block_of(bodies_);
        if (sort::own_lane() < count)
            room_.sources[sort::own_lane()].centre_mass = targets_.sources[room_.bodies[sort::own_lane()]];
        of_bodies_ = of_bodies_ + sum_block(count, [&](Vec3& sum, const NodeSource& source) {
                         add_body_pull(sum, place_, source.centre_mass, softening2_);
                     });
        keep_rest(room_.bodies, bodies_);
    }

    __device__ void sum_nodes() {
        __syncwarp();
        const uint32_t count = block_of(nodes_);
        if (sort::own_lane() < count) {
            const uint32_t at = room_.nodes[sort::own_lane()];
            NodeSource& source = room_.sources[sort::own_lane()];
            source.centre_mass = with_w(tree_.nodes[at].centre, tree_.shapes[at].mass_kg);
            if (kQuadrupole) source.shape = tree_.shapes[at];
        }
        of_nodes_ = of_nodes_ + sum_block(count, [&](Vec3& sum, const NodeSource& source) {
                        if (kQuadrupole) {
                            add_node_pull(sum, place_, source.centre_mass, source.shape, softening2_);
                        } else {
                            add_body_pull(sum, place_, source.centre_mass, softening2_);
                        }
                    });
        keep_rest(room_.nodes, nodes_);
    }

    /// Returns the sum over the sources in shared memory.
    template <class Add>
    __device__ Vec3 sum_block(uint32_t count, Add add) {
        __syncwarp();
        Vec3 sum = {0, 0, 0};
        if (count == kSumBlock) {
#pragma unroll 4
            for (uint32_t k = 0; k < kSumBlock; ++k) add(sum, room_.sources[k]);
        } else {
            for (uint32_t k = 0; k < count; ++k) add(sum, room_.sources[k]);
        }
        summed_ += count;
        __syncwarp();
        return sum;
    }

    __device__ void store() {
        if (sort::own_lane() < group_.count)
            targets_.store(group_.first + sort::own_lane(), of_bodies_ + of_nodes_);
        if (sort::own_lane() == 0) fetch_add(tree_.interactions, uint64_t(summed_) * group_.count);
    }

    const PullTargets& targets_;
    const WalkTree& tree_;
    WarpRoom& room_;
    BodyGroup group_;
    float softening2_, scale_;
    Vec3 place_;
    Box box_;
    Vec3 of_bodies_ = {0, 0, 0}, of_nodes_ = {0, 0, 0};
    uint32_t bodies_ = 0, nodes_ = 0;  // in the lists
    BodyRange opened_ = {0, 0};        // bodies that wait in this lane
    uint32_t leaves_ = 0;              // lanes with bodies that wait
    uint32_t summed_ = 0;
};

template <bool kQuadrupole>
__global__ void __launch_bounds__(kWalkWarps * 32, kBlocksAtWork)
    walk_kernel(PullTargets targets, WalkTree tree, Stamp stamp) {
    __shared__ WarpRoom s_rooms[kWalkWarps];
    begin_launch(stamp);
    const uint32_t groups = tree.most_groups();
    for (;;) {
        uint32_t i = 0;
        if (sort::own_lane() == 0) i = fetch_add(tree.walked, 1);
        i = __shfl_sync(sort::kAllLanes, i, 0);
        if (i >= groups) return;
        const BodyGroup group = tree.group(i);
        if (group.count > 0) WarpWalk<kQuadrupole>(targets, tree, s_rooms[sort::own_warp()], group).run();
    }
}

/// A thread a body; tiles of sources go through shared memory.
__global__ void __launch_bounds__(kBlock) direct_kernel(PullTargets targets, Stamp stamp) {
    __shared__ Vec4 s_sources[kBlock];
    begin_launch(stamp);
    static_assert(kBlock % kSumBlock == 0);
    const uint32_t n = targets.count, own = blockIdx.x * kBlock + threadIdx.x;
    const Vec3 place = xyz(targets.sources[own < n ? own : n - 1]);
    const float softening2 = targets.numbers->softening2;
    Vec3 pull = {0, 0, 0};
    for (uint32_t begin = 0; begin < n; begin += kBlock) {
        if (begin + threadIdx.x < n) s_sources[threadIdx.x] = targets.sources[begin + threadIdx.x];
        __syncthreads();
        const uint32_t left = n - begin, count = left < kBlock ? left : kBlock;
        for (uint32_t block = 0; block < count; block += kSumBlock) {
            Vec3 sum = {0, 0, 0};
            if (block + kSumBlock <= count) {
#pragma unroll 8
                for (uint32_t k = 0; k < kSumBlock; ++k)
                    add_body_pull(sum, place, s_sources[block + k], softening2);
            } else {
                for (uint32_t k = block; k < count; ++k) add_body_pull(sum, place, s_sources[k], softening2);
            }
            pull = pull + sum;
        }
        __syncthreads();
    }
    if (own < n) targets.store(own, pull);
}

}  // namespace

void walk_tree(CudaExec& exec, const PullTargets& targets, const WalkTree& tree) {
    const uint32_t blocks = exec.multiprocessors() * kBlocksAtWork;
    exec.queue("gravity/walk", {.items = targets.count}, [&](LaunchQueue& queue) {
        queue(tree.quadrupole ? walk_kernel<true> : walk_kernel<false>, blocks, kWalkWarps * 32, targets,
              tree);
    });
}

void sum_directly(CudaExec& exec, const PullTargets& targets) {
    const uint32_t blocks = (targets.count + kBlock - 1) / kBlock;
    exec.queue("gravity/direct", {.items = targets.count},
               [&](LaunchQueue& queue) { queue(direct_kernel, blocks, kBlock, targets); });
}

}  // namespace sim
