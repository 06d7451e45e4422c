// What is read of a world's sort on the backend `cuda`, on a device or emulated: what the CPU reads.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "app/observe/readers/readers.h"
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
    return reader->take(false).value();
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

/// A sort of keys that are given, of bodies that are numbered from the last on.
struct Recorded {
    app::FrameSort input;
    app::SortMoments out;
};
inline Recorded recorded(const char* engine, std::vector<uint32_t> keys) {
    Recorded all;
    all.input.keys = std::move(keys);
    for (size_t i = all.input.keys.size(); i-- > 0;) all.input.ids.push_back(static_cast<uint32_t>(i));
    const auto recorder = app::make_sort_recorder(sim::Backend::cuda, 0);
    recorder->start(*sort::find_engine(engine), {}, all.input);
    EXPECT_TRUE(recorder->ready(true));
    all.out = recorder->take(false).value();
    EXPECT_EQ(all.out.moments.front().ids, all.input.ids) << engine;
    const auto sorter = app::make_pass_sorter(static_cast<uint32_t>(all.input.keys.size()));
    EXPECT_EQ(all.out.moments.back().ids, app::after_passes(all.input, *sorter, 32, 1)) << engine;
    return all;
}

inline std::vector<uint32_t> mixed_keys(uint32_t count) {
    std::vector<uint32_t> keys;
    for (uint32_t i = 0; i < count; ++i) keys.push_back((i * 0x9e3779b1u) >> 3);
    return keys;
}

inline void expect_buckets(const char* engine, uint32_t count) {
    const Recorded all = recorded(engine, mixed_keys(count));
    ASSERT_EQ(all.out.moments.size(), 3u) << engine;
    EXPECT_EQ(all.out.moments[1].name, "in buckets");
    // Nobody is further from the sorted place than a bucket is long; of 64 buckets and more none is an eighth of all.
    const std::vector<uint32_t>&ids = all.out.moments[1].ids, &sorted = all.out.moments[2].ids;
    std::vector<uint32_t> rank(count);
    for (uint32_t i = 0; i < count; ++i) rank[sorted[i]] = i;
    uint32_t farthest = 0, moved = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t way = rank[ids[i]] < i ? i - rank[ids[i]] : rank[ids[i]] - i;
        farthest = std::max(farthest, way);
        moved += way != 0;
    }
    EXPECT_LT(farthest, count / 8) << engine;
    EXPECT_GT(moved, count / 2) << engine << ": in the order of the input inside a bucket";
    EXPECT_FALSE(all.out.windows);
    EXPECT_TRUE(all.out.movers.empty());
}

/// One body has come from far away.
inline void expect_movers(const char* engine, uint32_t count) {
    std::vector<uint32_t> keys(count);
    for (uint32_t i = 0; i < count; ++i) keys[i] = 10 * i;
    keys[300] = 10 * count - 15;
    const Recorded all = recorded(engine, keys);
    EXPECT_TRUE(std::count(all.out.movers.begin(), all.out.movers.end(), 300u)) << engine;
    EXPECT_LT(all.out.movers.size(), 5u);
    EXPECT_EQ(all.out.movers.size(), all.out.report.movers);
    EXPECT_EQ(all.out.moments.size(), 2u);
    EXPECT_FALSE(all.out.windows);
}

/// Bodies have changed places with near ones.
inline void expect_windows(const char* engine, uint32_t count) {
    std::vector<uint32_t> keys(count);
    for (uint32_t i = 0; i < count; ++i) keys[i] = 10 * (i ^ (i % 64 < 32 ? 5 : 0));
    const Recorded all = recorded(engine, keys);
    EXPECT_TRUE(all.out.windows) << engine;
    EXPECT_TRUE(all.out.movers.empty());
    EXPECT_EQ(all.out.moments.size(), 2u);
}

/// Moments of an engine's own passes are the stable order by the digits so far.
inline void expect_moments(const char* engine, uint32_t count, bool shows_passes) {
    const Recorded all = recorded(engine, mixed_keys(count));
    const app::FrameSort& input = all.input;
    const app::SortMoments& out = all.out;
    const auto sorter = app::make_pass_sorter(count);
    const auto sorted = [&](uint32_t bits, uint32_t passes) {
        return app::after_passes(input, *sorter, bits, passes);
    };
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
