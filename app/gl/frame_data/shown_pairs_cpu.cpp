// The pairs of an overlay, on the CPU backend.
#include <tbb/parallel_for.h>

#include <algorithm>

#include "app/gl/frame_data/shown_pairs.h"

namespace app {

void show_pairs_cpu(const sim::BodyView& bodies, const sim::PairView& pairs, const PairChoice& choice,
                    ShownPairs* out) {
    out->wanted = out->listed = 0;
    const uint64_t count = listed_pairs(pairs);
    const auto each_pair = [&](const auto& show) {
        if (choice.selected != sim::kNobody) {
            const uint32_t slot =
                uint32_t(std::find(bodies.id, bodies.id + bodies.count, choice.selected) - bodies.id);
            if (slot < bodies.count) show({slot, slot});
        }
        tbb::parallel_for(tbb::blocked_range<uint64_t>(0, count, 1 << 14), [&](const auto& range) {
            for (uint64_t k = range.begin(); k != range.end(); ++k)
                show({pairs.slots[2 * k], pairs.slots[2 * k + 1]});
        });
    };
    each_pair([&](const ShownPair& pair) {
        if (is_shown(bodies, pair, count, choice)) show_pair(*out, pair);
    });
    if (is_too_many(*out)) {
        each_pair([&](const ShownPair& pair) { show_again(bodies, *out, pair, count, choice); });
    }
    finish_shown(*out);
    std::sort(out->pairs, out->pairs + out->arcs[1],
              [](const ShownPair& a, const ShownPair& b) { return order_of(a) < order_of(b); });
}

}  // namespace app
