// The broad phases rely on these checks: from here on every box is finite and min <= max.
#include "app/io/boxes.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "app/base/errors.h"
#include "app/io/npy.h"
#include "app/io/obj.h"
#include "app/io/read/file_kind.h"
#include "sim/scene.h"
#include "sort/base/errors.h"
#include "sort/base/host_memory.h"

namespace app {

static_assert(sizeof(sim::Box) == 6 * sizeof(float), "a Box is a row of the file");

bool is_boxes_name(const std::string& path) {
    const FileKind kind = kind_by_name(path);
    return kind == FileKind::npy || kind == FileKind::obj;
}

std::vector<sim::Box> read_boxes(const std::string& path, std::vector<std::string>* notes) {
    std::vector<sim::Box> boxes;
    InputFile file(path);
    const FileKind holds = content_of(file.start()).kind;
    const bool is_mesh =
        holds == FileKind::obj || (holds != FileKind::npy && kind_by_name(path) == FileKind::obj);
    if (is_mesh) {
        boxes = triangle_boxes(read_obj(file, notes));
        if (boxes.size() > sim::kMaxBodies) {
            throw sort::OverLimit(path + ": " + std::to_string(boxes.size()) + " triangles; the limit is " +
                                  std::to_string(sim::kMaxBodies));
        }
    } else {
        const NpyArray rows =
            read_npy(file, {{"<f4"}, 6, sim::kMaxBodies, "a mesh, whose name ends in .obj"});
        sort::require_host_memory(path + " needs", rows.bytes.size());
        boxes.resize(rows.rows());
        if (!boxes.empty()) std::memcpy(boxes.data(), rows.bytes.data(), rows.bytes.size());
    }
    check_boxes(boxes, path);
    return boxes;
}

void say_notes(const std::vector<std::string>& notes, bool quiet) {
    for (const std::string& note : notes) {
        if (!quiet) std::fprintf(stderr, "sweeplab: %s\n", note.c_str());
    }
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
