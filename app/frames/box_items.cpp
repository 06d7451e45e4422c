// Rounded outwards, so that no pair is lost with the digits.
#include "app/frames/box_items.h"

#include <cmath>
#include <cstdio>

#include "app/base/errors.h"

namespace app {
namespace {

std::string number_text(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

}  // namespace

float float_below(double value) {
    const float near = static_cast<float>(value);
    return static_cast<double>(near) > value ? std::nextafter(near, -HUGE_VALF) : near;
}

float float_above(double value) {
    const float near = static_cast<float>(value);
    return static_cast<double>(near) < value ? std::nextafter(near, HUGE_VALF) : near;
}

void BoxItems::refuse(const std::string& why) const {
    const std::string kind = name_of(to_.kind);  // without the s, and the e of boxes
    const size_t cut = to_.kind == ItemKind::boxes ? 2 : 1;
    throw BadFile(path_ + ": " + kind.substr(0, kind.size() - cut) + " " + std::to_string(to_.boxes.size()) +
                  ": " + why);
}

sim::Box extent_of(const std::vector<sim::Box>& boxes) {
    sim::Box all = boxes[0];
    for (const sim::Box& box : boxes) all = sim::around(all, box);
    return all;
}

void BoxItems::add_box(const double (&min)[3], const double (&max)[3]) {
    sim::Box box;
    for (int axis = 0; axis < 3; ++axis) {
        box.min[axis] = float_below(min[axis]);
        box.max[axis] = float_above(max[axis]);
        if (std::isfinite(box.min[axis]) && std::isfinite(box.max[axis]) && min[axis] <= max[axis]) continue;
        const char* what = std::isnan(min[axis]) || std::isnan(max[axis]) ? "NaN"
                           : min[axis] > max[axis]                        ? "min > max"
                                                                          : "not finite as float32";
        refuse(std::string(what) + ": " + "xyz"[axis] + " from " + number_text(min[axis]) + " to " +
               number_text(max[axis]) + "; finite with min <= max expected");
    }
    to_.boxes.push_back(box);
}

void BoxItems::add_sphere(const double (&centre)[3], double radius) {
    if (!(radius >= 0) || std::isinf(radius))
        refuse("radius " + number_text(radius) + "; a finite number of at least 0 expected");
    double min[3], max[3];
    for (int axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(centre[axis]))
            refuse(std::string(1, "xyz"[axis]) + " is " + number_text(centre[axis]) +
                   "; a finite number expected");
        min[axis] = centre[axis] - radius;
        max[axis] = centre[axis] + radius;
    }
    add_box(min, max);
}

}  // namespace app
