// What the tests of the emulated worlds and searches share.
#pragma once
#include <gtest/gtest.h>

#include "sim/search/pair_search.h"
#include "tests/emu/launch.h"
#include "tests/emu/sim/usual_engine.h"
#include "tests/sim/pair_cases.h"
#include "tests/sim/sim_scene.h"

namespace emu_worlds {

using testing_worlds::config_of;
using testing_worlds::hash_after;

/// Runs `work` with each order of threads and blocks; the order drawn for each launch is the rule again
/// after.
template <class Work>
void in_each_order(Work work) {
    for (const auto& [order, name] : {std::pair{emu::Order::forward, "forward"},
                                      {emu::Order::reverse, "reverse"},
                                      {emu::Order::shuffled, "shuffled"}}) {
        SCOPED_TRACE(name);
        emu::set_order(order, 5);
        work();
    }
    emu::set_order(emu::Order::mixed, 1);
}

inline sim::PairsConfig search_config(const char* broad_phase, const char* engine, uint64_t first_pairs = 0) {
    return {sim::Backend::cuda, engine, broad_phase, 0, 0, {}, first_pairs};
}

inline void expect_reference(const pair_cases::Case& test, const char* broad_phase, const char* engine) {
    EXPECT_TRUE(sim::find_pairs(test.boxes, search_config(broad_phase, engine)) ==
                pair_cases::reference_pairs(test.boxes))
        << broad_phase << " with " << engine << ": " << test.name;
}

inline void expect_bits_of_the_cpu(const char* scene, uint32_t bodies, uint32_t steps,
                                   const char* broad_phase, const char* engine) {
    const uint64_t expected = hash_after(config_of(scene, bodies), steps);
    for (const bool traced : {false, true}) {
        sim::WorldConfig config = config_of(scene, bodies, sim::Backend::cuda);
        config.broad_phase = broad_phase;
        config.engine = engine;
        config.traced = traced;
        EXPECT_EQ(expected, hash_after(config, steps))
            << scene << ", " << broad_phase << " with " << engine << (traced ? ", traced" : "");
    }
}

}  // namespace emu_worlds
