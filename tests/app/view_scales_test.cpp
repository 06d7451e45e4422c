// The scales of the colours: what the body statistics count, how its percentiles become round ends, what the legend says.
#include <gtest/gtest.h>

#include <cmath>

#include "app/base/numbers.h"
#include "app/view/session/scales.h"
#include "tests/app/ui_fake_world.h"

namespace {

using app::BodyStatistics;

TEST(BodyStatistics, bins_hold_an_eighth_of_a_power_of_two_and_give_small_whole_numbers_back) {
    for (int whole = 0; whole <= 16; ++whole)
        EXPECT_EQ(app::statistics_value(app::statistics_bin(float(whole))), float(whole));
    for (float value = 1e-5f; value < 1e7f; value *= 1.013f) {
        const uint32_t bin = app::statistics_bin(value);
        EXPECT_LE(app::statistics_value(bin), value);
        EXPECT_GT(app::statistics_value(bin + 1), value);
        EXPECT_LE(value / app::statistics_value(bin), 1.126f);
    }
    EXPECT_EQ(app::statistics_bin(0), 0u);
    EXPECT_EQ(app::statistics_bin(1e-30f), 0u);
    EXPECT_EQ(app::statistics_bin(INFINITY), app::kStatisticsBins - 1);
}

TEST(BodyStatistics, ninety_nine_of_a_hundred_are_below_the_percentile) {
    BodyStatistics statistics{};
    statistics.speed[app::statistics_bin(1)] = 990;
    statistics.speed[app::statistics_bin(64)] = 10;
    EXPECT_EQ(app::percentile_99(statistics.speed), 1);
    statistics.speed[app::statistics_bin(64)] = 11;
    EXPECT_EQ(app::percentile_99(statistics.speed), 64);
    EXPECT_EQ(app::percentile_99(statistics.shift), 0) << "of no bodies";
}

/// A world of bodies that the test has put there.
class Placed : public fake::World {
public:
    explicit Placed(uint32_t bodies) : World(config_of(bodies), nullptr), shift(bodies), pairs(bodies) {
        for (uint32_t slot = 0; slot < bodies; ++slot) {
            place.push_back({float(slot) - 5, 2, -float(slot), 0.5f});
            velocity.push_back({0, 3, 4, 1});
            id.push_back(slot);
        }
    }
    sim::BodyView bodies() const override {
        return {uint32_t(id.size()), place.data(), velocity.data(), nullptr, id.data(), nullptr,
                shift.data(),        pairs.data(), nullptr};
    }
    static sim::WorldConfig config_of(uint32_t bodies) {
        app::Options options;
        options.bodies = bodies;
        return fake::resolve(options);
    }
    std::vector<sim::Vec4> place, velocity;
    std::vector<uint32_t> id;
    std::vector<int32_t> shift;
    std::vector<uint32_t> pairs;
};

BodyStatistics statistics_of(const sim::World& world) {
    const auto statistics_reader = app::make_statistics_reader(sim::Backend::cpu, 0);
    statistics_reader->start(world);
    return statistics_reader->take(true).value();
}

TEST(BodyStatistics, of_a_world_has_bounds_and_counts) {
    Placed world(100);
    world.shift[3] = -7;
    world.pairs[4] = 12;
    const BodyStatistics statistics = statistics_of(world);
    EXPECT_EQ(statistics.bodies, 100u);
    EXPECT_EQ(statistics.speed[app::statistics_bin(5)], 100u);
    EXPECT_EQ(statistics.shift[app::statistics_bin(7)], 1u);
    EXPECT_EQ(statistics.pairs[app::statistics_bin(12)], 1u);
    const sim::Container bounds = *app::bounds_of(statistics);
    EXPECT_EQ(bounds.min_m.x, -5.5f);
    EXPECT_EQ(bounds.max_m.x, 94.5f);
    EXPECT_EQ(bounds.min_m.y, 1.5f);
    EXPECT_EQ(bounds.max_m.y, 2.5f);
    EXPECT_EQ(bounds.min_m.z, -99.5f);
    EXPECT_EQ(bounds.max_m.z, 0.5f);
    EXPECT_FALSE(app::bounds_of(BodyStatistics{}));
}

TEST(BodyStatistics, of_many_bodies_looks_at_some_whatever_their_slots) {
    constexpr uint32_t kBodies = 4 * app::kCountedBodies;
    Placed world(kBodies);
    const BodyStatistics statistics = statistics_of(world);
    EXPECT_NEAR(statistics.bodies, app::kCountedBodies, 0.01 * app::kCountedBodies);
    std::reverse(world.place.begin(), world.place.end());
    std::reverse(world.id.begin(), world.id.end());
    const BodyStatistics turned = statistics_of(world);
    EXPECT_EQ(0, std::memcmp(&statistics, &turned, sizeof statistics));
    // No part of the ids is left out.
    for (uint32_t first = 0; first < kBodies; first += kBodies / 64) {
        uint32_t seen = 0;
        for (uint32_t id = first; id < first + kBodies / 64; ++id) seen += app::is_counted(id, kBodies);
        EXPECT_NEAR(seen, app::kCountedBodies / 64, app::kCountedBodies / 640);
    }
}

TEST(Scales, end_at_one_two_or_five_times_a_power_of_ten) {
    EXPECT_EQ(app::round_up(0.03f), 0.05f);
    EXPECT_EQ(app::round_up(1), 1);
    EXPECT_EQ(app::round_up(1.01f), 2);
    EXPECT_EQ(app::round_up(20), 20);
    EXPECT_EQ(app::round_up(501), 1000);
}

TEST(Scales, stay_while_what_there_is_hardly_changes) {
    EXPECT_EQ(app::next_scale(0, 4, 0.5f), 5) << "the first one";
    EXPECT_EQ(app::next_scale(5, 5.9f, 0.5f), 5);
    EXPECT_EQ(app::next_scale(5, 6.1f, 0.5f), 10);
    EXPECT_EQ(app::next_scale(10, 3.1f, 0.5f), 10);
    EXPECT_EQ(app::next_scale(10, 2.9f, 0.5f), 5);
    EXPECT_EQ(app::next_scale(10, 0, 0.5f), 0.5f) << "what rests does not become as bright as what runs";
    EXPECT_EQ(app::next_scale(0, 0, 0.5f), 0.5f);
    // From any scale, a percentile that stays leads to one scale that stays.
    for (float value = 0.6f; value < 1e4f; value *= 1.07f) {
        const float scale = app::next_scale(1, value, 0.5f);
        EXPECT_EQ(app::next_scale(scale, value, 0.5f), scale) << value;
    }
}

TEST(Scales, of_a_session_follow_its_bodies_and_the_legend_tells_them) {
    app::Session session({}, fake::resolve({}), fake::resolve, fake::create);
    session.view.follow_exactly(0);
    EXPECT_EQ(session.view.draw.scales.speed_m_s, 5) << "the bodies of this world move at 0 to 4 m/s";
    EXPECT_EQ(session.view.draw.scales.shift, 10);
    EXPECT_EQ(session.view.draw.scales.pairs, 10);
    const auto texts = [&](app::Colour colour) {
        std::string all;
        for (const app::LegendEntry& entry :
             app::legend(colour, app::LegendScene::of(session.simulation.config().scene,
                                                      session.simulation.config().bodies, session.view.draw)))
            all += entry.text + ";";
        return all;
    };
    EXPECT_NE(texts(app::Colour::speed).find("5 m/s or more"), std::string::npos);
    EXPECT_NE(texts(app::Colour::shift).find("10 or more forward"), std::string::npos);
    EXPECT_NE(texts(app::Colour::pairs).find("10 or more"), std::string::npos);
    session.view.draw.scales.shift = 5000;
    EXPECT_NE(texts(app::Colour::shift).find("5,000 or more forward"), std::string::npos);
}

TEST(Scales, of_another_scene_are_its_own_whatever_they_were) {
    app::Session session({}, fake::resolve({}), fake::resolve, fake::create);
    session.view.follow_exactly(0);
    session.view.draw.scales.speed_m_s = 6;
    session.view.follow_exactly(0);
    EXPECT_EQ(session.view.draw.scales.speed_m_s, 6) << "near enough to 5 to stay";
    session.changes.next.scene = "pile";
    session.changes.apply();
    session.view.follow_exactly(0);
    EXPECT_EQ(session.view.draw.scales.speed_m_s, 5);
}

TEST(Scales, a_legend_s_entries_stand_where_the_bodies_of_that_value_do) {
    app::LegendScene scene;
    for (const float scale : {10.0f, 20.0f, 1000.0f, 50000.0f}) {
        scene.scales.shift = scale;
        scene.scales.pairs = std::min(scale, 100.0f);
        for (const app::LegendEntry& entry : app::legend(app::Colour::shift, scene)) {
            std::string digits = entry.text.substr(0, entry.text.find(' '));
            digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
            const float places = entry.text == "same place" ? 0 : std::stof(digits);
            const bool back = entry.text.find("back") != std::string::npos;
            EXPECT_NEAR(entry.value, app::shift_value(back ? -places : places, scene.scales), 1e-6)
                << entry.text;
        }
        float before = -1;
        for (const app::LegendEntry& entry : app::legend(app::Colour::pairs, scene)) {
            EXPECT_NEAR(entry.value, app::pairs_value(std::stof(entry.text), scene.scales), 1e-6);
            EXPECT_GT(entry.value, before) << "no entry twice";
            before = entry.value;
        }
    }
}

TEST(Colours, at_the_start_are_the_scene_s_until_others_are_chosen) {
    const auto resolve = [](const app::Options& options) {
        sim::WorldConfig config = fake::resolve(options);
        if (options.scene == "gas") config.scene.camera.colour = "speed";
        return config;
    };
    app::ViewOptions options;
    options.scene = "gas";
    app::Session session(options, resolve(options), resolve, fake::create);
    EXPECT_EQ(session.view.draw.colour, app::Colour::speed);
    session.changes.next.scene = "pile";
    session.changes.apply();
    EXPECT_EQ(session.view.draw.colour, app::Colour::kind);
    session.view.draw.colour = app::Colour::rank;
    session.changes.next.scene = "gas";
    session.changes.apply();
    EXPECT_EQ(session.view.draw.colour, app::Colour::rank);

    options.colour = "pairs";
    app::Session asked(options, resolve(options), resolve, fake::create);
    EXPECT_EQ(asked.view.draw.colour, app::Colour::pairs);
}

}  // namespace
