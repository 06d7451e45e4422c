// One over the square root, by integers and fused operations alone: the same bits on every backend, in vector registers
// too.
//
// A square root and a division that are rounded correctly take a device some 25 instructions with two branches, which
// keep what stands before and behind them apart. This takes nine without any.
#pragma once
#include "sim/math/fma.h"

namespace sim {

/// 1 / sqrt(x) within 1.2e-7 of it, for normal x above 0; of NaN it is NaN. The square of a distance stays finite as
/// worlds take no body beyond kMostPlace_m (world_common.h).
template <class Fma = PortableFma>
HOST_DEVICE inline float inverse_root(float x) {
    // Half of the exponent, turned round: within 4 %. The constant is Lomont's (2003).
    const float root = bits_float(0x5f375a86u - (float_bits(x) >> 1));

    // What is missing: 1 / sqrt(1 - off) = 1 + off / 2 + 3 / 8 off^2 + ..., with coefficients for |off| < 0.07.
    const float off = Fma::of(-(x * root), root, 1.0f);
    float series = Fma::of(0.2740812f, off, 0.31393546f);
    series = Fma::of(series, off, 0.37500036f);
    series = Fma::of(series, off, 0.49999833f);
    return Fma::of(root, series * off, root);
}

}  // namespace sim
