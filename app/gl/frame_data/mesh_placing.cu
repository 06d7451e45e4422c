// Bodies with meshes, on the CUDA backend: a stable sort of slots by group, which is one pass of eight bits.
#include <cub/device/device_radix_sort.cuh>

#include "app/gl/frame_data/mesh_points.h"
#include "app/gl/frame_data/pixels.cuh"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256;
using Group = uint8_t;
static_assert(kMostGroups <= 256);

/// Parts of the scratch memory.
struct MeshScratch {
    uint32_t* counts;
    Group *groups, *sorted_groups;
    uint32_t *slots, *sorted_slots;
    std::byte* sort;
    size_t sort_bytes, bytes;

    MeshScratch(std::byte* base, uint32_t bodies) {
        size_t at = 0;
        const auto take = [&](size_t size) {
            std::byte* const part = base + at;
            at += (size + 255) / 256 * 256;
            return part;
        };
        counts = reinterpret_cast<uint32_t*>(take(kMostGroups * sizeof(uint32_t)));
        groups = reinterpret_cast<Group*>(take(bodies));
        sorted_groups = reinterpret_cast<Group*>(take(bodies));
        slots = reinterpret_cast<uint32_t*>(take(bodies * sizeof(uint32_t)));
        sorted_slots = reinterpret_cast<uint32_t*>(take(bodies * sizeof(uint32_t)));
        sort_bytes = 0;
        run_sort(nullptr, bodies, nullptr);
        sort = take(sort_bytes);
        bytes = at;
    }
    void run_sort(void* scratch, uint32_t bodies, cudaStream_t stream) {
        sort::check(cub::DeviceRadixSort::SortPairs(scratch, sort_bytes, groups, sorted_groups, slots,
                                                    sorted_slots, bodies, 0, 8, stream));
    }
};

size_t mesh_scratch_bytes(uint32_t bodies) { return MeshScratch(nullptr, bodies).bytes; }

static __global__ void group_kernel(MeshView view, sim::BodyView bodies, Group* groups, uint32_t* slots,
                                    uint32_t* counts) {
    __shared__ uint32_t block_counts[kMostGroups];
    for (uint32_t i = threadIdx.x; i < kMostGroups; i += kThreads) block_counts[i] = 0;
    __syncthreads();
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x;
    if (slot < bodies.count) {
        const uint32_t group = group_of(view, bodies, slot);
        groups[slot] = Group(group);
        slots[slot] = slot;
        atomicAdd(block_counts + group, 1u);
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < kMostGroups; i += kThreads)
        if (block_counts[i] > 0) atomicAdd(counts + i, block_counts[i]);
}

static __global__ void finish_kernel(MeshView view, uint32_t* counts, MeshHead* head) {
    finish_meshes(view, counts, *head);
}

static __global__ void list_kernel(MeshView view, sim::BodyView bodies, const uint32_t* slots,
                                   const MeshHead* head, MeshInstance* out) {
    const uint32_t place = blockIdx.x * kThreads + threadIdx.x;
    if (place < head->listed) out[place] = mesh_instance(view, bodies, slots[place]);
}

/// A warp a body.
static __global__ void points_kernel(MeshView view, sim::BodyView bodies, const uint32_t* slots,
                                     const MeshPoint* points, MeshArrays out) {
    const uint32_t warp = (blockIdx.x * kThreads + threadIdx.x) / 32, warps = gridDim.x * kThreads / 32;
    for (uint32_t place = warp; place < out.head->pointed; place += warps)
        draw_points<PixelsCuda>(view, points, bodies, slots[out.head->listed + place], threadIdx.x % 32, 32,
                                out);
}

void place_meshes_cuda(const MeshView& view, const sim::BodyView& bodies, const MeshPoint* points, void* out,
                       void* pixels, std::span<std::byte> scratch, sort::Stream stream) {
    const MeshLayout layout = MeshLayout::of(view);
    const MeshArrays arrays(out, layout, pixels);
    MeshHead* const head = arrays.head;
    MeshScratch parts(scratch.data(), bodies.count);
    sort::check(cudaMemsetAsync(parts.counts, 0, kMostGroups * sizeof(uint32_t), stream));
    const uint32_t blocks = (bodies.count + kThreads - 1) / kThreads;
    if (blocks > 0) {
        group_kernel<<<blocks, kThreads, 0, stream>>>(view, bodies, parts.groups, parts.slots, parts.counts);
        sort::check_launch(stream);
        parts.run_sort(parts.sort, bodies.count, stream);
    }
    finish_kernel<<<1, 1, 0, stream>>>(view, parts.counts, head);
    sort::check_launch(stream);
    if (blocks > 0) {
        list_kernel<<<blocks, kThreads, 0, stream>>>(view, bodies, parts.sorted_slots, head,
                                                     arrays.instances);
        sort::check_launch(stream);
    }
    if (blocks > 0 && view.points_px > 0) {
        sort::check(cudaMemsetAsync(arrays.pixels, 0xff, pixel_word_bytes(view), stream));
        const uint32_t warps_a_block = kThreads / 32;
        points_kernel<<<(bodies.count + warps_a_block - 1) / warps_a_block, kThreads, 0, stream>>>(
            view, bodies, parts.sorted_slots, points, arrays);
        sort::check_launch(stream);
    }
}

}  // namespace app
