// Colours of pairs: those of one colour have no moving body in common, so that they can be solved at the same time. Each
// pair takes the smallest that none of its neighbours has, in the order of a scrambled key: one result, whoever
// computes it (Jones and Plassmann 1993).
#pragma once
#include "sim/exec/status.h"
#include "sim/manifold/constraint_data.h"
#include "sim/manifold/tree_walk.h"
#include "sim/math/atomic.h"
#include "sim/math/mix_bits.h"

namespace sim {

inline constexpr uint32_t kWanted = 0xfffffffdu;  // in the place of a colour

/// The order in which pairs choose; no two have the same.
HOST_DEVICE inline uint64_t turn_of(const PairRows& pair) { return mix_bits(pair.key); }

HOST_DEVICE inline void lower_first(const ColourArrays& s, const SolverBody* bodies, uint32_t round,
                                    uint32_t slot, uint64_t turn) {
    if (bodies[slot].moves()) lower_to(&s.first[round & 1][slot], turn);
}

template <class Exec, class Data>
void colour_pairs(Exec& exec, Data& data) {
    const ColourArrays s = data.constraints->colours();
    const SolverBody* bodies = data.constraints->bodies.data();
    PairRows* rows = data.constraints->rows.data();
    Status* status = data.status.data();
    const uint64_t* blocks = &status->point_blocks;
    const uint64_t capacity = data.constraints->manifolds.block_capacity;
    for (uint32_t round = 0; round < kColourRounds; ++round) {
        exec.each_pair("solve/colour", blocks, capacity, 0, [=] HOST_DEVICE(uint64_t k) {
            const PairRows& pair = rows[k];
            if (peek(&status->overflow) || pair.colour != kWanted) return;
            const uint64_t turn = turn_of(pair);
            lower_first(s, bodies, round, pair.a, turn);
            lower_first(s, bodies, round, pair.b, turn);
        });
        exec.each_pair("solve/colour", blocks, capacity, 0, [=] HOST_DEVICE(uint64_t k) {
            PairRows& pair = rows[k];
            if (peek(&status->overflow) || pair.colour != kWanted) return;
            const uint64_t turn = turn_of(pair);
            const bool move_a = bodies[pair.a].moves(), move_b = bodies[pair.b].moves();
            const bool is_first = (!move_a || s.first[round & 1][pair.a] == turn) &&
                                  (!move_b || s.first[round & 1][pair.b] == turn);
            // For the round after the next; all who come here write the same.
            if (is_first) {
                const uint32_t used = (move_a ? s.used[pair.a] : 0) | (move_b ? s.used[pair.b] : 0);
                const uint32_t colour = used == ~0u ? kUncoloured : lowest_bit(~used);
                if (colour < kColours) {
                    if (move_a) s.used[pair.a] |= 1u << colour;
                    if (move_b) s.used[pair.b] |= 1u << colour;
                }
                pair.colour = colour;
            }
            if (move_a) s.first[(round & 1) ^ 1][pair.a] = ~uint64_t{0};
            if (move_b) s.first[(round & 1) ^ 1][pair.b] = ~uint64_t{0};
        });
    }
}

/// Heap sort: there are few, or a body has thousands of neighbours.
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

/// Lists the pairs by class, those that have got no colour in the order of their keys.
template <class Exec, class Data>
void list_classes(Exec& exec, Data& data) {
    const ColourArrays s = data.constraints->colours();
    PairRows* rows = data.constraints->rows.data();
    Status* status = data.status.data();
    const uint64_t* blocks = &status->point_blocks;
    const uint64_t capacity = data.constraints->manifolds.block_capacity;
    exec.each_pair("solve/classes", blocks, capacity, 0, [=] HOST_DEVICE(uint64_t k) {
        PairRows& pair = rows[k];
        if (peek(&status->overflow) || pair.colour == kIdle) return;
        if (pair.colour == kWanted) pair.colour = kUncoloured;
        fetch_add(&s.count[pair.colour], 1);
    });
    exec.each("solve/classes", 1, 0, [=] HOST_DEVICE(uint32_t) {
        s.begin[0] = 0;
        for (uint32_t c = 0; c < kClasses; ++c) {
            s.next[c] = s.begin[c];
            s.begin[c + 1] = s.begin[c] + (status->overflow ? 0 : s.count[c]);
        }
    });
    exec.each_pair("solve/classes", blocks, capacity, 0, [=] HOST_DEVICE(uint64_t k) {
        if (peek(&status->overflow)) return;
        const uint32_t colour = rows[k].colour;
        if (colour != kIdle) s.order[fetch_add(&s.next[colour], 1)] = uint32_t(k);
    });
    exec.each("solve/classes", 1, 0, [=] HOST_DEVICE(uint32_t) {
        sort_by_key(rows, s.order + s.begin[kUncoloured], s.begin[kUncoloured + 1] - s.begin[kUncoloured]);
    });
}

}  // namespace sim
