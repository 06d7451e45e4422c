// The sort of the last step, rebuilt from the world, and the keys around a body of it.
#include "app/view/lesson/scene_keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "app/observe/readers/readers.h"
#include "app/view/session/session.h"
#include "tests/sim/sim_scene.h"

namespace {

using app::FrameSort;

struct Stepped {
    std::unique_ptr<sim::World> world;
    std::optional<FrameSort> sort;
};

Stepped after_steps(const std::string& scene, uint32_t bodies, const std::string& broad_phase,
                    uint32_t steps) {
    sim::WorldConfig config = testing_worlds::config_of(scene, bodies);
    config.broad_phase = broad_phase;
    Stepped out{sim::World::create(config), {}};
    out.world->step(steps);
    const auto reader = app::make_frame_sort_reader(sim::Backend::cpu, 0);
    reader->start(*out.world);
    if (reader->ready(true)) out.sort = reader->take(true);
    return out;
}

std::vector<uint32_t> stable_ranks(const std::vector<uint32_t>& keys) {
    std::vector<uint32_t> order(keys.size()), ranks(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    for (uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
    return ranks;
}

uint32_t descents(const std::vector<uint32_t>& keys) {
    uint32_t count = 0;
    for (size_t i = 1; i < keys.size(); ++i) count += keys[i - 1] > keys[i];
    return count;
}

TEST(FrameSort, is_the_input_that_the_step_sorted) {
    for (const char* scene : {"gas", "mixed", "landscape"}) {
        for (const char* broad_phase : {"sweep", "columns", "endpoint"}) {
            const Stepped stepped = after_steps(scene, 700, broad_phase, 8);
            ASSERT_TRUE(stepped.sort) << scene << " " << broad_phase;
            const FrameSort& sort = *stepped.sort;
            EXPECT_EQ(sort.ranks, stable_ranks(sort.keys)) << scene << " " << broad_phase;
            const sim::BodyView bodies = stepped.world->bodies();
            for (uint32_t i = 0; i < 700; ++i) ASSERT_EQ(bodies.id[sort.slots[i]], sort.ids[i]);
            EXPECT_EQ(std::set<uint32_t>(sort.ids.begin(), sort.ids.end()).size(), 700u);
            if (std::string(broad_phase) != "endpoint") {  // which counts those of three sorts
                EXPECT_EQ(descents(sort.keys), stepped.world->counters().descents) << scene << broad_phase;
                if (std::string(scene) == "gas") {
                    EXPECT_GT(descents(sort.keys), 0u) << broad_phase;
                }
            }
        }
    }
}

TEST(FrameSort, is_none_where_nothing_is_sorted_or_what_is_there_is_no_permutation) {
    EXPECT_FALSE(after_steps("gas", 100, "brute", 3).sort);
    const std::vector<uint32_t> keys = {1, 2, 3}, ids = {0, 1, 2};
    const auto of = [&](const std::vector<int32_t>& shifts) {
        return app::frame_sort_of({3, keys.data(), ids.data(), nullptr, shifts.data()}).has_value();
    };
    EXPECT_TRUE(of({0, -1, 1}));
    EXPECT_FALSE(of({0, -2, 1}));
    EXPECT_FALSE(of({0, 1, 1}));
}

TEST(KeysAround, are_those_of_neighbouring_ranks_in_input_order) {
    const FrameSort sort = *after_steps("gas", 500, "columns", 6).sort;
    for (const uint32_t index : {0u, 3u, 250u, 499u}) {
        const auto around = app::keys_around(sort, sort.ids[index], 32);
        ASSERT_TRUE(around);
        ASSERT_EQ(around->keys.size(), 32u);
        EXPECT_TRUE(std::count(around->ids.begin(), around->ids.end(), sort.ids[index]));
        EXPECT_LE(around->first_rank, sort.ranks[index]);
        size_t last = 0;
        std::vector<uint32_t> ranks;
        for (size_t k = 0; k < 32; ++k) {
            const size_t at =
                size_t(std::find(sort.ids.begin(), sort.ids.end(), around->ids[k]) - sort.ids.begin());
            EXPECT_EQ(sort.keys[at], around->keys[k]);
            EXPECT_TRUE(k == 0 || at > last);
            last = at;
            ranks.push_back(sort.ranks[at] - around->first_rank);
        }
        EXPECT_EQ(stable_ranks(around->keys), ranks);
    }
    EXPECT_EQ(app::keys_around(sort, sim::kNobody, 1000)->keys.size(), 500u);
    EXPECT_EQ(app::keys_around(sort, sim::kNobody, 10)->first_rank, 245u);
    EXPECT_FALSE(app::keys_around(sort, 500, 32));
}

TEST(KeysAround, are_cut_to_what_can_be_read_and_keep_every_descent) {
    const app::ReadableKeys cut = app::readable_keys({28000, 28100, 28050, 29000});
    EXPECT_EQ(cut.keys, (std::vector<uint32_t>{0, 100 >> 2, 50 >> 2, 1000 >> 2}));
    EXPECT_EQ(cut.cut, ", less 28,000 and without their 2 low bits");
    const app::ReadableKeys close = app::readable_keys({28000, 28002, 28001, 29000});  // 2 and 1 stay apart
    EXPECT_EQ(close.keys, (std::vector<uint32_t>{0, 2 >> 1, 1 >> 1, 1000 >> 1}));
    EXPECT_EQ(close.cut, ", less 28,000 and without their lowest bit");
    EXPECT_EQ(app::readable_keys({3, 1, 255}).keys, (std::vector<uint32_t>{3, 1, 255}));
    EXPECT_EQ(app::readable_keys({3, 1, 255}).cut, "");
}

TEST(KeysAround, of_a_session_wait_for_a_step_of_this_world) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 300);
    app::ViewOptions options;
    app::Session session(options, config);
    std::string why;
    EXPECT_FALSE(app::keys_around(session.simulation, 7, 64, &why));
    EXPECT_EQ(why, "no step was done yet");
    session.simulation.step_exactly(4);
    const auto around = app::keys_around(session.simulation, 7, 64, &why);
    ASSERT_TRUE(around) << why;
    const auto first = app::keys_around(session.simulation, sim::kNobody, 32, &why);
    ASSERT_TRUE(first) << why;
    EXPECT_GT(descents(first->keys), 0u) << "those around the first descent";
    EXPECT_EQ(around->keys.size(), 64u);
    EXPECT_TRUE(std::count(around->ids.begin(), around->ids.end(), 7u));
}

}  // namespace
