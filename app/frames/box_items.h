// Boxes, spheres and points as the boxes that a broad phase gets.
#pragma once
#include <string>

#include "app/frames/frame_items.h"

namespace app {

/// Returns the largest float that is no larger, and the smallest that is no smaller.
float float_below(double value);
float float_above(double value);

/// Returns the box around boxes, of which there is at least one.
sim::Box extent_of(const std::vector<sim::Box>& boxes);

/// Adds boxes of numbers as files give them, with `path` and the item's index in refusals. All throw BadFile for what
/// is not finite, min > max and a radius below 0.
class BoxItems {
public:
    BoxItems(FrameItems& to, const std::string& path) : to_(to), path_(path) {}

    void add_box(const double (&min)[3], const double (&max)[3]);
    void add_sphere(const double (&centre)[3], double radius);

private:
    [[noreturn]] void refuse(const std::string& why) const;

    FrameItems& to_;
    const std::string& path_;
};

}  // namespace app
