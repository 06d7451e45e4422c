// The broad phases rely on these checks: from here on every box is finite and min <= max.
#include "app/io/boxes.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "app/base/errors.h"
#include "app/io/npy.h"
#include "app/io/obj.h"
#include "sim/scene.h"
#include "sort/base/errors.h"

namespace app {

static_assert(sizeof(sim::Box) == 6 * sizeof(float), "a Box is a row of the file");

namespace {

bool ends_in(std::string path, const char* ending) {
    for (char& c : path) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return path.ends_with(ending);
}

}  // namespace

bool is_mesh_name(const std::string& path) { return ends_in(path, ".obj"); }
bool is_boxes_name(const std::string& path) { return ends_in(path, ".npy") || is_mesh_name(path); }

std::vector<sim::Box> read_boxes(const std::string& path) {
    std::vector<sim::Box> boxes;
    if (is_mesh_name(path)) {
        boxes = triangle_boxes(read_obj(path));
        if (boxes.size() > sim::kMaxBodies) {
            throw sort::OverLimit(path + ": " + std::to_string(boxes.size()) + " triangles; the limit is " +
                                  std::to_string(sim::kMaxBodies));
        }
    } else {
        const NpyArray rows =
            read_npy(path, {{"<f4"}, 6, sim::kMaxBodies, "a mesh, whose name ends in .obj"});
        boxes.resize(rows.rows());
        if (!boxes.empty()) std::memcpy(boxes.data(), rows.bytes.data(), rows.bytes.size());
    }
    check_boxes(boxes, path);
    return boxes;
}

void inflate(std::vector<sim::Box>& boxes, float inflate_m) {
    if (inflate_m == 0) return;
    for (size_t i = 0; i < boxes.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            boxes[i].min[axis] -= inflate_m;
            boxes[i].max[axis] += inflate_m;
            if (!std::isfinite(boxes[i].min[axis]) || !std::isfinite(boxes[i].max[axis])) {
                throw BadUsage("--inflate: box " + std::to_string(i) + " would grow past the largest float");
            }
        }
    }
}

void check_boxes(std::span<const sim::Box> boxes, const std::string& path) {
    for (size_t i = 0; i < boxes.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const float low = boxes[i].min[axis], high = boxes[i].max[axis];
            if (std::isfinite(low) && std::isfinite(high) && low <= high) continue;
            char text[128];
            const char* why = std::isnan(low) || std::isnan(high)   ? "NaN"
                              : std::isinf(low) || std::isinf(high) ? "an infinity"
                                                                    : "min > max";
            std::snprintf(text, sizeof text,
                          ": box %zu: %s: %c from %g to %g; finite with min <= max expected", i, why,
                          "xyz"[axis], low, high);
            throw BadFile(path + text);
        }
    }
}

}  // namespace app
