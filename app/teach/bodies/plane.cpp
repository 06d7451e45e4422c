// Makes the bodies of the lessons `morton` and `tree` from keys: two discs, and the cube around them.
#include "app/teach/bodies/plane.h"

#include <algorithm>
#include <cmath>

#include "sim/math/mix_bits.h"

namespace app {
namespace {

struct Disc {
    float x, y, radius;  // of the whole width
};
constexpr Disc kDiscs[] = {{0.3f, 0.33f, 0.32f}, {0.7f, 0.7f, 0.29f}};
constexpr float kOnlyFirst = 0.41f, kOnlySecond = 0.61f;  // x up to which, and from which on
constexpr uint32_t kLeastWidth = 15;                      // of keys that are all small

/// Returns y within one of the discs that are at x.
float disc_y(float x, float random, bool second) {
    const Disc& disc = kDiscs[x < kOnlyFirst ? 0 : x > kOnlySecond ? 1 : second];
    const float away = x - disc.x, room = std::sqrt(std::max(disc.radius * disc.radius - away * away, 0.0f));
    return disc.y + room * random;
}

sim::Cube cube_of(const std::vector<PlaneBody>& bodies) {
    sim::Outermost outermost{};
    for (const PlaneBody& body : bodies) {
        for (int axis = 0; axis < 3; ++axis) {
            const uint32_t key = sort::ordered_key(body.place()[axis]);
            outermost.ends[axis] = std::max(outermost.ends[axis], ~key);
            outermost.ends[3 + axis] = std::max(outermost.ends[3 + axis], key);
        }
    }
    return sim::cube_around(outermost);
}

/// Returns the upper bits of a key of three axes, without those of z.
uint32_t upper_bits(uint64_t key) {
    uint32_t bits = 0;
    for (uint32_t level = 0; level < kPlaneLevels; ++level) {
        const uint32_t x_and_y = static_cast<uint32_t>(key >> (sim::kKeyBits - 2 - 3 * level)) & 3;
        bits = bits << 2 | x_and_y;
    }
    return bits;
}

}  // namespace

std::vector<PlaneBody> plane_bodies(const std::vector<uint32_t>& keys) {
    uint32_t width = kLeastWidth;
    for (const uint32_t key : keys) width = std::max(width, key);
    std::vector<PlaneBody> bodies;
    for (uint32_t i = 0; i < keys.size(); ++i) {
        const uint64_t random = sim::mix_bits(i + 1);
        const float x = static_cast<float>(keys[i]) / static_cast<float>(width);
        const float y = disc_y(x, sim::signed_unit(static_cast<uint32_t>(random)), random >> 50 & 1) *
                        static_cast<float>(width);
        const auto seven_eighths = [](uint64_t key) { return static_cast<uint32_t>(key * 7 / 8); };
        bodies.push_back({seven_eighths(keys[i]), seven_eighths(static_cast<uint64_t>(std::max(y, 0.0f))),
                          1 + static_cast<uint32_t>(random >> 40) % 3});
    }
    return bodies;
}

LessonPlane make_plane(const std::vector<uint32_t>& keys) {
    LessonPlane plane;
    plane.bodies = plane_bodies(keys);
    plane.cube = cube_of(plane.bodies);
    const auto cell = [&](float x, float low) {
        return sim::cell_of(x, low, plane.cube.cells_per_m) >> (sim::kCellBits - kPlaneLevels);
    };
    for (const PlaneBody& body : plane.bodies) {
        plane.cell_x.push_back(cell(body.place().x, plane.cube.low.x));
        plane.cell_y.push_back(cell(body.place().y, plane.cube.low.y));
        plane.key.push_back(upper_bits(sim::morton_key(body.place(), plane.cube)));
    }
    return plane;
}

}  // namespace app
