// Instances and pairs of a world on the CUDA backend: kernels that write straight into mapped GL buffers, or
// into device memory where there is no interop.
#include "app/gl/frame_data/instances.h"
#include "sort/cuda/check.cuh"

namespace app {

using sort::check;

constexpr uint32_t kThreads = 256;
constexpr uint32_t kPairBlocks = 1024;  // the count is only known on the device: a fixed grid strides over it

static __global__ void write_instances_kernel(sim::BodyView bodies, InstanceStyle style, Instance* out) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x;
    if (slot < bodies.count) out[slot] = make_instance(bodies, slot, style);
}

void write_instances_cuda(const sim::BodyView& bodies, const InstanceStyle& style, Instance* out,
                          sort::Stream stream) {
    if (bodies.count == 0) return;
    const uint32_t blocks = (bodies.count + kThreads - 1) / kThreads;
    write_instances_kernel<<<blocks, kThreads, 0, stream>>>(bodies, style, out);
    sort::check_launch(stream);
}

static __global__ void list_input_order_kernel(sim::BodyView bodies, uint32_t* out_slot_by_index) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x;
    if (slot < bodies.count) list_by_index(bodies, slot, out_slot_by_index);
}

void list_input_order_cuda(const sim::BodyView& bodies, uint32_t* out_slot_by_index, sort::Stream stream) {
    if (bodies.count == 0) return;
    const uint32_t blocks = (bodies.count + kThreads - 1) / kThreads;
    check(cudaMemsetAsync(out_slot_by_index, 0xff, bodies.count * sizeof(uint32_t), stream));  // no slot
    list_input_order_kernel<<<blocks, kThreads, 0, stream>>>(bodies, out_slot_by_index);
    sort::check_launch(stream);
}

static __global__ void write_pairs_kernel(sim::BodyView bodies, sim::PairView pairs, uint32_t limit,
                                          PairHead* out_head, DrawnPair* out_pairs) {
    const uint32_t count = pairs.slots ? drawn_pairs(*pairs.count, pairs.capacity, limit) : 0;
    const uint32_t first = blockIdx.x * kThreads + threadIdx.x;
    if (first == 0) *out_head = pair_head(count);
    const uint2* from = reinterpret_cast<const uint2*>(pairs.slots);
    if (count == 0) return;
    const uint64_t stride = pair_stride(*pairs.count, limit);
    for (uint32_t i = first; i < count; i += gridDim.x * kThreads) {
        const uint2 pair = from[i * stride];
        out_pairs[i] = drawn_pair(bodies, pair.x, pair.y);
    }
}

void write_pairs_cuda(const sim::BodyView& bodies, const sim::PairView& pairs, uint32_t limit,
                      PairHead* out_head, DrawnPair* out_pairs, sort::Stream stream) {
    write_pairs_kernel<<<kPairBlocks, kThreads, 0, stream>>>(bodies, pairs, limit, out_head, out_pairs);
    sort::check_launch(stream);
}

static __global__ void write_contacts_kernel(sim::ContactView contacts, uint32_t limit, PairHead* out_head,
                                             sim::ContactMark* out_marks) {
    const uint32_t count = contacts.marks ? drawn_pairs(*contacts.count, contacts.capacity, limit) : 0;
    const uint32_t first = blockIdx.x * kThreads + threadIdx.x;
    if (first == 0) *out_head = pair_head(count);
    if (count == 0) return;
    const uint64_t stride = pair_stride(*contacts.count, limit);
    for (uint32_t i = first; i < count; i += gridDim.x * kThreads) out_marks[i] = contacts.marks[i * stride];
}

void write_contacts_cuda(const sim::ContactView& contacts, uint32_t limit, PairHead* out_head,
                         sim::ContactMark* out_marks, sort::Stream stream) {
    write_contacts_kernel<<<kPairBlocks, kThreads, 0, stream>>>(contacts, limit, out_head, out_marks);
    sort::check_launch(stream);
}

}  // namespace app
