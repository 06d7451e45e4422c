// Boxes that are hard for a broad phase, by name; used on every algorithm and backend. The reference is a
// plain double loop that knows nothing of the algorithms.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "sim/math/vec3.h"
#include "sim/scenes/random.h"

namespace pair_cases {

struct Case {
    std::string name;
    std::vector<sim::Box> boxes;
};

inline std::vector<uint32_t> reference_pairs(const std::vector<sim::Box>& boxes) {
    std::vector<uint32_t> pairs;
    for (uint32_t i = 0; i < boxes.size(); ++i) {
        for (uint32_t j = i + 1; j < boxes.size(); ++j) {
            bool apart = false;
            for (int axis = 0; axis < 3; ++axis) {
                apart |= boxes[i].max[axis] < boxes[j].min[axis] || boxes[j].max[axis] < boxes[i].min[axis];
            }
            if (!apart) pairs.insert(pairs.end(), {i, j});
        }
    }
    return pairs;
}

inline std::vector<sim::Box> random_boxes(uint32_t count, uint64_t seed, float side, float largest) {
    sim::Random random(seed);
    std::vector<sim::Box> boxes(count);
    for (auto& box : boxes) {
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = side * random.signed_unit();
            box.max[axis] = box.min[axis] + largest * random.unit();
        }
    }
    return boxes;
}

/// Corners on a grid of 1/4: many equal coordinates and touching boxes.
inline std::vector<sim::Box> grid_boxes(uint32_t count, uint64_t seed, uint32_t cells) {
    sim::Random random(seed);
    std::vector<sim::Box> boxes(count);
    for (auto& box : boxes) {
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = 0.25f * float(random.bits() % cells);
            box.max[axis] = box.min[axis] + 0.25f * float(random.bits() % 4);
        }
    }
    return boxes;
}

/// Unit cubes of which all, none and some meet no other on x.
inline std::vector<Case> dropped_on_x(uint32_t count) {
    const auto cube = [](float x, float y, float z) { return sim::Box{{x, y, z}, {x + 1, y + 1, z + 1}}; };
    std::vector<sim::Box> apart, together, some;
    for (uint32_t k = 0; k < count; ++k) {
        const float place = float(k * 37 % count);
        apart.push_back(cube(2 * place, float(k % 7), float(k % 5)));
        together.push_back(cube(place / 50, float(k % 20), float(k % 13)));
        some.push_back(k % 3 == 0 ? cube(float(count) + 2 * place, 0, 0) : together.back());
    }
    return {{"all dropped on x", apart}, {"none dropped on x", together}, {"some dropped on x", some}};
}

inline std::vector<Case> all() {
    const float top = 3.4028235e38f, tiny = 1e-45f;
    std::vector<Case> cases = {
        {"two that touch at a corner", {{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {2, 2, 2}}}},
        {"two apart on z alone", {{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 1.5f}, {1, 1, 2}}}},
        {"points at one place", std::vector<sim::Box>(40, {{1, 2, 3}, {1, 2, 3}})},
        {"minus zero meets plus zero", {{{-1, -1, -1}, {-0.0f, -0.0f, -0.0f}}, {{0, 0, 0}, {1, 1, 1}}}},
        {"the whole range of floats",
         {{{-top, -top, -top}, {top, top, top}},
          {{0, 0, 0}, {tiny, tiny, tiny}},
          {{tiny, 0, 0}, {top, 1, 1}},
          {{-top, -1, -1}, {-top, 1, 1}},
          {{top, 0, 0}, {top, 0, 0}}}},
        {"one around all", random_boxes(200, 3, 1, 0.1f)},
        {"random, few pairs", random_boxes(1500, 1, 10, 0.5f)},
        {"random, many pairs", random_boxes(400, 2, 2, 1.5f)},
        {"a coarse grid: equal coordinates everywhere", grid_boxes(600, 4, 12)},
        {"a very coarse grid", grid_boxes(300, 5, 4)},
    };
    cases[5].boxes[77] = {{-5, -5, -5}, {5, 5, 5}};

    // Flat in one axis each: the choice of the sort axis must not matter.
    for (int axis = 0; axis < 3; ++axis) {
        auto boxes = random_boxes(500, 10 + axis, 10, 0.6f);
        for (auto& box : boxes) box.min[axis] = 0, box.max[axis] = 1;
        cases.push_back({"all in one sheet across axis " + std::to_string(axis), boxes});
    }

    // Big and small, and sorted both ways.
    auto mixed = random_boxes(800, 20, 10, 0.2f);
    for (size_t i = 0; i < mixed.size(); i += 50) mixed[i].max = mixed[i].min + sim::Vec3{6, 6, 6};
    cases.push_back({"big and small", mixed});
    auto line = random_boxes(500, 21, 1, 0.1f);
    for (size_t i = 0; i < line.size(); ++i) {
        line[i].min.x = float(i) * 0.5f;
        line[i].max.x = line[i].min.x + 1;
    }
    cases.push_back({"sorted along x", line});
    std::vector<sim::Box> backwards(line.rbegin(), line.rend());
    cases.push_back({"sorted backwards along x", backwards});
    return cases;
}

}  // namespace pair_cases
