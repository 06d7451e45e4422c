// Each cell is asked at eight places; how much of the space around such a place is solid follows from the
// distance there, in 256 steps, so that the surface cuts cells smoothly.
#include "sim/shapes/mass.h"

#include "sim/math/atomic.h"
#include "sim/shapes/field.h"

namespace sim {
namespace {

constexpr int kFull = 256;
constexpr float kSide = 0.5f;  // of the space around a place, in cells; positions are counted in its halves
constexpr size_t kSums = 10;   // 1, x, y, z, xx, yy, zz, xy, xz, yz

uint64_t solid_part(float distance) {
    const float part = 0.5f - distance / kSide;
    return uint64_t(limited(part, 0, 1) * float(kFull) + 0.5f);
}

/// Central second moment of two axes in cells: sum(x y) / sum(1) - the product of the means.
float moment(uint64_t sum, uint64_t x, uint64_t y, uint64_t xy) {
    using Wide = __int128;
    const Wide central = Wide(sum) * Wide(xy) - Wide(x) * Wide(y);
    return float(central) / (float(sum) * float(sum)) * (kSide * kSide * 0.25f);
}

}  // namespace

MassSums sum_mass(CpuExec& exec, const FieldView& field) {
    std::array<uint64_t, kSums> sums{};
    exec.parallel(field.cells_z, 1, [&](uint64_t z) {
        std::array<uint64_t, kSums> own{};
        for (uint64_t y = 0; y < field.cells_y; ++y) {
            for (uint64_t x = 0; x < field.cells_x; ++x) {
                for (uint64_t k = 0; k < 8; ++k) {
                    const uint64_t px = 4 * x + 1 + 2 * (k & 1), py = 4 * y + 1 + (k & 2),
                                   pz = 4 * z + 1 + 2 * (k >> 2);
                    const Vec3 at = {float(px) * 0.25f, float(py) * 0.25f, float(pz) * 0.25f};
                    const uint64_t part = solid_part(field_value(field, at));
                    if (part == 0) continue;
                    const uint64_t terms[kSums] = {1,       px,      py,      pz,      px * px,
                                                   py * py, pz * pz, px * py, px * pz, py * pz};
                    for (size_t i = 0; i < kSums; ++i) own[i] += part * terms[i];
                }
            }
        }
        for (size_t i = 0; i < kSums; ++i) fetch_add(&sums[i], own[i]);
    });

    const auto [sum, x, y, z, xx, yy, zz, xy, xz, yz] = sums;
    if (sum == 0) return {0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}};
    const float scale = kSide * 0.5f / float(sum);
    const float own = kSide * kSide / 12;  // of the space around each place
    const float vx = moment(sum, x, x, xx) + own, vy = moment(sum, y, y, yy) + own,
                vz = moment(sum, z, z, zz) + own;
    return {
        float(sum) * (kSide * kSide * kSide / float(kFull)),
        {float(x) * scale, float(y) * scale, float(z) * scale},
        {vy + vz, vx + vz, vx + vy, -moment(sum, x, y, xy), -moment(sum, x, z, xz), -moment(sum, y, z, yz)}};
}

}  // namespace sim
