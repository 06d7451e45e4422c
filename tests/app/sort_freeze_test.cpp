// A frozen sort: what its moments are, what they look like, and that letting go leaves no trace.
#include "app/view/inspect/sort_freeze.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "app/observe/sort_colour.h"
#include "app/view/session/session.h"
#include "tests/sim/sim_scene.h"

namespace {

using app::Colour;
using app::FrameSort;
using app::SortFreeze;

std::unique_ptr<sim::World> world_of(const std::string& engine, uint32_t bodies, uint32_t steps,
                                     const std::string& broad_phase = "columns") {
    sim::WorldConfig config = testing_worlds::config_of("gas", bodies);
    config.engine = engine;
    config.broad_phase = broad_phase;
    auto world = sim::World::create(config);
    world->step(steps);
    return world;
}

SortFreeze frozen(const sim::World& world) {
    SortFreeze freeze(sim::Backend::cpu, 0);
    freeze.start(world);
    EXPECT_TRUE(freeze.poll());
    EXPECT_TRUE(freeze.ready());
    return freeze;
}

/// Bodies in stable order by the lower bits of their keys.
std::vector<uint32_t> stable_by(const FrameSort& sort, uint32_t bits) {
    const uint32_t mask = bits >= 32 ? ~0u : (1u << bits) - 1;
    std::vector<uint32_t> order(sort.keys.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return (sort.keys[a] & mask) < (sort.keys[b] & mask); });
    for (uint32_t& index : order) index = sort.ids[index];
    return order;
}

TEST(SortFreeze, moments_of_passes_are_the_stable_order_by_the_digits_so_far) {
    const auto world = world_of("cpu-radix", 900, 4);
    SortFreeze freeze = frozen(*world);
    for (const uint32_t bits : {1u, 2u, 3u, 8u}) {
        freeze.show_passes(bits);
        ASSERT_EQ(freeze.moments(), int((32 + bits - 1) / bits) + 1);
        EXPECT_EQ(freeze.ids(0), freeze.sort().ids);
        for (int moment = 0; moment < freeze.moments(); ++moment)
            ASSERT_EQ(freeze.ids(moment), stable_by(freeze.sort(), bits * uint32_t(moment)))
                << bits << " " << moment;
        EXPECT_EQ(freeze.ids(freeze.moments() - 1), stable_by(freeze.sort(), 32));
    }
}

TEST(SortFreeze, a_pass_over_bits_that_all_keys_share_is_idle) {
    sim::Snapshot start{{}, {{-5, -5, -5}, {5, 5, 5}}, 0};
    for (uint32_t id = 0; id < 25;
         ++id) {  // between 2 and 8 on every axis: keys of one sign, of few exponents
        const float at = 2.1f + 0.1f * float(id);
        start.bodies.push_back({{at, at, at}, 0.02f, {0, 0, 0}, 500, {0, 0, 0}, 0});
    }
    sim::WorldConfig config = testing_worlds::config_of("gas", 25);
    config.broad_phase = "sweep";
    const auto world = sim::World::create(config, &start);
    world->step(1);
    SortFreeze freeze = frozen(*world);
    const std::vector<uint32_t>& keys = freeze.sort().keys;
    const uint32_t all = std::accumulate(keys.begin(), keys.end(), ~0u, std::bit_and<>());
    const uint32_t any = std::accumulate(keys.begin(), keys.end(), 0u, std::bit_or<>());
    ASSERT_NE(all, 0u) << "no bit is set in all keys";
    for (const uint32_t bits : {1u, 2u, 3u, 8u}) {
        freeze.show_passes(bits);
        EXPECT_FALSE(freeze.idle(0)) << "no pass was done";
        int changes = 0;  // between passes that are idle and those that are not
        for (int moment = 1; moment < freeze.moments(); ++moment) {
            const uint64_t digits = uint64_t{all ^ any} >> bits * uint32_t(moment - 1) & ((1u << bits) - 1);
            EXPECT_EQ(freeze.idle(moment), digits == 0) << bits << " bits, pass " << moment;
            changes += moment > 1 && freeze.idle(moment) != freeze.idle(moment - 1);
        }
        EXPECT_GT(changes, 0) << bits << " bits, all keys differ in " << std::hex << (all ^ any);
    }
}

TEST(SortFreeze, the_engine_shows_what_it_found_and_ends_in_order) {
    for (const char* engine : {"cpu-adaptive", "cpu-radix", "tbb-sort", "std-sort"}) {
        for (const char* broad_phase : {"sweep", "columns", "endpoint"}) {
            const auto world = world_of(engine, 3000, 3, broad_phase);
            SortFreeze freeze = frozen(*world);
            ASSERT_GE(freeze.moments(), 2) << engine;
            EXPECT_EQ(freeze.name(0), "before the sort");
            EXPECT_EQ(freeze.ids(0), freeze.sort().ids);
            EXPECT_EQ(freeze.name(freeze.moments() - 1), "after the sort");
            EXPECT_EQ(freeze.ids(freeze.moments() - 1), stable_by(freeze.sort(), 32)) << engine;
        }
    }
}

/// A sort of keys that are given.
struct Recorded {
    FrameSort input;
    app::SortMoments out;
};
Recorded recorded(const char* engine, std::vector<uint32_t> keys) {
    Recorded all;
    all.input.keys = std::move(keys);
    all.input.ids.resize(all.input.keys.size());
    std::iota(all.input.ids.rbegin(), all.input.ids.rend(), 0u);
    const auto recorder = app::make_sort_recorder(sim::Backend::cpu, 0);
    recorder->start(*sort::find_engine(engine), {}, all.input);
    EXPECT_TRUE(recorder->ready(true));
    all.out = recorder->take(false).value();
    return all;
}

TEST(SortFreeze, few_movers_are_those_that_the_engine_took_out) {
    std::vector<uint32_t> keys(40000);
    for (uint32_t i = 0; i < keys.size(); ++i) keys[i] = 10 * i;
    keys[300] = 350001;
    const Recorded all = recorded("cpu-adaptive", keys);
    EXPECT_TRUE(std::count(all.out.movers.begin(), all.out.movers.end(), 300u));
    EXPECT_LT(all.out.movers.size(), 5u);
    EXPECT_EQ(all.out.movers.size(), all.out.report.movers);
    EXPECT_EQ(all.out.moments.back().ids, stable_by(all.input, 32));
}

TEST(SortFreeze, windows_lie_between_before_and_after) {
    std::vector<uint32_t> keys(200000);
    for (uint32_t i = 0; i < keys.size(); ++i) keys[i] = 10 * (i ^ (i % 64 < 32 ? 5 : 0));
    const Recorded all = recorded("cpu-adaptive", keys);
    EXPECT_TRUE(all.out.windows);
    EXPECT_GE(all.out.moments.size(), 2u);
    EXPECT_EQ(all.out.moments.back().ids, stable_by(all.input, 32));
}

TEST(SortFreeze, buckets_are_seen_where_the_engine_makes_them) {
    std::vector<uint32_t> keys(1 << 18);
    for (uint32_t i = 0; i < keys.size(); ++i) keys[i] = i * 0x9e3779b1u;
    const Recorded all = recorded("cpu-radix", keys);
    ASSERT_EQ(all.out.moments.size(), 3u);
    EXPECT_EQ(all.out.moments[1].name, "in buckets");
    std::vector<uint32_t> by_id = all.out.moments[1].ids;
    uint32_t descents = 0;
    for (size_t i = 1; i < by_id.size(); ++i) {
        const auto key = [&](uint32_t id) { return all.input.keys[by_id.size() - 1 - id]; };
        descents += key(by_id[i - 1]) >> 27 > key(by_id[i]) >> 27;
    }
    EXPECT_EQ(descents, 0u) << "the upper five bits, at least, are in order";
    std::sort(by_id.begin(), by_id.end());
    for (uint32_t i = 0; i < by_id.size(); ++i) ASSERT_EQ(by_id[i], i);
}

TEST(SortFreeze, what_a_sort_leaves_is_in_buckets_or_something_else) {
    const std::vector<uint32_t> sorted = {9, 4, 7, 1, 0, 3, 8, 2};
    EXPECT_TRUE(app::are_in_buckets({4, 9, 1, 7, 3, 0, 2, 8}, sorted));
    EXPECT_FALSE(app::are_in_buckets(sorted, sorted)) << "in their places already";
    EXPECT_FALSE(app::are_in_buckets({2, 8, 3, 0, 1, 7, 4, 9}, sorted)) << "parts in another order";
    EXPECT_FALSE(app::are_in_buckets({4, 9, 1, 7, 3, 0, 2, 2}, sorted)) << "one twice";
    EXPECT_FALSE(app::are_in_buckets({4, 9, 1, 7, 3, 0, 2, 77}, sorted)) << "a stranger";
    EXPECT_FALSE(app::are_in_buckets({}, {}));
}

TEST(SortFreeze, values_follow_the_moment) {
    const auto world = world_of("cpu-radix", 500, 3);
    SortFreeze freeze = frozen(*world);
    const FrameSort& sort = freeze.sort();
    freeze.show_passes(4);
    freeze.go_to(99);
    EXPECT_EQ(freeze.moment(), 8);
    freeze.go_to(3);
    const auto digits = freeze.values(Colour::digit, {0, 2}, 64);
    const auto places = freeze.values(Colour::rank, {0, 2}, 64);
    const auto tiles = freeze.values(Colour::tile, {0, 2}, 64);
    const auto disorder = freeze.values(Colour::disorder, {0, 2}, 64);
    EXPECT_EQ(freeze.values(Colour::disorder, {0, 2}, 64), disorder) << "made once";
    EXPECT_FALSE(freeze.values(Colour::kind, {0, 2}, 64));
    const std::vector<uint32_t>& ids = freeze.ids();
    for (uint32_t place = 0; place < ids.size(); ++place) {
        const size_t index =
            size_t(std::find(sort.ids.begin(), sort.ids.end(), ids[place]) - sort.ids.begin());
        const uint32_t slot = sort.slots[index];
        EXPECT_EQ(app::digit_of_value((*digits)[slot], 4), sort.keys[index] >> 8 & 15)
            << "of the pass done last";
        EXPECT_FLOAT_EQ((*places)[slot], float(place) / 499);
        EXPECT_EQ(app::tile_of_value((*tiles)[slot], 8), place / 64);
        if (place + 1 == ids.size()) continue;
        const size_t next =
            size_t(std::find(sort.ids.begin(), sort.ids.end(), ids[place + 1]) - sort.ids.begin());
        EXPECT_EQ(app::disorder_of_value((*disorder)[slot]) == app::OrderMark::descent,
                  sort.keys[index] > sort.keys[next]);
    }
    freeze.go_to(8);
    for (const float value : *freeze.values(Colour::disorder, {0, 2}, 64))
        EXPECT_EQ(app::disorder_of_value(value), app::OrderMark::in_order);
}

/// Bodies in a row, in order of their ids, of which number 300 flies past most others in a step.
sim::Snapshot row_with_a_flier() {
    sim::Snapshot start{{}, {{-5, -5, -5}, {5, 5, 5}}, 0};
    for (uint32_t id = 0; id < 5000; ++id)
        start.bodies.push_back({{-4.5f + 0.0018f * float(id), 0, 0}, 1e-4f, {0, 0, 0}, 500, {0, 0, 0}, 0});
    start.bodies[300].position_m.y = 1;
    start.bodies[300].velocity_m_s.x = 500;
    return start;
}

TEST(SortFreeze, movers_are_marked_and_said_to_be_there_among_what_the_engine_showed) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 5000);
    config.engine = "cpu-adaptive";
    config.broad_phase = "sweep";
    const sim::Snapshot start = row_with_a_flier();
    const auto world = sim::World::create(config, &start);
    world->step(1);
    SortFreeze freeze = frozen(*world);
    ASSERT_TRUE(freeze.has_movers());
    const auto marked = [&] {
        std::vector<uint32_t> ids;
        const auto values = freeze.values(Colour::disorder, {0, 2}, 64);
        for (uint32_t index = 0; index < values->size(); ++index)
            if (app::disorder_of_value((*values)[freeze.sort().slots[index]]) == app::OrderMark::mover)
                ids.push_back(freeze.sort().ids[index]);
        return ids;
    };
    std::vector<uint32_t> movers;
    for (const uint32_t index : freeze.engine().movers) movers.push_back(freeze.sort().ids[index]);
    std::sort(movers.begin(), movers.end());
    EXPECT_TRUE(std::count(movers.begin(), movers.end(), 300u));
    std::vector<uint32_t> ids = marked();
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(ids, movers);
    freeze.show_passes(4);
    EXPECT_TRUE(marked().empty()) << "passes have none";
}

struct Live {
    explicit Live(const std::string& broad_phase = "columns") : session(options(), config(broad_phase)) {}
    static app::ViewOptions options() { return {}; }
    static sim::WorldConfig config(const std::string& broad_phase) {
        sim::WorldConfig config = testing_worlds::config_of("gas", 400);
        config.broad_phase = broad_phase;
        return config;
    }
    app::Session session;
};

TEST(SortFreeze, a_session_freezes_pauses_and_goes_on_as_before) {
    Live live;
    app::Session& session = live.session;
    session.inspector.freeze_sort();
    EXPECT_FALSE(session.inspector.freezes()) << "no step yet";
    EXPECT_TRUE(session.messages.newest_is_error());
    session.simulation.step_exactly(3);
    const uint64_t hash = sim::state_hash(session.simulation.world().snapshot());
    session.view.draw.colour = Colour::speed;
    session.inspector.freeze_sort(true);
    ASSERT_TRUE(session.inspector.frozen());
    EXPECT_TRUE(session.simulation.paused);
    EXPECT_EQ(session.view.draw.colour, Colour::rank) << "which shows the order best";
    session.inspector.show_sort();
    ASSERT_TRUE(session.view.draw.sort.values);
    EXPECT_EQ(session.view.draw.sort.moment, "before the sort");
    session.inspector.move_moment(2);
    session.inspector.show_sort();
    EXPECT_EQ(session.view.draw.sort.moment, "after pass 2 of 16");
    EXPECT_EQ(session.view.draw.sort.style.digit_begin, 2u);
    session.inspector.freeze_sort();
    EXPECT_FALSE(session.inspector.freezes());
    EXPECT_FALSE(session.simulation.paused);
    EXPECT_EQ(session.view.draw.colour, Colour::speed);
    session.inspector.show_sort();
    EXPECT_FALSE(session.view.draw.sort.values);
    EXPECT_EQ(session.view.draw.sort.moment, "");
    EXPECT_EQ(sim::state_hash(session.simulation.world().snapshot()), hash);
}

TEST(SortFreeze, a_session_says_what_the_engine_repaired) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 5000);
    config.engine = "cpu-adaptive";
    config.broad_phase = "sweep";
    const auto create = [](const sim::WorldConfig& given, const sim::Snapshot* from) {
        const sim::Snapshot start = row_with_a_flier();
        return sim::World::create(given, from ? from : &start);
    };
    app::Session session({}, config, app::resolve_scene_or_data, create);
    session.simulation.step_exactly(1);
    session.view.draw.colour = Colour::disorder;  // else it shows passes
    session.inspector.freeze_sort(true);
    ASSERT_TRUE(session.inspector.frozen());
    session.inspector.show_sort();
    EXPECT_TRUE(session.view.draw.sort.has_movers);
    EXPECT_FALSE(session.view.draw.sort.has_windows);
    session.inspector.freeze_sort();
    session.inspector.show_sort();
    EXPECT_FALSE(session.view.draw.sort.has_movers) << "let go";
}

TEST(SortFreeze, a_step_or_another_world_lets_it_go) {
    Live live;
    app::Session& session = live.session;
    session.simulation.step_exactly(2);
    session.inspector.freeze_sort(true);
    session.simulation.single_steps = 1;
    session.simulation.step_live(1);
    session.inspector.show_sort();
    EXPECT_FALSE(session.inspector.freezes());
    EXPECT_TRUE(session.simulation.paused) << "one step by hand";
    session.inspector.freeze_sort(true);
    session.simulation.paused = false;
    session.inspector.show_sort();
    EXPECT_FALSE(session.inspector.freezes());
    EXPECT_FALSE(session.simulation.paused) << "though it was paused before";
    session.inspector.freeze_sort(true);
    ASSERT_TRUE(session.inspector.frozen());
    session.changes.next.restart = true;
    session.changes.apply();
    EXPECT_FALSE(session.inspector.freezes());
}

TEST(SortFreeze, says_why_where_nothing_is_sorted) {
    Live live("brute");
    live.session.simulation.step_exactly(2);
    live.session.inspector.freeze_sort(true);
    EXPECT_FALSE(live.session.inspector.freezes());
    EXPECT_EQ(live.session.messages.newest(),
              "There is no sort to freeze: the broad phase brute does not sort");
    live.session.inspector.show_sort();
    EXPECT_FALSE(live.session.view.draw.sort.style.sorted);
}

TEST(PassInView, is_the_upper_digit_that_differs_until_one_is_chosen) {
    Live live;
    app::Session& session = live.session;
    session.simulation.step_exactly(2);
    session.view.follow_exactly(0);
    const sim::BodyView bodies = session.simulation.world().bodies();
    const uint32_t differ =
        bodies.sort_keys[0] ^ bodies.sort_keys[bodies.count - 1];  // the least and the greatest
    const app::PassInView usual = session.inspector.pass_in_view();
    EXPECT_EQ(usual.bits, 2u);
    EXPECT_EQ(usual.passes, 16u);
    EXPECT_NE(differ >> usual.begin_bit, 0u);
    EXPECT_EQ(uint64_t(differ) >> (usual.begin_bit + 2), 0u);
    session.inspector.choose_pass(40, 3);
    const app::PassInView last = session.inspector.pass_in_view();
    EXPECT_EQ(last.pass, 10u);
    EXPECT_EQ(last.bits, 2u) << "bits 30 and 31";
    EXPECT_EQ(last.passes, 11u);
    session.inspector.move_moment(-1);
    EXPECT_EQ(session.inspector.pass_in_view().begin_bit, 27u);
}

}  // namespace
