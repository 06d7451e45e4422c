// World::set_engine() and set_broad_phase() on the CPU: the same bits, in every kind of scene.
#include "sim/search/pair_search.h"
#include "sim/search/search_common.h"
#include "tests/sim/sim_scene.h"
#include "tests/sim/sim_search_suite.h"

namespace {

using searches::Change;
using testing_worlds::config_of;

const std::vector<Change> kChanges = {{"std-sort", ""}, {"", "sweep"},         {"cpu-radix", "columns"},
                                      {"", "endpoint"}, {"tbb-sort", "brute"}, {"cpu-adaptive", "sweep"},
                                      {"", "auto"}};

TEST(ChangedSearch, leaves_the_bits_of_spheres_alone) {
    for (const char* scene : testing_worlds::kContainerScenes)
        searches::expect_bits_of_no_change(config_of(scene, 500), kChanges, 20);
}

TEST(ChangedSearch, leaves_the_bits_of_meshes_alone) {
    searches::expect_bits_of_no_change(config_of("chairs", 12), kChanges, 30);
}

TEST(ChangedSearch, leaves_the_bits_of_gravity_and_ground_alone) {
    searches::expect_bits_of_no_change(config_of("plummer", 300), kChanges, 6);
    searches::expect_bits_of_no_change(config_of("landscape", 300), kChanges, 10);
}

TEST(ChangedSearch, is_refused_where_there_is_none_of_that_name) {
    searches::expect_refusals_change_nothing(config_of("pile", 200));
}

TEST(EngineConfig, has_the_threads_of_all_other_work) {
    sim::WorldConfig world;
    sim::PairsConfig pairs;
    for (const int threads : {0, 1, 3}) {
        world.threads = pairs.threads = threads;
        world.engine_config.threads = pairs.engine_config.threads = 7;
        EXPECT_EQ(sim::engine_config(world).threads, threads);
        EXPECT_EQ(sim::engine_config(pairs).threads, threads);
    }
}

}  // namespace
