// Instances and pairs of a world on the CPU backend, written on all threads.
#include <tbb/parallel_for.h>

#include <algorithm>

#include "app/gl/frame_data/instances.h"

namespace app {

void write_instances_cpu(const sim::BodyView& bodies, const InstanceStyle& style, Instance* out) {
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, bodies.count, 4096),
                      [&](const tbb::blocked_range<uint32_t>& range) {
                          for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
                              out[slot] = make_instance(bodies, slot, style);
                      });
}

void list_input_order_cpu(const sim::BodyView& bodies, uint32_t* out_slot_by_index) {
    std::fill_n(out_slot_by_index, bodies.count, sim::kNobody);
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, bodies.count, 4096), [&](const auto& range) {
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
            list_by_index(bodies, slot, out_slot_by_index);
    });
}

void write_pairs_cpu(const sim::BodyView& bodies, const sim::PairView& pairs, uint32_t limit,
                     PairHead* out_head, DrawnPair* out_pairs) {
    const uint32_t count = pairs.slots ? drawn_pairs(*pairs.count, pairs.capacity, limit) : 0;
    *out_head = pair_head(count);
    if (count == 0) return;
    const uint64_t stride = pair_stride(*pairs.count, limit);
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, 4096), [&](const auto& range) {
        for (uint32_t i = range.begin(); i != range.end(); ++i) {
            const uint32_t* const pair = pairs.slots + 2 * i * stride;
            out_pairs[i] = drawn_pair(bodies, pair[0], pair[1]);
        }
    });
}

void write_contacts_cpu(const sim::ContactView& contacts, uint32_t limit, PairHead* out_head,
                        sim::ContactMark* out_marks) {
    const uint32_t count = contacts.marks ? drawn_pairs(*contacts.count, contacts.capacity, limit) : 0;
    *out_head = pair_head(count);
    const uint64_t stride = count ? pair_stride(*contacts.count, limit) : 1;
    for (uint64_t i = 0; i < count; ++i) out_marks[i] = contacts.marks[i * stride];
}

}  // namespace app
