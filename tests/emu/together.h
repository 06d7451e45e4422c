// What the lanes of a warp, or the threads of a block, compute together once the last of them has come.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "tests/emu/launch.h"

namespace emu {

inline uint64_t fold_start(Op op) { return op == Op::bit_and || op == Op::minimum ? ~uint64_t{0} : 0; }

inline uint64_t fold(Op op, uint64_t folded, uint64_t value, uint32_t lane) {
    switch (op) {
        case Op::add:
            return folded + value;
        case Op::minimum:
            return std::min(folded, value);
        case Op::maximum:
            return std::max(folded, value);
        case Op::bit_and:
            return folded & value;
        case Op::bit_or:
            return folded | value;
        case Op::bit_xor:
            return folded ^ value;
        case Op::ballot:
            return folded | value << lane;
        default:
            return 0;
    }
}

/// The lanes of `come` whose value is that of `lane`.
inline uint32_t same_value(uint32_t come, const std::array<uint64_t, 32>& values, uint32_t lane) {
    uint32_t same = 0;
    for (uint32_t other = 0; other < 32; ++other) same |= uint32_t{values[other] == values[lane]} << other;
    return same & come;
}

/// The values that the lanes of `come` gave become their answers; a shuffle also has sources. `in` tells the
/// lanes of `come`.
template <class In>
void answer(Op op, uint32_t come, std::array<uint64_t, 32>& values, const std::array<uint32_t, 32>& sources,
            In in) {
    const std::array<uint64_t, 32> given = values;
    if (op == Op::shuffle) {  // most calls are
        for (uint32_t lane = 0; lane < 32; ++lane) {
            if (in(lane)) values[lane] = given[sources[lane]];
        }
        return;
    }
    if (op == Op::match_any || op == Op::match_all) {
        for (uint32_t lane = 0; lane < 32; ++lane) {
            const uint32_t same = same_value(come, given, lane);
            if (in(lane)) values[lane] = op == Op::match_any || same == come ? same : 0;
        }
        return;
    }
    uint64_t folded = fold_start(op);
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if (in(lane)) folded = fold(op, folded, given[lane], lane);
    }
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if (in(lane)) values[lane] = folded;
    }
}

}  // namespace emu
