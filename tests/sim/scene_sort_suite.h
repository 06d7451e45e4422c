// What is read of a world's sort on the backend `cuda`, on a device or emulated: what the CPU reads.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "app/gl/scene_sort/axis_strip.h"
#include "app/gl/scene_sort/sort_moments.h"
#include "tests/sim/sim_scene.h"

namespace testing_worlds {

/// The CPU's first.
struct TwoWorlds {
    std::unique_ptr<sim::World> world[2];
};

inline TwoWorlds two_worlds(const std::string& broad_phase, uint32_t bodies, uint32_t steps) {
    TwoWorlds two;
    for (const sim::Backend backend : {sim::Backend::cpu, sim::Backend::cuda}) {
        sim::WorldConfig config = config_of("gas", bodies, backend);
        config.broad_phase = broad_phase;
        auto& world = two.world[backend == sim::Backend::cuda];
        world = sim::World::create(config);
        world->step(steps);
        world->finish();
    }
    return two;
}

inline app::FrameSort sort_of(const sim::World& world) {
    const auto reader = app::make_frame_sort_reader(world.config().backend, 0);
    reader->start(world);
    EXPECT_TRUE(reader->ready(true));
    return reader->take().value();
}

inline void expect_one_sort(const std::string& broad_phase, uint32_t bodies) {
    const TwoWorlds two = two_worlds(broad_phase, bodies, 4);
    const app::FrameSort host = sort_of(*two.world[0]), device = sort_of(*two.world[1]);
    EXPECT_EQ(host.keys, device.keys) << broad_phase;
    EXPECT_EQ(host.ids, device.ids);
    EXPECT_EQ(host.ranks, device.ranks);
    EXPECT_EQ(host.slots, device.slots);
}

inline void expect_one_strip(const std::string& broad_phase, uint32_t bodies) {
    const TwoWorlds two = two_worlds(broad_phase, bodies, 4);
    app::Strip strip[2];
    for (int k = 0; k < 2; ++k) {
        app::StripRequest request;
        request.axis = 1;
        request.selected = 17;
        for (const uint32_t id : {17u, bodies - 1}) request.add(id);
        const auto reader = app::make_strip_reader(two.world[k]->config().backend, 0);
        reader->start(*two.world[k], request);
        strip[k] = reader->take(true).value();
    }
    ASSERT_EQ(strip[0].bodies.size(), strip[1].bodies.size());
    EXPECT_EQ(std::memcmp(strip[0].bodies.data(), strip[1].bodies.data(),
                          strip[0].bodies.size() * sizeof(app::StripBody)),
              0);
    ASSERT_EQ(strip[0].run_count, strip[1].run_count);
    for (size_t k = 0; k < strip[0].runs.size(); ++k) {
        EXPECT_EQ(strip[0].runs[k].begin, strip[1].runs[k].begin);
        EXPECT_EQ(strip[0].runs[k].end, strip[1].runs[k].end);
    }
}

/// Moments of an engine's own passes are the stable order by the digits so far.
inline void expect_moments(const char* engine, uint32_t count, bool shows_passes) {
    app::FrameSort input;
    for (uint32_t i = 0; i < count; ++i) {
        input.keys.push_back((i * 0x9e3779b1u) >> 3);
        input.ids.push_back(count - 1 - i);
    }
    const auto recorder = app::make_sort_recorder(sim::Backend::cuda, 0);
    recorder->start(*sort::find_engine(engine), {}, input);
    EXPECT_TRUE(recorder->ready(true));
    const app::SortMoments out = recorder->take();
    const auto sorter = app::make_pass_sorter(count);
    const auto sorted = [&](uint32_t bits, uint32_t passes) {
        return app::after_passes(input, *sorter, bits, passes);
    };
    EXPECT_EQ(out.moments.front().ids, input.ids);
    EXPECT_EQ(out.moments.back().ids, sorted(32, 1)) << engine;
    if (!shows_passes) {
        EXPECT_EQ(out.moments.size(), 2u) << engine;
        EXPECT_EQ(out.digit_bits, 0u) << engine;
        return;
    }
    const uint32_t bits = app::pass_bits(*sort::find_engine(engine), {});
    EXPECT_EQ(out.digit_bits, bits) << engine;
    ASSERT_EQ(out.moments.size(), (32 + bits - 1) / bits + 1) << engine;
    for (uint32_t pass = 1; pass < out.moments.size(); ++pass)
        EXPECT_EQ(out.moments[pass].ids, sorted(bits, pass)) << engine << ", pass " << pass;
}

}  // namespace testing_worlds
