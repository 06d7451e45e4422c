// Colours of pairs: those of one colour have no moving body in common, so that they can be solved at the same
// time. Each pair takes the smallest that none of its neighbours has, in the order of a scrambled key: one
// result, whoever computes it (Jones and Plassmann 1993).
#pragma once
#include "sim/exec/status.h"
#include "sim/manifold/constraint_data.h"
#include "sim/manifold/tree_walk.h"
#include "sim/math/atomic.h"
#include "sim/math/mix_bits.h"

namespace sim {

HOST_DEVICE inline Seat seat_of(const PairRows& pair, bool first_moves, bool second_moves,
                                uint32_t its_class) {
    return {mix_bits(pair.key), {first_moves ? pair.a : kNobody, second_moves ? pair.b : kNobody}, its_class};
}

/// Returns the class of a body with a wall near which it has points: by how many such walls come before.
HOST_DEVICE inline uint32_t class_of_wall(const ColourArrays& s, uint32_t slot, uint32_t wall) {
    return kFirstWallClass + count_bits(s.walls[slot] & ((1u << wall) - 1));
}

/// Sorts rows by their keys: a heap sort, as there are few, or a body has thousands of neighbours.
HOST_DEVICE inline void sort_by_key(const PairRows* rows, uint32_t* list, uint32_t count) {
    const auto less = [&](uint32_t i, uint32_t j) { return rows[list[i]].key < rows[list[j]].key; };
    const auto swap = [&](uint32_t i, uint32_t j) {
        const uint32_t own = list[i];
        list[i] = list[j], list[j] = own;
    };
    const auto sink = [&](uint32_t i, uint32_t end) {
        for (uint32_t child = 2 * i + 1; child < end; child = 2 * i + 1) {
            if (child + 1 < end && less(child, child + 1)) ++child;
            if (!less(i, child)) return;
            swap(i, child);
            i = child;
        }
    };
    for (uint32_t i = count / 2; i > 0; --i) sink(i - 1, count);
    for (uint32_t end = count; end > 1; --end) {
        swap(0, end - 1);
        sink(0, end - 1);
    }
}

/// Gives all pairs that want one a colour, and lists them by class, those without one in the order of their keys.
struct ColourPairs {
    ColourArrays s;
    const PairRows* rows;
    const Status* status;

    template <class Crew>
    HOST_DEVICE void operator()(const Crew& crew) const {
        const auto count = uint32_t(status->overflow ? 0 : status->solved_pairs);
        crew.alone([&] { s.left[0] = 0; });
        crew.each(kClasses, [&](uint32_t c) { s.count[c] = 0; });
        crew.each(count, [&](uint32_t k) { ask(0, s.seats[k]); });
        crew.meet();
        for (uint32_t round = 0;; ++round) {
            crew.alone([&] { s.left[(round + 1) % 3] = 0; });
            crew.each(count, [&](uint32_t k) { choose(round, s.seats[k]); });
            crew.meet();
            if (s.left[round % 3] == 0) break;
        }
        crew.each(count, [&](uint32_t k) {
            if (s.seats[k].its_class != kIdle) fetch_add(&s.count[s.seats[k].its_class], 1);
        });
        crew.meet();
        crew.alone([&] {
            uint32_t begin = 0;
            for (uint32_t c = 0; c < kClasses; ++c) {
                const uint32_t own = s.count[c];
                s.next[c] = s.begin[c] = begin;
                begin += own;
            }
            s.begin[kClasses] = begin;
        });
        crew.meet();
        crew.each(count, [&](uint32_t k) {
            const uint32_t its_class = s.seats[k].its_class;
            if (its_class != kIdle) s.order[fetch_add(&s.next[its_class], 1)] = k;
        });
        crew.meet();
        crew.alone([&] {
            const uint32_t first = s.begin[kUncoloured];
            sort_by_key(rows, s.order + first, s.begin[kUncoloured + 1] - first);
        });
    }

private:
    /// Tells both bodies of a pair that it wants a colour: each keeps the first such pair. A pair for which
    /// its bodies have no colour left stays without one.
    HOST_DEVICE void ask(uint32_t round, Seat& seat) const {
        if (seat.its_class != kWanted) return;
        if (used_by(seat) == ~0u) {
            leave_uncoloured(seat);
            return;
        }
        for (const uint32_t slot : seat.body) {
            if (slot != kNobody) lower_to(&s.first[round % 3][slot], seat.turn);
        }
    }
    /// Gives a pair a colour if it is the first of both its bodies; else it asks again. Whoever asks sees
    /// some of the colours that are taken meanwhile, or all: that none is left can only be learned a round
    /// later.
    HOST_DEVICE void choose(uint32_t round, Seat& seat) const {
        if (seat.its_class != kWanted) return;
        bool is_first = true;
        for (const uint32_t slot : seat.body)
            is_first &= slot == kNobody || s.first[round % 3][slot] == seat.turn;
        if (is_first) {
            const uint32_t used = used_by(seat);  // no other pair of these bodies takes one now
            if (used == ~0u) {
                leave_uncoloured(seat);
            } else {
                seat.its_class = lowest_bit(~used);
            }
        }
        for (const uint32_t slot : seat.body) {
            if (slot == kNobody) continue;
            if (is_first && seat.its_class < kColours) fetch_add(&s.used[slot], 1u << seat.its_class);
            // For the round after the next; all who come here write the same.
            s.first[(round + 2) % 3][slot] = ~uint64_t{0};
        }
        if (is_first) return;
        raise_flag(&s.left[round % 3]);
        ask(round + 1, seat);
    }
    HOST_DEVICE void leave_uncoloured(Seat& seat) const {
        seat.its_class = kUncoloured;
        for (const uint32_t slot : seat.body) {
            if (slot != kNobody) fetch_add(&s.walls[slot], kOneUncoloured);
        }
    }
    HOST_DEVICE uint32_t used_by(const Seat& seat) const {
        uint32_t used = 0;
        for (const uint32_t slot : seat.body) used |= slot == kNobody ? 0 : peek(&s.used[slot]);
        return used;
    }
};

template <class Exec, class Data>
void colour_pairs(Exec& exec, Data& data) {
    auto& own = *data.constraints;
    exec.together("solve/colour", ColourPairs{own.colours(), own.solved.rows.data(), data.status.data()});
}

/// Calls f(row) for all pairs, class by class.
template <class Crew, class F>
HOST_DEVICE void each_by_classes(const Crew& crew, const ColourArrays& s, F f) {
    constexpr uint32_t kGrain = 16;
    for (uint32_t c = 0; c < kClasses; ++c) {
        const uint32_t* const rows = s.order + s.begin[c];
        const uint32_t count = s.begin[c + 1] - s.begin[c];
        if (count == 0) continue;
        if (c == kUncoloured) {
            crew.alone([&] {
                for (uint32_t i = 0; i < count; ++i) f(rows[i]);
            });
        } else {
            crew.each(
                count, [&](uint32_t i) { f(rows[i]); }, kGrain);
        }
        crew.meet();
    }
}

}  // namespace sim
