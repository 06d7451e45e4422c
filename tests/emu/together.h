// What the lanes of a warp, or the threads of a block, compute together once the last of them has come.
#pragma once
#include <algorithm>
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
inline uint32_t same_value(uint32_t come, const uint64_t (&values)[32], uint32_t lane) {
    uint32_t same = 0;
    for (uint32_t other = 0; other < 32; ++other) {
        if ((come >> other & 1) && values[other] == values[lane]) same |= 1u << other;
    }
    return same;
}

/// The answer of every lane of `come`, from the values and, for a shuffle, the sources that they gave.
inline void warp_answers(Op op, uint32_t come, const uint64_t (&values)[32], const uint32_t (&sources)[32],
                         uint64_t (&answers)[32]) {
    if (op == Op::shuffle) {  // most calls are
        for (uint32_t lane = 0; lane < 32; ++lane) {
            if (come >> lane & 1) answers[lane] = values[sources[lane]];
        }
        return;
    }
    uint64_t folded = fold_start(op);
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if (come >> lane & 1) folded = fold(op, folded, values[lane], lane);
    }
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if (!(come >> lane & 1)) continue;
        answers[lane] = folded;
        if (op == Op::match_any || op == Op::match_all) {
            const uint32_t same = same_value(come, values, lane);
            answers[lane] = op == Op::match_any || same == come ? same : 0;
        }
    }
}

}  // namespace emu
