// Which pairs an overlay shows: those of the selected body or, of all bodies, so few that the picture stays readable.
// Chosen by the bodies' ids, so that the same pairs stay from step to step, by the world's own backend; listed in
// the order of slots, because lines are blended. One function a pair, shared by both backends.
#pragma once
#include "app/gl/frame_data/sphere_raster.h"
#include "sim/math/mix_bits.h"

namespace app {

inline constexpr uint32_t kMostShownPairs = 4096;  // of the selected body; a power of two
inline constexpr uint32_t kThinnedPairs = 3584;    // about, of a body that has more than that
inline constexpr uint32_t kArcParts = 10;          // of a pair's line

/// Choice of the pairs that are shown.
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
    uint32_t wanted, listed, unused[2];
    ShownPair pairs[kMostShownPairs];
};

HOST_DEVICE inline uint64_t order_of(const ShownPair& pair) { return uint64_t(pair.a) << 32 | pair.b; }

/// Returns whether a pair is one of about `some` of `count` pairs, the same ones in every step.
HOST_DEVICE inline bool is_one_of(const sim::BodyView& bodies, const ShownPair& pair, uint32_t some,
                                  uint64_t count) {
    const uint32_t a = bodies.id[pair.a], b = bodies.id[pair.b];
    const uint64_t both = a < b ? uint64_t(a) << 32 | b : uint64_t(b) << 32 | a;
    const uint64_t scattered = sim::mix_bits(both) >> 32;
    return count <= some || scattered * count < uint64_t(some) << 32;
}

/// `count`: of all pairs.
HOST_DEVICE inline bool is_shown(const sim::BodyView& bodies, const ShownPair& pair, uint64_t count,
                                 const PairChoice& choice) {
    if (choice.selected != sim::kNobody)
        return bodies.id[pair.a] == choice.selected || bodies.id[pair.b] == choice.selected;
    return is_one_of(bodies, pair, choice.about, count);
}

/// `counter`: counts the pairs that exist, or those listed when they are listed again.
HOST_DEVICE inline void show_pair(ShownPairs& out, const ShownPair& pair,
                                  uint32_t ShownPairs::*counter = &ShownPairs::wanted) {
    const uint32_t place = sim::fetch_add(&(out.*counter), 1u);
    if (place < kMostShownPairs) out.pairs[place] = pair;
}

/// Returns whether the selected body has more pairs than there is room for. Then some are listed again, the
/// same ones in every step: those that happened to find room would flicker.
HOST_DEVICE inline bool is_too_many(const ShownPairs& out) { return out.wanted > kMostShownPairs; }

HOST_DEVICE inline void show_again(const sim::BodyView& bodies, ShownPairs& out, const ShownPair& pair,
                                   uint64_t count, const PairChoice& choice) {
    const bool own = pair.a == pair.b;
    if (is_shown(bodies, pair, count, choice) && (own || is_one_of(bodies, pair, kThinnedPairs, out.wanted)))
        show_pair(out, pair, &ShownPairs::listed);
}

/// Returns how many pairs are listed; none of a step that overflowed.
HOST_DEVICE inline uint64_t listed_pairs(const sim::PairView& pairs) {
    return pairs.slots && *pairs.count <= pairs.capacity ? *pairs.count : 0;
}

HOST_DEVICE inline uint32_t shown_count(const ShownPairs& out) {
    const uint32_t listed = is_too_many(out) ? out.listed : out.wanted;
    return listed < kMostShownPairs ? listed : kMostShownPairs;
}

/// Writes GL's commands, when all pairs are listed, and in order.
HOST_DEVICE inline void finish_shown(ShownPairs& out) {
    const uint32_t shown = shown_count(out);
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
