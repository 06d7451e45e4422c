// One over the square root, by integers and + - * alone: the same bits on every backend, in vector registers too.
//
// A square root and a division that are rounded correctly take a device some 25 instructions with two branches, which
// keep what stands before and behind them apart. This takes 16 without any.
#pragma once
#include "sim/math/float_bits.h"

namespace sim {

/// 1 / sqrt(x) within 1e-7 of it, for normal x above 0; of infinity it is NaN. The square of a distance stays finite
/// as worlds take no body beyond kMostPlace_m (world_common.h).
HOST_DEVICE inline float inverse_root(float x) {
    // Half of the exponent, turned round: within 4 %. The constant is Lomont's (2003).
    const float half = 0.5f * x;
    float root = bits_float(0x5f375a86u - (float_bits(x) >> 1));

    // Newton's steps: within 2e-3, 5e-6, then what rounding leaves. The last one adds a correction, as that is
    // rounded once less.
    root = root * (1.5f - half * root * root);
    root = root * (1.5f - half * root * root);
    return root + root * (0.5f - half * root * root);
}

}  // namespace sim
