// Which pairs an overlay shows: those of the selected body or, of all bodies, so few that the picture stays readable.
// Chosen by the bodies' ids, so that the same pairs stay from step to step, by the world's own backend; listed in
// the order of slots, because lines are blended. One function a pair, shared by both backends.
#pragma once
#include "app/gl/handover/crowd.h"
#include "sim/math/mix_bits.h"

namespace app {

inline constexpr uint32_t kMostShownPairs = 4096;  // of the selected body; a power of two
inline constexpr uint32_t kArcParts = 10;          // of a pair's line

/// Whose pairs.
struct PairChoice {
    uint32_t selected = sim::kNobody;  // a body's id; kNobody: of all bodies
    uint32_t about = 2000;             // then: how many, of more; well below kMostShownPairs
};

struct ShownPair {
    uint32_t a, b;  // slots; twice the same one: the selected body's own
};

/// The buffer: GL's commands, then the pairs.
struct ShownPairs {
    uint32_t arcs[4];   // vertices, instances, first, base instance: a strip a pair
    uint32_t boxes[4];  // an instance a pair: the box of the selected body's partner, or its own
    uint32_t wanted, unused[3];
    ShownPair pairs[kMostShownPairs];
};

HOST_DEVICE inline uint64_t order_of(const ShownPair& pair) { return uint64_t(pair.a) << 32 | pair.b; }

/// `count`: of all pairs.
HOST_DEVICE inline bool is_shown(const sim::BodyView& bodies, const ShownPair& pair, uint64_t count,
                                 const PairChoice& choice) {
    const uint32_t a = bodies.id[pair.a], b = bodies.id[pair.b];
    if (choice.selected != sim::kNobody) return a == choice.selected || b == choice.selected;
    const uint64_t both = a < b ? uint64_t(a) << 32 | b : uint64_t(b) << 32 | a;
    const uint64_t scattered = sim::mix_bits(both) >> 32;
    return count <= choice.about || scattered * count < uint64_t(choice.about) << 32;
}

HOST_DEVICE inline void show_pair(ShownPairs& out, const ShownPair& pair) {
    const uint32_t place = sim::fetch_add(&out.wanted, 1u);
    if (place < kMostShownPairs) out.pairs[place] = pair;
}

/// None of a step that overflowed.
HOST_DEVICE inline uint64_t listed_pairs(const sim::PairView& pairs) {
    return pairs.slots && *pairs.count <= pairs.capacity ? *pairs.count : 0;
}

/// When all are listed, and in order.
HOST_DEVICE inline void finish_shown(ShownPairs& out) {
    const uint32_t shown = out.wanted < kMostShownPairs ? out.wanted : kMostShownPairs;
    const uint32_t commands[2][4] = {{2 * (kArcParts + 1), shown, 0, 0}, {kBoxVertices, shown, 0, 0}};
    memcpy(out.arcs, commands, sizeof commands);
}

/// Host memory, on all threads; done when it returns.
void show_pairs_cpu(const sim::BodyView& bodies, const sim::PairView& pairs, const PairChoice& choice,
                    ShownPairs* out);

/// Device memory, queued on the stream, without an allocation. Only in builds with CUDA.
void show_pairs_cuda(const sim::BodyView& bodies, const sim::PairView& pairs, const PairChoice& choice,
                     ShownPairs* out, sort::Stream stream);

}  // namespace app
