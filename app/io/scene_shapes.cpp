// Prepares the meshes of scenes, and keeps those prepared last for the next scene.
#include "app/io/scene_shapes.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/io/mesh_files.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

using ShapePointer = std::shared_ptr<const sim::SceneShape>;
using sort::grouped;

/// A file on disk, as it was when it was read.
struct FileState {
    uint64_t bytes = 0;
    std::filesystem::file_time_type written{};
    bool operator==(const FileState&) const = default;
};

FileState state_of(const std::string& file) {
    FileState state;
    if (is_built_in_mesh(file)) return state;
    std::error_code error;  // who reads the file says what is wrong with it
    state.bytes = std::filesystem::file_size(file, error);
    if (error) return {};
    state.written = std::filesystem::last_write_time(file, error);
    return error ? FileState{} : state;
}

bool prepares_the_same(const sim::MeshSource& a, const sim::MeshSource& b) {
    return a.file == b.file && a.size_m == b.size_m && a.cells == b.cells &&
           a.point_spacing_m == b.point_spacing_m && a.shell_m == b.shell_m &&
           a.density_kg_m3 == b.density_kg_m3;
}

bool moves_the_same(const sim::MeshSource& a, const sim::MeshSource& b) {
    const auto same = [](const sim::Vec3& x, const sim::Vec3& y) {
        return x.x == y.x && x.y == y.y && x.z == y.z;
    };
    return a.fixed == b.fixed && same(a.spin_rad_s, b.spin_rad_s) && same(a.place_m, b.place_m) &&
           (!a.driven() || a.entry == b.entry);
}

/// Cache of the shapes prepared last. Shapes that no world uses are kept as long as all fit.
class KeptShapes {
public:
    ShapePointer find(const sim::MeshSource& source, const FileState& state) {
        ShapePointer same;
        for (const Entry& entry : entries_) {
            if (entry.state != state || !prepares_the_same(entry.shape->source, source)) continue;
            if (moves_the_same(entry.shape->source, source)) return entry.shape;
            same = entry.shape;
        }
        if (!same) return nullptr;
        auto copy = std::make_shared<sim::SceneShape>(*same);
        copy->source = source;
        return keep(std::move(copy), state);
    }

    ShapePointer keep(ShapePointer shape, const FileState& state) {
        entries_.push_back({shape, state});
        const auto bytes = [](const Entry& e) {
            return e.shape->shape.cells.size() * sizeof(sim::FieldCell) +
                   e.shape->mesh.triangles.size() * sizeof(e.shape->mesh.triangles[0]);
        };
        size_t sum = 0;
        for (const Entry& entry : entries_) sum += bytes(entry);
        for (size_t i = 0; i + 1 < entries_.size() && sum > kMostBytes;) {
            if (entries_[i].shape.use_count() > 1) {
                ++i;
                continue;
            }
            sum -= bytes(entries_[i]);
            entries_.erase(entries_.begin() + ptrdiff_t(i));
        }
        return shape;
    }

    std::mutex mutex;

private:
    static constexpr size_t kMostBytes = size_t{256} << 20;
    struct Entry {
        ShapePointer shape;
        FileState state;
    };
    std::vector<Entry> entries_;  // oldest first
};

KeptShapes& kept_shapes() {
    static KeptShapes all;
    return all;
}

std::string millimetres(float length_m) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g mm", 1000 * double(length_m));
    return text;
}

std::string name_of(const sim::SceneShape& shape) {
    return is_built_in_mesh(shape.source.file) ? "mesh '" + shape.source.file + "'" : shape.source.file;
}

ShapePointer prepare(const sim::MeshSource& source, int threads, std::vector<std::string>& notes,
                     const std::function<void(uint32_t)>& progress) {
    auto out = std::make_shared<sim::SceneShape>();
    out->source = source;
    out->mesh = load_mesh(source.file, &notes);
    try {
        out->shape = sim::prepare_shape(out->mesh, {.size_m = source.size_m,
                                                    .cells = source.cells,
                                                    .point_spacing_m = source.point_spacing_m,
                                                    .shell_m = source.shell_m,
                                                    .density_kg_m3 = source.density_kg_m3,
                                                    .threads = threads,
                                                    .stop = throw_if_interrupted,
                                                    .progress = progress});
    } catch (const sim::BadMesh& error) {
        throw BadFile(name_of(*out) + ": " + error.what());
    }
    return out;
}

}  // namespace

void load_shapes(sim::Scene& scene, int threads, bool quiet) {
    KeptShapes& kept = kept_shapes();
    const std::lock_guard lock(kept.mutex);
    std::vector<std::string> warnings;
    if (!scene.note.empty() && scene.shapes.empty())
        warnings.push_back((scene.file.empty() ? scene.name : scene.file) + ": " + scene.note);
    scene.shapes.clear();
    {
        TimedProgress progress(quiet);
        const size_t count = scene.meshes.size();
        for (size_t i = 0; i < count; ++i) {
            const sim::MeshSource& source = scene.meshes[i];
            const FileState state = state_of(source.file);
            ShapePointer shape = kept.find(source, state);
            if (!shape) {
                shape =
                    kept.keep(prepare(source, threads, warnings,
                                      [&](uint32_t percent) { progress.reach((100 * i + percent) / count); }),
                              state);
                warnings.push_back(shape_warning(*shape));
            }
            scene.shapes.push_back(std::move(shape));
        }
    }
    for (const std::string& warning : warnings) {
        if (!warning.empty()) std::fprintf(stderr, "sweeplab: %s\n", warning.c_str());
    }
}

void replace_movable_meshes(sim::Scene& scene, const std::string& file) {
    check_mesh_name(file);
    std::vector<sim::MeshSource> meshes;
    bool replaced = false;
    for (const sim::MeshSource& mesh : scene.meshes) {
        if (mesh.driven()) {
            meshes.push_back(mesh);
        } else if (!replaced) {
            replaced = true;
            meshes.push_back({.file = file,
                              .size_m = mesh.size_m,
                              .cells = mesh.cells,
                              .density_kg_m3 = mesh.density_kg_m3});
        }
    }
    scene.meshes = std::move(meshes);
}

std::string shape_text(const sim::SceneShape& shape) {
    const sim::ShapeReport& report = shape.shape.report;
    char mass[32];
    std::snprintf(mass, sizeof mass, "%.3g kg", double(shape.shape.numbers.mass_kg));
    return shape.source.file + ": " + grouped(report.triangles) + " triangles, " +
           std::to_string(report.cells_x) + " x " + std::to_string(report.cells_y) + " x " +
           std::to_string(report.cells_z) + " cells of " + millimetres(report.spacing_m) + ", " +
           grouped(report.points) + " points, " + millimetres(report.point_spacing_m) + " apart at edges, " +
           (report.shell ? "a shell of " : "thinnest part ") + millimetres(report.thinnest_m) + ", " + mass +
           (report.joined > 0 ? ", " + counted(report.joined, "corner") + " joined" : "") +
           (report.turned > 0 ? ", " + counted(report.turned, "triangle") + " turned" : "");
}

std::string shape_warning(const sim::SceneShape& shape) {
    const sim::ShapeReport& report = shape.shape.report;
    std::vector<std::string> all;
    const std::string thinnest = "the thinnest part, " + millimetres(report.thinnest_m);
    char text[160];
    if (report.shell && report.open_share > 0) {
        std::snprintf(
            text, sizeof text,
            "it is open: %.0f %% of the lines that enter it do not leave it again, so it becomes a shell of ",
            100 * double(report.open_share));
        all.push_back(text + millimetres(report.thinnest_m));
    } else if (report.shell) {
        all.push_back("it is thinner than its cells of " + millimetres(report.spacing_m) +
                      " (sdf_cells = " + std::to_string(shape.source.cells) + "), so it becomes a shell of " +
                      millimetres(report.thinnest_m));
    } else if (report.open_share > 0) {
        std::snprintf(text, sizeof text,
                      "it has holes: %.2g %% of the lines that enter it do not leave it again",
                      100 * double(report.open_share));
        all.emplace_back(text);
    }
    // What has no outside matters where the solid is not closed without it.
    if (report.open_share > 0 && report.open_parts > 1) {
        all.push_back(
            "its faces make " + counted(report.open_parts, "open part") +
            " that share no edges, so that none says which side of another is outside; corners count as "
            "one up to " +
            millimetres(report.join_reach_m) + " apart");
    }
    if (report.open_share > 0 && report.one_sided > 0) {
        all.push_back(counted(report.one_sided, "triangle") +
                      " cannot be oriented: their surface has one side, as a Moebius strip");
    }
    if (report.open_share > 0 && report.crowded_edges > 0) {
        all.push_back("more than two faces meet at " + counted(report.crowded_edges, "edge") +
                      " and cannot be oriented there");
    }
    if (report.field_too_coarse()) {
        all.push_back(
            "cells of " + millimetres(report.spacing_m) + " are too coarse for " + thinnest +
            ": other bodies may pass through it (sdf_cells = " + std::to_string(shape.source.cells) + ")");
    }
    if (report.points_too_coarse()) {
        all.push_back("points " + millimetres(report.point_spacing_m) + " apart are too coarse for " +
                      thinnest);
    }
    if (report.coordinates_too_coarse()) {
        all.push_back("its coordinates are only " + millimetres(report.coordinate_step_m) +
                      " exact so far from the origin; move the mesh nearer to it");
    }
    if (report.left_out > 0) {
        all.push_back(counted(report.left_out, "face") + " without an area, outside of the others, left out");
    }
    std::string sentence;
    for (const std::string& one : all) sentence += (sentence.empty() ? "" : "; ") + one;
    return sentence.empty() ? "" : name_of(shape) + ": " + sentence;
}

}  // namespace app
