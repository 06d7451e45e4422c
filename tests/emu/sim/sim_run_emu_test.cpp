// Runs with hands, other physics and thrown bodies, by emulated CUDA kernels.
#include <cstring>

#include "sim/shapes/device_shapes.cuh"
#include "tests/emu/launch.h"
#include "tests/emu/sim/usual_engine.h"
#include "tests/sim/mesh_makers.h"
#include "tests/sim/sim_run_suite.h"
#include "tests/sim/sim_search_suite.h"

namespace {

using runs::config_of;

TEST(EmulatedRun, gives_the_bits_of_the_cpu) {
    runs::expect_bits_of_the_cpu(config_of("mixed", 100), sim::Backend::cuda, emu_worlds::usual_engine(), 24,
                                 8);
    runs::expect_bits_of_the_cpu(config_of("chairs", 4), sim::Backend::cuda, emu_worlds::usual_engine(), 12,
                                 6);
}

// Fewer points than a warp has lanes: those without one add nothing to a box.
TEST(EmulatedMeshes, boxes_of_shapes_with_few_points_are_those_of_the_cpu) {
    for (const char* scene : {"hourglass", "pyramid"}) {
        const auto config = config_of(scene, 40);
        auto emulated = config;
        emulated.backend = sim::Backend::cuda;
        emulated.engine = emu_worlds::usual_engine();
        emulated.broad_phase = sim::default_broad_phase(sim::Backend::cuda);
        const auto reference = sim::World::create(config), world = sim::World::create(emulated);
        reference->step(2);
        world->step(2);
        EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(reference->snapshot())) << scene;
        EXPECT_EQ(world->pairs_by_id(), reference->pairs_by_id()) << scene;
    }
}

/// What a shape has on a device: copies of what is read there, and no address of the host.
TEST(EmulatedMeshes, have_shapes_that_know_no_address_of_the_host) {
    const sim::Shape shape =
        sim::prepare_shape(testing_meshes::box({0, 0, 0}, {1, 0.6f, 0.4f}), {.cells = 24});
    sim::DeviceShapes shapes;
    shapes.add(shape);
    const sim::ShapeView view = shapes.views().at(0);
    EXPECT_EQ(view.field.cells, nullptr);
    EXPECT_EQ(view.points, nullptr);
    EXPECT_EQ(view.clusters, nullptr);
    uint64_t bytes = 0;
    const auto expect_copy = [&](const auto* copy, const auto& of) {
        ASSERT_NE(copy, of.data());
        EXPECT_EQ(std::memcmp(copy, of.data(), of.size() * sizeof *copy), 0);
        bytes += of.size() * sizeof *copy;
    };
    expect_copy(view.box_points, shape.box_points);
    expect_copy(view.packed.nodes, shape.search.nodes);
    expect_copy(view.tree.tops, shape.search.tops);
    expect_copy(view.tree.clusters, shape.search.clusters);
    expect_copy(view.tree.groups, shape.search.groups);
    expect_copy(view.tree.points, shape.search.points);
    EXPECT_EQ(shapes.bytes(), bytes);
}

TEST(EmulatedRun, another_engine_or_broad_phase_leaves_the_bits_alone) {
    const std::vector<searches::Change> changes = {{"fourway", "sweep"},
                                                   {emu_worlds::usual_engine(), "columns"}};
    for (const auto& [scene, bodies] : {std::pair("mixed", 100u), {"chairs", 4u}, {"plummer", 60u}}) {
        sim::WorldConfig config = config_of(scene, bodies);
        config.backend = sim::Backend::cuda;
        config.engine = emu_worlds::usual_engine();
        config.broad_phase = sim::default_broad_phase(sim::Backend::cuda);
        searches::expect_bits_of_no_change(config, changes, 5);
    }
}

}  // namespace
