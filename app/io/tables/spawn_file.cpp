// Reading looks at each row by itself; spawn() at the bodies in their box and at each other.
#include "app/io/tables/spawn_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <vector>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/io/tables/number_table.h"
#include "app/io/tables/table_ids.h"
#include "sim/ground/height_field.h"
#include "sim/pairs.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/with_meshes.h"
#include "sort/base/errors.h"

namespace app {
namespace {

using sim::Vec3;

constexpr float kUnitQuaternion = 1e-3f;   // |q|^2 may differ from 1 by so much, and ...
constexpr float kExactQuaternion = 1e-5f;  // ... is left as it is up to here
constexpr float kIntoWall = 0.5f;          // of its radius, that a body may reach into a wall
constexpr float kOnePlace =
    0.1f;  // of the smaller sphere around two bodies with a mesh, between their centres

/// One row of the file.
struct GivenBody {
    size_t row = 0;
    Vec3 position_m{}, velocity_m_s{};
    float radius_m = 0, mass_kg = 0;  // of spheres
    sim::Quaternion orientation{1, 0, 0, 0};
    Vec3 spin{};  // rad/s, or, where `momentum`, kg m2/s
    uint32_t shape = 0;
};

std::string text_of(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

std::string text_of(const Vec3& v) { return text_of(v.x) + ", " + text_of(v.y) + ", " + text_of(v.z); }

/// Three columns, or four, of one meaning; all or none are there.
template <size_t kCount>
using Columns = std::optional<std::array<size_t, kCount>>;

/// The columns that the rows have.
class SpawnColumns {
public:
    SpawnColumns(const NumberTable& table, const std::string& path, bool meshes)
        : table_(table), path_(path), meshes_(meshes) {
        if (!table.names.empty() && table.names[0] == "0") {
            take_unnamed();
        } else {
            take_named();
        }
    }

    Columns<3> place, velocity, spin, momentum;
    Columns<4> orientation;
    std::optional<size_t> radius, mass, shape;
    bool diameter = false;

    double number(size_t column, size_t row) const { return table_.columns[column][row]; }

private:
    [[noreturn]] void refuse() const {
        const auto first = std::min<size_t>(table_.names.size(), 8);
        throw BadFile(
            path_ + ": columns " + join({table_.names.begin(), table_.names.begin() + ptrdiff_t(first)}) +
            (meshes_ ? "; x, y, z of bodies with a mesh expected, and as far as they are known qw, qx, qy, "
                       "qz, vx, vy, vz, wx, wy, wz and shape; without names 3 or 7 columns"
                     : "; x, y, z and radius of spheres expected, and as far as they are known vx, vy, vz "
                       "and mass; without names 3, 4 or 7 columns"));
    }

    template <size_t kCount>
    Columns<kCount> find(const std::array<const char*, kCount>& short_names, const char* name,
                         const char* ends) {
        std::array<size_t, kCount> found{};
        size_t there = 0;
        for (size_t i = 0; i < kCount; ++i) {
            const std::string other = std::string(name) + "_" + ends[i];
            if (const auto at = table_.find({short_names[i], other})) found[i] = *at, ++there;
        }
        if (there == 0) return {};
        if (there < kCount)
            throw BadFile(path_ + ": " + std::to_string(there) + " of the columns " +
                          join({short_names.begin(), short_names.end()}) + "; all of them or none expected");
        return found;
    }

    void take_named() {
        place = find<3>({"x", "y", "z"}, "position", "xyz");
        velocity = find<3>({"vx", "vy", "vz"}, "velocity", "xyz");
        orientation = find<4>({"qw", "qx", "qy", "qz"}, "orientation", "wxyz");
        spin = find<3>({"wx", "wy", "wz"}, "spin", "xyz");
        momentum = find<3>({"lx", "ly", "lz"}, "momentum", "xyz");
        radius = table_.find({"radius", "r", "radii"});
        if (!radius) radius = table_.find({"diameter"}), diameter = radius.has_value();
        mass = table_.find({"mass"});
        shape = table_.find({"shape", "mesh"});
        if (!place) refuse();
    }

    void take_unnamed() {
        const size_t many = table_.columns.size();
        if (many != 3 && many != 7 && (meshes_ || many != 4)) refuse();
        place = {0, 1, 2};
        if (meshes_ && many == 7) orientation = {3, 4, 5, 6};
        if (!meshes_ && many >= 4) radius = 3;
        if (!meshes_ && many == 7) velocity = {4, 5, 6};
    }

    const NumberTable& table_;
    const std::string& path_;
    bool meshes_;
};

/// The value of a key, where the spawn function has such a key.
std::optional<float> spawn_value(const sim::Scene& scene, const sim::Spawner& spawner, const char* key) {
    for (const sim::SpawnKey& one : spawner.keys) {
        if (one.name != std::string(key)) continue;
        const auto given = scene.spawn_values.find(key);
        return given == scene.spawn_values.end() ? one.initial : given->second;
    }
    return {};
}

/// The rows in ascending order of the column id; without one as they stand.
std::vector<size_t> rows_by_id(const NumberTable& table, const std::string& path) {
    const std::vector<uint64_t> ids = ids_of(table, path);
    require_own_ids(ids, path, "row");
    std::vector<size_t> rows(table.rows());
    std::iota(rows.begin(), rows.end(), size_t(0));
    if (!ids.empty())
        std::sort(rows.begin(), rows.end(), [&](size_t a, size_t b) { return ids[a] < ids[b]; });
    return rows;
}

/// Makes bodies of rows.
class RowReader {
public:
    RowReader(const sim::Scene& scene, const sim::Spawner& spawner, const NumberTable& table)
        : path_(scene.spawn_file),
          columns_(table, path_, spawner.meshes),
          meshes_(spawner.meshes),
          radius_m_(spawn_value(scene, spawner, "radius_m")),
          density_kg_m3_(spawn_value(scene, spawner, "density_kg_m3")) {
        for (uint32_t s = 0; s < scene.meshes.size(); ++s) {
            if (!scene.meshes[s].driven()) movable_.push_back(s);
        }
        shapes_ = scene.meshes.size();
        if (meshes_) return;
        if (!columns_.radius && !radius_m_)
            throw BadFile(path_ + ": a column radius expected, as the spawn function '" + scene.spawn +
                          "' has no key radius_m");
        if (!columns_.mass && !density_kg_m3_)
            throw BadFile(path_ + ": a column mass expected, as the spawn function '" + scene.spawn +
                          "' has no key density_kg_m3");
    }

    bool has_turns() const { return columns_.orientation || columns_.spin || columns_.momentum; }
    bool has_momenta() const { return columns_.momentum.has_value(); }

    /// None: a driven mesh, as --save writes it.
    std::optional<GivenBody> body(size_t row) {
        row_ = row;
        if (meshes_ && columns_.mass && columns_.number(*columns_.mass, row) == HUGE_VAL) return {};
        GivenBody body{row};
        body.position_m = vector(*columns_.place, "place");
        if (columns_.velocity) body.velocity_m_s = vector(*columns_.velocity, "velocity");
        if (columns_.momentum) {
            body.spin = vector(*columns_.momentum, "momentum");
        } else if (columns_.spin) {
            body.spin = vector(*columns_.spin, "spin");
        }
        if (columns_.orientation) body.orientation = turn(*columns_.orientation);
        if (meshes_) {
            body.shape = shape();
        } else {
            set_size(body);
        }
        return body;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw BadFile(path_ + ": row " + std::to_string(row_) + ": " + why);
    }
    float number(size_t column, const char* what) const {
        const double value = columns_.number(column, row_);
        const auto rounded = float(value);
        if (!std::isfinite(rounded))
            refuse(std::string(what) + " " + text_of(value) + ": a finite number expected");
        return rounded;
    }
    Vec3 vector(const std::array<size_t, 3>& of, const char* what) const {
        return {number(of[0], what), number(of[1], what), number(of[2], what)};
    }
    sim::Quaternion turn(const std::array<size_t, 4>& of) const {
        const char* const what = "orientation";
        sim::Quaternion q{number(of[0], what), number(of[1], what), number(of[2], what), number(of[3], what)};
        const float length2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, off = fabsf(length2 - 1);
        if (!(off <= kUnitQuaternion))
            refuse("orientation of length " + text_of(sqrtf(length2)) +
                   ": a quaternion of length 1 expected, qw qx qy qz");
        if (off <= kExactQuaternion) return q;
        const float scale = 1 / sqrtf(length2);
        return {q.w * scale, q.x * scale, q.y * scale, q.z * scale};
    }
    uint32_t shape() {
        if (!columns_.shape) return movable_.empty() ? 0 : movable_[made_++ % movable_.size()];
        const double value = columns_.number(*columns_.shape, row_);
        const auto at =
            std::find_if(movable_.begin(), movable_.end(), [&](uint32_t s) { return s == value; });
        if (at == movable_.end())
            refuse("shape " + text_of(value) + ": the number of a mesh that moves expected, of the " +
                   counted(shapes_, "mesh", "meshes") + " of the scene, from 0");
        return *at;
    }
    void set_size(GivenBody& body) const {
        body.radius_m = columns_.radius ? number(*columns_.radius, "radius") * (columns_.diameter ? 0.5f : 1)
                                        : *radius_m_;
        if (!(body.radius_m > 0)) refuse("radius " + text_of(body.radius_m) + ": more than 0 expected");
        const float r = body.radius_m;
        body.mass_kg =
            columns_.mass ? number(*columns_.mass, "mass") : sim::kSphereVolume * r * r * r * *density_kg_m3_;
        if (!(body.mass_kg > 0)) refuse("mass " + text_of(body.mass_kg) + ": more than 0 expected");
    }

    const std::string& path_;
    SpawnColumns columns_;
    bool meshes_;
    std::optional<float> radius_m_, density_kg_m3_;
    std::vector<uint32_t> movable_;
    size_t shapes_ = 0, row_ = 0, made_ = 0;
};

class BodiesOfFile : public sim::GivenBodies {
public:
    BodiesOfFile(const sim::Scene& scene, const sim::Spawner& spawner)
        : path_(scene.spawn_file), box_(scene.spawn_box), pulls_(scene.physics.gravity.on) {
        const NumberTable table = read_table(path_);
        RowReader reader(scene, spawner, table);
        turns_ = reader.has_turns();
        momenta_ = reader.has_momenta();
        if (table.rows() > sim::kMaxBodies)
            throw sort::OverLimit(path_ + ": " + std::to_string(table.rows()) + " bodies; the limit is " +
                                  std::to_string(sim::kMaxBodies));
        bodies_.reserve(table.rows());
        for (const size_t row : rows_by_id(table, path_)) {
            if (const auto body = reader.body(row)) bodies_.push_back(*body);
        }
        if (bodies_.empty()) throw BadFile(path_ + ": no body in it; at least one row expected");
    }

    uint32_t count() const override { return uint32_t(bodies_.size()); }

    sim::Spawned spawn(const sim::SpawnRequest& request, const sim::Spawner& spawner) const override {
        sim::Spawned out;
        out.container = box_ ? *box_ : spawner.spawn(request).container;
        if (spawner.meshes) {
            sim::add_driven(request, out);
            for (const GivenBody& one : bodies_) add_mesh(request, one, out);
        } else {
            for (const GivenBody& one : bodies_) add_sphere(request, one, out);
        }
        const size_t first = out.bodies.size() - bodies_.size();
        if (!pulls_) require_inside(request, out, first);
        if (request.ground) require_above(request, out, first);
        if (!pulls_) require_apart(out, first, spawner.meshes);
        return out;
    }

private:
    [[noreturn]] void refuse(size_t row, const std::string& why) const {
        throw sim::BadSceneValue("spawn", "file",
                                 " = " + path_ + ": row " + std::to_string(row) + ": " + why);
    }

    void add_sphere(const sim::SpawnRequest& request, const GivenBody& one, sim::Spawned& out) const {
        out.bodies.push_back(
            {one.position_m, one.radius_m, one.velocity_m_s, one.mass_kg, request.physics.gravity_m_s2, 0});
        if (!request.physics.rotation || !turns_) return;
        // A solid ball.
        const float inertia = 0.4f * one.mass_kg * one.radius_m * one.radius_m;
        out.rotations.push_back(
            {.orientation = one.orientation, .momentum = momenta_ ? one.spin : one.spin * inertia});
    }

    void add_mesh(const sim::SpawnRequest& request, const GivenBody& one, sim::Spawned& out) const {
        sim::add_body(request, one.shape, one.position_m, one.orientation, one.velocity_m_s,
                      momenta_ ? Vec3{0, 0, 0} : one.spin, out);
        if (momenta_) out.rotations.back().momentum = one.spin;
    }

    /// The box of a body: of a sphere, or of a mesh's corners.
    static sim::Box box_of(const sim::SpawnRequest& request, const sim::Spawned& out, size_t i) {
        const sim::Body& body = out.bodies[i];
        const Vec3 reach = {body.radius_m, body.radius_m, body.radius_m};
        sim::Box box{body.position_m - reach, body.position_m + reach};
        if (request.shapes.empty()) return box;
        const sim::Matrix3 turn = rotation(out.rotations[i].orientation);
        box = {body.position_m, body.position_m};
        for (const sim::Vec4& corner : request.shapes[out.rotations[i].shape]->shape.corners) {
            const Vec3 at = body.position_m + turn * xyz(corner);
            box = sim::around(box, {at, at});
        }
        return box;
    }

    /// Contacts are soft: a saved state may reach into a wall a little.
    void require_inside(const sim::SpawnRequest& request, const sim::Spawned& out, size_t first) const {
        const sim::Container& room = out.container;
        for (size_t i = first; i < out.bodies.size(); ++i) {
            const sim::Box box = box_of(request, out, i);
            const float soft_m = kIntoWall * out.bodies[i].radius_m;
            for (int axis = 0; axis < 3; ++axis) {
                if (box.min[axis] >= room.min_m[axis] - soft_m && box.max[axis] <= room.max_m[axis] + soft_m)
                    continue;
                refuse(bodies_[i - first].row,
                       std::string(1, "xyz"[axis]) + " from " + text_of(box.min[axis]) + " to " +
                           text_of(box.max[axis]) + ", outside of the box; " + text_of(room.min_m[axis]) +
                           " to " + text_of(room.max_m[axis]) +
                           " expected, or another box by [spawn] box_min_m and box_max_m");
            }
        }
    }

    void require_above(const sim::SpawnRequest& request, const sim::Spawned& out, size_t first) const {
        const sim::HeightField field = request.ground->field();
        for (size_t i = first; i < out.bodies.size(); ++i) {
            const Vec3& at = out.bodies[i].position_m;
            const float height = surface_at(field, at.x, at.z).height_m;
            if (!(at.y > height))
                refuse(bodies_[i - first].row, "y " + text_of(at.y) +
                                                   ": more than the height of the ground there expected, " +
                                                   text_of(height));
        }
    }

    /// No centre of a sphere lies in another, and no two bodies with a mesh are at one place.
    void require_apart(const sim::Spawned& out, size_t first, bool meshes) const {
        std::vector<sim::Box> boxes;
        for (size_t i = first; i < out.bodies.size(); ++i) {
            const float r = out.bodies[i].radius_m * (meshes ? kOnePlace : 1);
            const Vec3& at = out.bodies[i].position_m;
            boxes.push_back({at - Vec3{r, r, r}, at + Vec3{r, r, r}});
        }
        const std::vector<uint32_t> pairs = sim::overlapping_pairs(boxes, {.backend = sort::Backend::cpu});
        for (size_t k = 0; k < pairs.size(); k += 2) {
            const sim::Body &a = out.bodies[first + pairs[k]], &b = out.bodies[first + pairs[k + 1]];
            const Vec3 between = a.position_m - b.position_m;
            const float least = meshes ? kOnePlace * sim::smaller(a.radius_m, b.radius_m)
                                       : sim::larger(a.radius_m, b.radius_m);
            if (dot(between, between) >= least * least) continue;
            refuse(bodies_[pairs[k + 1]].row,
                   text_of(b.position_m) + ": " + text_of(sqrtf(dot(between, between))) + " m from row " +
                       std::to_string(bodies_[pairs[k]].row) + "; at least " + text_of(least) +
                       (meshes ? " m expected between two bodies"
                               : " m expected, so that neither centre lies in the other"));
        }
    }

    std::string path_;
    std::optional<sim::Container> box_;
    bool pulls_, turns_ = false, momenta_ = false;
    std::vector<GivenBody> bodies_;
};

}  // namespace

std::shared_ptr<const sim::GivenBodies> read_spawn_file(const sim::Scene& scene,
                                                        const sim::Spawner& spawner) {
    return std::make_shared<BodiesOfFile>(scene, spawner);
}

void load_spawn_file(sim::Scene& scene) {
    if (scene.spawn_file.empty()) return;
    scene.given = read_spawn_file(scene, *sim::find_spawner(scene.spawn));
    const auto driven = std::count_if(scene.meshes.begin(), scene.meshes.end(),
                                      [](const sim::MeshSource& mesh) { return mesh.driven(); });
    scene.bodies = scene.given->count() + uint32_t(driven);
    scene.cpu_bodies = 0;
}

}  // namespace app
