// The boxes that `bench pairs` makes. Each kind is spheres' boxes, with rows shuffled; the same seed gives
// the same boxes on every machine, since nothing but +, -, *, / and square roots makes them.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/math/vec3.h"

namespace app {

struct BoxKind {
    const char* name;
    const char* sentence;
    double pairs_at_1m;  // that a million boxes have, in millions
    std::vector<sim::Box> (*make)(uint32_t count, uint64_t seed);
};

/// Returns all kinds, in the order in which they are measured.
std::span<const BoxKind> box_kinds();

/// "uniform, pile, ..."
std::string box_kind_names();

/// Null when there is none of that name.
const BoxKind* find_box_kind(const std::string& name);

/// Makes `count` boxes of a kind: the bounding boxes of the spheres that its maker gives, in random order.
std::vector<sim::Box> make_boxes(const BoxKind& kind, uint32_t count, uint64_t seed);

/// "" unless these are a million boxes and have more than 1 % more or fewer pairs than a million should:
/// times are then not those of this kind.
std::string count_warning(const BoxKind& kind, uint32_t count, uint64_t pairs);

}  // namespace app
