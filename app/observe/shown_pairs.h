// Which pairs an overlay shows: those of the selected body or, of all bodies, so few that the picture stays readable.
// Chosen by the bodies' ids, so that the same pairs stay from step to step, by the world's own backend; listed in
// the order of slots, because lines are blended.
#pragma once
#include "app/observe/sphere_raster.h"
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

/// The shown pairs, as sort_few takes them.
struct ListedPairs {
    ShownPairs* out;

    HOST_DEVICE uint32_t size() const { return shown_count(*out); }
    HOST_DEVICE uint64_t key(uint32_t i) const { return order_of(out->pairs[i]); }
    HOST_DEVICE void put(uint32_t i, uint64_t key) const {
        out->pairs[i] = {uint32_t(key >> 32), uint32_t(key)};
    }
};

/// Calls show(pair) for each pair, and for the selected body with itself.
template <class Exec, class Show>
void each_listed_pair(Exec& exec, const sim::BodyView& bodies, const sim::PairView& pairs, uint32_t selected,
                      const Show& show) {
    if (selected != sim::kNobody) {
        exec.each(
            "shown pairs", bodies.count, sizeof(uint32_t),
            [=] HOST_DEVICE(uint32_t slot) {
                if (bodies.id[slot] == selected) show({slot, slot});
            },
            16384);
    }
    if (!pairs.slots) return;
    exec.each(
        "shown pairs", sim::CountedItems{pairs.count, pairs.capacity, 2 * uint32_t(sizeof(uint32_t))},
        [=] HOST_DEVICE(uint64_t k) {
            if (listed_pairs(pairs) > 0) show({pairs.slots[2 * k], pairs.slots[2 * k + 1]});
        },
        16384);
}

struct ShowPair {
    sim::BodyView bodies;
    sim::PairView pairs;
    PairChoice choice;
    ShownPairs* out;

    HOST_DEVICE void operator()(const ShownPair& pair) const {
        if (is_shown(bodies, pair, listed_pairs(pairs), choice)) show_pair(*out, pair);
    }
};

/// Lists the shown pairs once more if there were too many.
struct ShowPairAgain {
    ShowPair first;

    HOST_DEVICE void operator()(const ShownPair& pair) const {
        if (is_too_many(*first.out))
            show_again(first.bodies, *first.out, pair, listed_pairs(first.pairs), first.choice);
    }
};

template <class Exec>
void show_pairs(Exec& exec, const sim::BodyView& bodies, const sim::PairView& pairs, const PairChoice& choice,
                ShownPairs* out) {
    const ShowPair show{bodies, pairs, choice, out};
    exec.each("shown pairs", 1, 0, [=] HOST_DEVICE(uint32_t) { out->wanted = out->listed = 0; });
    each_listed_pair(exec, bodies, pairs, choice.selected, show);
    if (choice.selected != sim::kNobody)
        each_listed_pair(exec, bodies, pairs, choice.selected, ShowPairAgain{show});
    sort_few<kMostShownPairs>(exec, "shown pairs", ListedPairs{out});
    exec.each("shown pairs", 1, 0, [=] HOST_DEVICE(uint32_t) { finish_shown(*out); });
}

}  // namespace app
