// Shapes from meshes: the field, what is inside, mass, points; wrong and odd meshes are prepared or refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

#include <atomic>

#include "sim/scenes/random.h"
#include "sim/shapes/closest_point.h"
#include "sim/shapes/field.h"
#include "sim/shapes/mass.h"
#include "tests/sim/mesh_makers.h"
#include "tests/sim/shape_files.h"

namespace {

using namespace testing_meshes;
using sim::Shape;
using sim::ShapeOptions;
using testing::HasSubstr;
using testing_rigid::bytes_hash;
using testing_rigid::shape_of_file;

/// A place of the file in the body frame.
Vec3 in_body(const Shape& shape, const Vec3& place) { return (place - shape.mesh_centre) * shape.mesh_scale; }

Vec3 random_place(sim::Random& random, const Vec3& reach) {
    return {reach.x * random.signed_unit(), reach.y * random.signed_unit(), reach.z * random.signed_unit()};
}

float field_at(const Shape& shape, const Vec3& place) {
    return sim::field_value(shape.view().field, in_body(shape, place));
}

double torus_distance(const Vec3& p, double ring, double tube) {
    const double far = std::sqrt(double(p.x) * p.x + double(p.y) * p.y) - ring;
    return std::sqrt(far * far + double(p.z) * p.z) - tube;
}

std::string refusal(const TriangleMesh& mesh, const ShapeOptions& options = {}) {
    try {
        sim::prepare_shape(mesh, options);
    } catch (const sim::BadMesh& bad) {
        return bad.what();
    }
    return "prepared";
}

TEST(Shapes, field_of_a_box_is_its_distance) {
    const Shape shape = sim::prepare_shape(box({0, 0, 0}, {1, 0.6f, 0.4f}));
    const float h = shape.report.spacing_m;
    // Faces along the grid and away from edges, where the distance bends: linear, so exact.
    for (const float depth : {-0.05f, -0.01f, 0.0f, 0.012f}) {
        EXPECT_NEAR(field_at(shape, {0.5f, 0.3f, -depth}), depth, 0.01f * h) << depth;
        EXPECT_NEAR(field_at(shape, {0.5f, 0.6f + depth, 0.2f}), depth, 0.01f * h) << depth;
        EXPECT_NEAR(field_at(shape, {1 + depth, 0.3f, 0.2f}), depth, 0.01f * h) << depth;
    }
    EXPECT_NEAR(field_at(shape, {0.5f, 0.3f, 0.2f}), -0.2f, 0.6f * h);  // on the crease
    EXPECT_NEAR(shape.report.thinnest_m, 0.4f, 0.2f * h);
    EXPECT_FALSE(shape.report.shell);
    EXPECT_FALSE(shape.report.field_too_coarse());
}

TEST(Shapes, field_of_a_torus_is_its_distance_to_a_tenth_of_a_cell) {
    const Shape shape = sim::prepare_shape(torus(0.4f, 0.1f, 256, 128));
    const float h = shape.report.spacing_m;
    sim::Random random(7);
    double worst = 0;
    int checked = 0;
    for (int i = 0; i < 100000; ++i) {
        const Vec3 p = random_place(random, {0.51f, 0.51f, 0.11f});
        const double exact = torus_distance(p, 0.4, 0.1);
        const double ring = std::sqrt(double(p.x) * p.x + double(p.y) * p.y);
        if (exact < -0.1 + 2 * h || ring < 2 * h) continue;  // the creases: the tube's middle, the axis
        worst = std::max(worst, std::fabs(field_at(shape, p) - exact));
        ++checked;
    }
    EXPECT_GT(checked, 50000);
    EXPECT_LT(worst, 0.1 * h);
    const double volume = kTurn * kTurn / 2 * 0.4 * 0.01;
    EXPECT_NEAR(shape.report.volume_m3, volume, 0.01 * volume);
    EXPECT_NEAR(shape.report.thinnest_m, 0.2f, h);
}

TEST(Shapes, no_value_between_a_cells_nodes_jumps) {
    const Shape shape = shape_of_file("jack.obj", {.cells = 24});
    const sim::FieldView field = shape.view().field;
    sim::Random random(3);
    for (int i = 0; i < 20000; ++i) {
        const Vec3 p = random_place(random, {0.7f, 0.7f, 0.7f});
        const Vec3 q = p + Vec3{1e-4f, -1e-4f, 1e-4f};
        EXPECT_LT(std::fabs(sim::field_value(field, p) - sim::field_value(field, q)), 4e-4f);
        EXPECT_EQ(sim::field_value(field, p), sim::field_sample(field, p).value_m);
    }
}

TEST(Shapes, gradient_is_the_slope_of_the_value) {
    const Shape shape = shape_of_file("chair.obj", {.cells = 48});
    const sim::FieldView field = shape.view().field;
    sim::Random random(5);
    const float step = 0.002f * field.spacing_m;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 p = random_place(random, {0.2f, 0.4f, 0.2f});
        const Vec3 in_cell = (p - field.origin_m) * (1 / field.spacing_m);
        for (int axis = 0; axis < 3; ++axis) {
            const float at = in_cell[axis] - std::floor(in_cell[axis]);
            if (at < 0.01f || at > 0.99f) continue;
            Vec3 low = p, high = p;
            low[axis] -= step, high[axis] += step;
            const float slope = (sim::field_value(field, high) - sim::field_value(field, low)) / (2 * step);
            EXPECT_NEAR(slope, sim::field_sample(field, p).gradient[axis], 0.05f);
        }
    }
}

TEST(Shapes, a_point_beyond_the_grid_is_at_least_as_far_away_as_its_value) {
    const Shape shape = sim::prepare_shape(box({0, 0, 0}, {1, 1, 1}));
    const float h = shape.report.spacing_m;
    for (const float out : {0.1f, 1.0f, 50.0f}) {
        const float face = field_at(shape, {0.5f, 0.5f, 1 + out});
        EXPECT_LE(face, out + 0.01f * h);
        EXPECT_GT(face, out - 2.1f * h);  // two cells of margin
        const float corner = field_at(shape, {1 + out, 1 + out, 1 + out}), exact = out * std::sqrt(3.0f);
        EXPECT_LE(corner, exact + 0.01f * h);
        EXPECT_GT(corner, exact - 3.6f * h);
    }
    EXPECT_GT(field_at(shape, {1e15f, 0, 0}), 9e14f);
}

TEST(Shapes, overlapping_cubes_are_one_solid) {
    TriangleMesh mesh = box({0, 0, 0}, {0.6f, 0.6f, 0.6f});
    add(mesh, box({0.4f, 0.4f, 0.4f}, {1, 1, 1}));
    const Shape shape = sim::prepare_shape(mesh);
    const double volume = 2 * 0.216 - 0.008;
    EXPECT_NEAR(shape.report.volume_m3, volume, 0.01 * volume);
    // In the overlap, covered faces are no surface: the distance to the nearest edge of the hollow counts.
    // How far a face is covered is known to a cell.
    EXPECT_NEAR(field_at(shape, {0.5f, 0.5f, 0.5f}), -0.1414f, 1.2f * shape.report.spacing_m);
    EXPECT_NEAR(field_at(shape, {0.4f, 0.5f, 0.5f}), -0.1f, 1.2f * shape.report.spacing_m);
    for (const sim::Vec4& p : shape.points) {
        const Vec3 corner = in_body(shape, {0.5f, 0.5f, 0.5f});
        const Vec3 d = sim::xyz(p) - corner;
        EXPECT_GT(std::max({std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)}), 0.09f) << "a point is covered";
    }
}

TEST(Shapes, a_cavity_stays_empty) {
    TriangleMesh mesh = box({0, 0, 0}, {1, 1, 1});
    add(mesh, turned_inside_out(box({0.25f, 0.25f, 0.25f}, {0.75f, 0.75f, 0.75f})));
    const Shape shape = sim::prepare_shape(mesh);
    EXPECT_NEAR(shape.report.volume_m3, 0.875, 0.01);
    EXPECT_NEAR(field_at(shape, {0.5f, 0.5f, 0.5f}), 0.25f, 0.01f);
    EXPECT_NEAR(field_at(shape, {0.125f, 0.5f, 0.5f}), -0.125f, 0.01f);
}

/// As of two beams that cross, one of them perhaps inside out.
float volume(const TriangleMesh& mesh) {
    return sim::prepare_shape(mesh, {.size_m = 1, .cells = 64}).report.volume_m3;
}

TEST(Shapes, parts_that_look_inwards_are_turned) {
    const TriangleMesh along = box({0, 0.4f, 0.4f}, {1, 0.6f, 0.6f}),
                       across = box({0.4f, 0, 0.4f}, {0.6f, 1, 0.6f}),
                       small = box({0.8f, 0.55f, 0.5f}, {0.9f, 0.8f, 0.7f});
    const auto of = [](const TriangleMesh& a, const TriangleMesh& b, const TriangleMesh& c) {
        TriangleMesh mesh = a;
        add(mesh, b);
        add(mesh, c);
        return mesh;
    };
    const float right = volume(of(along, across, small));
    EXPECT_EQ(volume(of(along, turned_inside_out(across), small)), right);
    EXPECT_EQ(volume(of(along, across, turned_inside_out(small))), right);
    EXPECT_EQ(volume(of(turned_inside_out(along), turned_inside_out(across), small)), right);
    EXPECT_EQ(volume(turned_inside_out(of(along, across, small))), right);
}

TEST(Shapes, cavities_of_parts_that_look_inwards_stay_empty) {
    TriangleMesh hollow = box({0, 0, 0}, {0.4f, 0.4f, 0.4f});
    add(hollow, turned_inside_out(box({0.1f, 0.1f, 0.1f}, {0.3f, 0.3f, 0.3f})));
    TriangleMesh block = box({0.35f, 0, 0}, {1, 0.5f, 0.5f});
    TriangleMesh right = block, wrong = block;
    add(right, hollow);
    add(wrong, turned_inside_out(hollow));
    EXPECT_NEAR(volume(right), 0.65 * 0.25 + 0.064 - 0.008 - 0.05 * 0.16, 0.003);
    EXPECT_EQ(volume(wrong), volume(right));
    EXPECT_EQ(volume(turned_inside_out(right)), volume(right));
}

TEST(Shapes, mass_and_inertia_of_a_box) {
    const Shape shape = sim::prepare_shape(box({-3, 1, 2}, {-2, 1.5f, 2.25f}), {.density_kg_m3 = 1000});
    const double mass = 125;
    EXPECT_NEAR(shape.numbers.mass_kg, mass, 0.01 * mass);
    const sim::SymmetricMatrix& inverse = shape.numbers.inverse_inertia;
    const double xx = mass / 12 * (0.25 + 0.0625), yy = mass / 12 * (1 + 0.0625), zz = mass / 12 * (1 + 0.25);
    EXPECT_NEAR(1 / inverse.xx, xx, 0.02 * xx);
    EXPECT_NEAR(1 / inverse.yy, yy, 0.02 * yy);
    EXPECT_NEAR(1 / inverse.zz, zz, 0.02 * zz);
    EXPECT_NEAR(inverse.xy * yy, 0, 1e-3);
    EXPECT_NEAR(shape.numbers.bounding_radius_m, 0.5 * std::sqrt(1 + 0.25 + 0.0625), 0.002);
}

TEST(Shapes, the_mass_of_a_few_solid_cells_is_exact) {
    const sim::FieldCell solid = {{-5, -5, -5, -5, -5, -5, -5, -5}};
    const sim::FieldCell cells[2] = {solid, solid};
    sim::CpuExec exec(1);
    const sim::MassSums mass = sim::sum_mass(exec, {cells, 2, 1, 1, 1, {0, 0, 0}});
    EXPECT_FLOAT_EQ(mass.volume, 2);
    EXPECT_FLOAT_EQ(mass.centre.x, 1);
    EXPECT_FLOAT_EQ(mass.inertia.xx, (1 + 1) / 12.0f);
    EXPECT_FLOAT_EQ(mass.inertia.yy, (4 + 1) / 12.0f);
    EXPECT_FLOAT_EQ(mass.inertia.xy, 0);
}

TEST(Shapes, a_turned_box_has_the_turned_inertia) {
    TriangleMesh mesh = box({-0.5f, -0.1f, -0.1f}, {0.5f, 0.1f, 0.1f});
    for (Vec3& v : mesh.vertices) v = {0.8f * v.x - 0.6f * v.y, 0.6f * v.x + 0.8f * v.y, v.z};
    const Shape shape = sim::prepare_shape(mesh, {.density_kg_m3 = 1000});
    const double mass = 40, thin = mass / 12 * 0.08, wide = mass / 12 * 1.04;
    EXPECT_NEAR(shape.numbers.mass_kg, mass, 0.01 * mass);
    const Vec3 along = shape.numbers.inverse_inertia * Vec3{0.8f, 0.6f, 0};
    EXPECT_NEAR(length(along) * thin, 1, 0.03);
    EXPECT_NEAR(along.y / along.x, 0.75, 0.01);
    EXPECT_NEAR(length(shape.numbers.inverse_inertia * Vec3{-0.6f, 0.8f, 0}) * wide, 1, 0.03);
}

TEST(Shapes, points_lie_on_the_surface_and_in_their_clusters) {
    for (const char* name : {"chair.obj", "jack.obj", "slab.obj"}) {
        const TriangleMesh mesh = app::read_obj(std::string(SWEEPLAB_ROOT "/assets/meshes/") + name);
        const Shape shape = sim::prepare_shape(mesh);
        const sim::ShapeView view = shape.view();
        ASSERT_GT(view.point_count, 100u);
        EXPECT_EQ(view.cluster_count, (view.point_count + 31) / 32);
        float off = 0, deep = 0;
        for (uint32_t i = 0; i < view.point_count; ++i) {
            const Vec3 p = sim::xyz(view.points[i]);
            const sim::Vec4 sphere = view.clusters[i / sim::kClusterPoints];
            EXPECT_LE(length(p - sim::xyz(sphere)), sphere.w);
            float nearest = 1;
            for (const auto& t : mesh.triangles) {
                const std::array<Vec3, 3> corners = {in_body(shape, mesh.vertices[t[0]]),
                                                     in_body(shape, mesh.vertices[t[1]]),
                                                     in_body(shape, mesh.vertices[t[2]])};
                nearest = std::min(nearest, sim::distance2(corners, p));
            }
            off = std::max(off, std::sqrt(nearest));
            deep = std::min(deep, sim::field_value(view.field, p));
        }
        EXPECT_LT(off, 1e-5f) << name;
        EXPECT_GT(deep, -0.51f * view.field.spacing_m) << name;
    }
}

TEST(Shapes, no_edge_of_a_box_is_without_a_point_for_long) {
    const Shape shape = sim::prepare_shape(box({0, 0, 0}, {1, 0.3f, 0.2f}));
    const float spacing = shape.report.point_spacing_m;
    for (float x = 0; x <= 1; x += 0.003f) {
        const Vec3 at = in_body(shape, {x, 0.3f, 0.2f});
        float nearest = 1;
        for (const sim::Vec4& p : shape.points) nearest = std::min(nearest, length(sim::xyz(p) - at));
        EXPECT_LT(nearest, 0.65f * spacing) << x;
    }
}

TEST(Shapes, the_chair_is_fine_enough_and_has_its_known_thickness) {
    const Shape shape = shape_of_file("chair.obj");
    EXPECT_NEAR(shape.report.thinnest_m, 0.026f, 0.002f);  // stretchers and slats
    EXPECT_FALSE(shape.report.field_too_coarse());
    EXPECT_FALSE(shape.report.points_too_coarse());
    EXPECT_EQ(shape.report.open_share, 0);
    const Shape coarse = shape_of_file("chair.obj", {.cells = 48, .point_spacing_m = 0.05f});
    EXPECT_TRUE(coarse.report.field_too_coarse());
    EXPECT_TRUE(coarse.report.points_too_coarse());
}

TEST(Shapes, a_solid_without_opposite_faces_is_as_thick_as_it_is_deep) {
    const TriangleMesh mesh{{{0, 0, 0}, {1, 0, 1}, {1, 1, 0}, {0, 1, 1}},
                            {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}};
    const Shape shape = sim::prepare_shape(mesh);
    EXPECT_NEAR(shape.report.volume_m3, 1 / 3.0, 0.004);
    EXPECT_NEAR(shape.report.thinnest_m, 2 * 0.28868f, 2 * shape.report.spacing_m);  // its inner ball
    EXPECT_FALSE(shape.report.field_too_coarse());
}

TEST(Shapes, same_bytes_with_any_number_of_threads) {
    for (const char* name : {"chair.obj", "jack.obj"}) {
        const uint64_t one = bytes_hash(shape_of_file(name, {.cells = 64, .threads = 1}));
        for (const int threads : {2, 3, 8}) {
            EXPECT_EQ(bytes_hash(shape_of_file(name, {.cells = 64, .threads = threads})), one) << threads;
        }
    }
}

TEST(Shapes, same_bytes_from_any_compiler) {
    EXPECT_EQ(bytes_hash(shape_of_file("chair.obj", {.cells = 48})), 6218691834722757277u);
    EXPECT_EQ(bytes_hash(sim::prepare_shape(sheet(1, 8), {.cells = 40})), 34165776069928025u);
}

TEST(Shapes, a_size_scales_all_lengths) {
    const TriangleMesh mesh = box({0, 0, 0}, {2, 1, 1});
    const Shape shape = sim::prepare_shape(mesh, {.size_m = 0.5f, .density_kg_m3 = 1000});
    EXPECT_NEAR(shape.numbers.mass_kg, 0.5 * 0.25 * 0.25 * 1000, 0.4);
    EXPECT_NEAR(shape.report.thinnest_m, 0.25, 0.002);
}

TEST(Shapes, odd_meshes_become_what_they_look_like) {
    const ShapeOptions coarse{.cells = 40};
    const double ball = kTurn * 2 / 3 * 0.125;
    const TriangleMesh round = sphere(0.5f, 96, 48);
    EXPECT_NEAR(sim::prepare_shape(round, coarse).report.volume_m3, ball, 0.01 * ball);
    EXPECT_NEAR(sim::prepare_shape(turned_inside_out(round), coarse).report.volume_m3, ball, 0.01 * ball);
    // Far from the origin the floats are 1/16 m apart at 1e6: so is what is left of the ball.
    const Shape near = sim::prepare_shape(placed(round, 1, {1000, -2000, 500}), coarse);
    EXPECT_NEAR(near.report.volume_m3, ball, 0.01 * ball);
    EXPECT_FALSE(near.report.coordinates_too_coarse());
    EXPECT_TRUE(sim::prepare_shape(placed(round, 1, {1e6f, 0, 0}), coarse).report.coordinates_too_coarse());
    const Shape tiny = sim::prepare_shape(placed(round, 1e-30f, {0, 0, 0}), {.size_m = 1, .cells = 40});
    EXPECT_NEAR(tiny.report.volume_m3, ball, 0.01 * ball);

    const Shape holes = sim::prepare_shape(with_holes(round, 40), coarse);
    EXPECT_GT(holes.report.open_share, 0);
    EXPECT_FALSE(holes.report.shell);
    EXPECT_NEAR(holes.report.volume_m3, ball, 0.02 * ball);
}

TEST(Shapes, sheets_become_shells) {
    const Shape flat = sim::prepare_shape(sheet(1, 8), {.shell_m = 0.04f});
    EXPECT_TRUE(flat.report.shell);
    EXPECT_NEAR(flat.report.volume_m3, 0.04, 0.003);  // and a rim
    EXPECT_NEAR(flat.report.thinnest_m, 0.04, 1e-6);
    EXPECT_NEAR(field_at(flat, {0.5f, 0.5f, 0.01f}), -0.01f, 1e-3f);

    for (const TriangleMesh& mesh :
         {moebius(0.4f, 0.2f, 64), TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5f}}, {{0, 1, 2}}}}) {
        const Shape shape = sim::prepare_shape(mesh);
        EXPECT_TRUE(shape.report.shell);
        EXPECT_GT(shape.report.points, 50u);
        EXPECT_FALSE(shape.report.field_too_coarse());
        for (const sim::Vec4& p : shape.points) {
            EXPECT_LT(std::fabs(sim::field_value(shape.view().field, sim::xyz(p))),
                      0.3f * shape.report.spacing_m);
        }
    }
}

TEST(Shapes, the_closest_point_of_a_sliver_is_that_of_its_edges) {
    std::mt19937 random(9);
    const auto number = [&](float most) {
        return std::uniform_real_distribution<float>(-most, most)(random);
    };
    for (int turn = 0; turn < 20000; ++turn) {
        const Vec3 a = {number(50), number(50), number(50)}, along = {number(20), number(20), number(20)};
        const float share = 0.5f + number(0.5f), off = turn % 2 ? 0 : number(1e-5f);
        const Vec3 inner = a + along * share + Vec3{off, -off, off};
        const std::array<Vec3, 3> sliver = {a, a + along, inner};
        const Vec3 p = a + Vec3{number(30), number(30), number(30)};
        // All but a line: as far away as its longest edge.
        const Vec3 from_line = p - sim::closest_on_segment(a, a + along, p);
        EXPECT_NEAR(std::sqrt(sim::distance2(sliver, p)), sim::length(from_line), 1e-3f);
    }
}

TEST(Shapes, wrong_meshes_are_refused_with_the_reason) {
    const TriangleMesh good = box({0, 0, 0}, {1, 1, 1});
    EXPECT_THAT(refusal(TriangleMesh{}), HasSubstr("no faces"));
    EXPECT_THAT(refusal(TriangleMesh{{{1, 1, 1}}, {{0, 0, 0}}}), HasSubstr("extent above 0"));
    EXPECT_THAT(refusal(TriangleMesh{good.vertices, {{0, 1, 8}}}), HasSubstr("vertex 9 does not exist"));
    TriangleMesh bad = good;
    bad.vertices[3].y = std::nanf("");
    EXPECT_THAT(refusal(bad), HasSubstr("vertex 4 is not finite"));
    EXPECT_THAT(refusal(box({-3e38f, 0, 0}, {3e38f, 1, 1})), HasSubstr("too large"));
    EXPECT_THAT(refusal(placed(good, 1e-30f, {0, 0, 0})), HasSubstr("0.0001 to 10000 m"));
    EXPECT_THAT(refusal(good, {.size_m = 1e5f}), HasSubstr("100000 m long"));
    EXPECT_THAT(refusal(good, {.cells = 4}), HasSubstr("8 to 256"));
    EXPECT_THAT(refusal(good, {.shell_m = -1}), HasSubstr("not below 0"));
    EXPECT_THAT(refusal(good, {.shell_m = 3}), HasSubstr("more than 0.25 of the mesh's side"));
    EXPECT_THAT(refusal(good, {.density_kg_m3 = 0}), HasSubstr("density"));
    const TriangleMesh many{good.vertices, std::vector<std::array<uint32_t, 3>>((1 << 20) + 1, {0, 1, 2})};
    EXPECT_THAT(refusal(many), HasSubstr("1048577 triangles"));
}

TEST(Shapes, progress_grows_and_a_stop_ends_it) {
    std::vector<uint32_t> seen;
    sim::prepare_shape(torus(1, 0.3f, 32, 16),
                       {.threads = 1, .progress = [&](uint32_t percent) { seen.push_back(percent); }});
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_EQ(seen.front(), 0u);
    EXPECT_EQ(seen.back(), 100u);
    struct Stopped {};
    std::atomic<int> asked = 0;
    ShapeOptions options;
    options.stop = [&] {
        if (++asked > 5) throw Stopped();
    };
    EXPECT_THROW(sim::prepare_shape(torus(1, 0.3f, 32, 16), options), Stopped);
}

}  // namespace
