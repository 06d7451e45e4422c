// Races: turns, ratios, budget, reasons and cancelling with made-up racers; then the real ones on small inputs.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

#include "app/bench/race/race_pairs.h"
#include "app/bench/race/race_report.h"
#include "app/bench/race/race_sorts.h"
#include "sim/broad_phase/choose_broad_phase.h"
#include "sort/base/errors.h"

namespace {

using app::Race;
using app::RaceEntry;
using app::RaceRow;

/// What happened, and the time that it took.
struct Track {
    std::string log;
    double now_s = 0;

    RaceEntry entry(const std::string& name, double run_ms, bool in_use = false,
                    const std::string& fault = "") {
        struct Runner : app::Racer {
            Track& track;
            std::string name, fault;
            double ms;
            Runner(Track& t, std::string n, double m, std::string f)
                : track(t), name(std::move(n)), fault(std::move(f)), ms(m) {}
            double run(const char* what) {
                track.log += name + what + " ";
                track.now_s += ms / 1000;
                return ms;
            }
            double start() override { return run("+"); }
            double sample_ms() override { return run(""); }
            std::string check() override {
                run("?");
                return fault;
            }
        };
        return {name, in_use, [=, this] { return std::make_unique<Runner>(*this, name, run_ms, fault); }};
    }
    Race race(std::vector<RaceEntry> entries, double budget_s = 100, int most = 2) {
        return Race(std::move(entries), {budget_s, most}, [this] { return now_s; });
    }
};

const RaceRow& row_of(const Race& race, const std::string& name) {
    for (const RaceRow& row : race.rows())
        if (row.name == name) return row;
    throw std::runtime_error("no row " + name);
}

TEST(Race, takes_turns_from_the_one_in_use_on_and_compares_with_it) {
    Track track;
    Race race = track.race({track.entry("a", 4), track.entry("b", 2, true), track.entry("c", 1)});
    while (race.advance(0)) {
        EXPECT_LT(race.progress(), 1);
    }
    EXPECT_EQ(track.log, "b+ a+ c+ b a c b a c b? a? c? ");
    EXPECT_EQ(race.progress(), 1);
    EXPECT_EQ(race.ratio(row_of(race, "a")), 2);
    EXPECT_EQ(race.ratio(row_of(race, "b")), 1);
    EXPECT_EQ(race.ratio(row_of(race, "c")), 0.5);
    for (const RaceRow& row : race.rows()) EXPECT_EQ(row.check_text(), "ok");
}

TEST(Race, goes_on_for_a_slice_and_then_lets_a_frame_be_drawn) {
    Track track;
    Race race = track.race({track.entry("a", 100, true), track.entry("b", 100)});
    EXPECT_TRUE(race.advance(0.35));
    EXPECT_EQ(track.log, "a+ b+ a b ");
}

TEST(Race, who_cannot_race_is_named_with_the_reason_and_the_others_go_on) {
    Track track;
    RaceEntry large{"large", false, []() -> std::unique_ptr<app::Racer> {
                        throw sort::OverLimit("17 GB requested, 16 GB there");
                    }};
    RaceEntry greedy{"greedy", false, []() -> std::unique_ptr<app::Racer> { throw std::bad_alloc(); }};
    RaceEntry slow = track.entry("slow", 1);
    slow.refusal = "about 9 million tests";
    Race race = track.race({large, greedy, slow, track.entry("b", 2, true)});
    while (race.advance(1)) {
    }
    EXPECT_EQ(row_of(race, "large").refusal, "17 GB requested, 16 GB there");
    EXPECT_EQ(row_of(race, "greedy").refusal, "out of memory");
    EXPECT_EQ(row_of(race, "slow").refusal, "about 9 million tests");
    EXPECT_EQ(track.log, "b+ b b b? ");
    EXPECT_FALSE(row_of(race, "large").raced());
    EXPECT_EQ(race.ratio(row_of(race, "large")), 0);
}

/// Fails at each of its turns in its own race: at the start, at any sample, at the check. What it measured before that
/// cannot be compared, and the others are measured as if it had never been there.
TEST(Race, whoever_fails_at_any_turn_has_no_time_and_the_others_have_theirs) {
    struct Failing : app::Racer {
        int turns = 0, fails_at;
        bool memory;
        Failing(int at, bool m) : fails_at(at), memory(m) {}
        double run() {
            if (turns++ != fails_at) return 1;
            if (memory) throw std::bad_alloc();
            throw sort::OverLimit("17 GB requested, 16 GB there");
        }
        double start() override { return run(); }
        double sample_ms() override { return run(); }
        std::string check() override { return run(), ""; }
    };
    constexpr int kSamples = 3;
    for (int at = 0; at < 1 + kSamples + 1; ++at) {
        for (const bool memory : {false, true}) {
            Track track;
            const RaceEntry failing{"failing", false, [=] { return std::make_unique<Failing>(at, memory); }};
            Race race = track.race({track.entry("b", 2, true), failing, track.entry("c", 1)}, 100, kSamples);
            while (race.advance(0)) {
            }
            const RaceRow& row = row_of(race, "failing");
            EXPECT_EQ(row.refusal, memory ? "out of memory" : "17 GB requested, 16 GB there") << at;
            EXPECT_FALSE(row.raced()) << at;
            EXPECT_TRUE(row.samples_ms.empty()) << at;
            EXPECT_EQ(race.ratio(row), 0) << at;
            EXPECT_EQ(row.check_text(), "") << at;
            EXPECT_EQ(row_of(race, "c").samples_ms.size(), size_t(kSamples)) << at;
            EXPECT_EQ(race.ratio(row_of(race, "c")), 0.5) << at;
            EXPECT_EQ(row_of(race, "c").check_text(), "ok") << at;
        }
    }
}

TEST(Race, ends_within_its_budget_and_says_what_was_left_out) {
    Track track;
    Race race = track.race(
        {track.entry("a", 1, true), track.entry("b", 600), track.entry("c", 900), track.entry("d", 1)}, 1,
        50);
    while (race.advance(0.1)) {
    }
    EXPECT_LT(race.spent_s(), 3.2);  // what was begun, and a check of each
    EXPECT_EQ(row_of(race, "b").samples_ms, std::vector<double>{600});
    EXPECT_NE(row_of(race, "b").limit.find("first run only"), std::string::npos);
    EXPECT_NE(row_of(race, "d").refusal.find("left out: the 1.0 s"), std::string::npos);
}

TEST(Race, a_wrong_result_is_said) {
    Track track;
    Race race = track.race({track.entry("a", 1, true), track.entry("b", 1, false, "not in order")});
    while (race.advance(1)) {
    }
    EXPECT_EQ(row_of(race, "a").check_text(), "ok");
    EXPECT_EQ(row_of(race, "b").check_text(), "WRONG: not in order");
}

TEST(Race, cancelled_it_keeps_what_was_measured) {
    Track track;
    Race race = track.race({track.entry("a", 100, true), track.entry("b", 100), track.entry("c", 100)}, 100);
    race.advance(0.35);
    EXPECT_EQ(track.log, "a+ b+ c+ a ");
    race.cancel();
    EXPECT_TRUE(race.done() && race.cancelled());
    EXPECT_FALSE(race.advance(1));
    EXPECT_EQ(track.log, "a+ b+ c+ a ");
    EXPECT_EQ(row_of(race, "a").check_text(), "not checked");
    EXPECT_EQ(row_of(race, "b").refusal, "cancelled before its turn");
}

TEST(Race, of_nobody_is_done) { EXPECT_TRUE(Track().race({}).done()); }

TEST(RaceOfSorts, a_wrong_order_of_any_kind_is_found) {
    const std::vector<uint32_t> input = {5, 3, 5, 1};
    const std::vector<uint32_t> keys = {1, 3, 5, 5}, values = {3, 1, 0, 2};
    EXPECT_EQ(app::sort_fault(input, keys, values, true), "");
    EXPECT_EQ(app::sort_fault(input, keys, std::vector<uint32_t>{3, 1, 2, 0}, false), "");
    const auto fault = [&](std::vector<uint32_t> k, std::vector<uint32_t> v) {
        return app::sort_fault(input, k, v, true);
    };
    EXPECT_NE(fault({1, 3, 5, 5}, {3, 1, 2, 0}).find("equal keys"), std::string::npos);
    EXPECT_NE(fault({1, 5, 3, 5}, {3, 0, 1, 2}).find("not in order"), std::string::npos);
    EXPECT_NE(fault({1, 3, 5, 5}, {3, 1, 0, 0}).find("lost"), std::string::npos);
    EXPECT_NE(fault({1, 3, 5, 5}, {3, 1, 0, 4}).find("lost"), std::string::npos);
    EXPECT_NE(fault({1, 3, 3, 5}, {3, 1, 0, 2}).find("do not match"), std::string::npos);
}

TEST(RaceOfSorts, every_engine_of_the_backend_sorts_the_same_keys) {
    app::SortRaceInput input;
    input.in_use = "cpu-adaptive";
    input.keys.resize(5000);
    std::iota(input.keys.begin(), input.keys.end(), 7u);
    std::swap(input.keys[100], input.keys[4000]);
    Race race(app::sort_race(input), {1, 2}, [] { return 0.0; });
    while (race.advance(0)) {
    }
    size_t engines = 0;
    for (const sort::Engine& engine : sort::engines()) engines += engine.backend == sort::Backend::cpu;
    ASSERT_EQ(race.rows().size(), engines);
    EXPECT_EQ(race.rows()[0].name, "cpu-adaptive");
    EXPECT_EQ(race.rows()[0].note, "movers");
    for (const RaceRow& row : race.rows()) {
        EXPECT_EQ(row.refusal, "") << row.name;
        EXPECT_EQ(row.samples_ms.size(), 2u) << row.name;
        EXPECT_EQ(row.check_text(), "ok") << row.name;
    }
}

app::PairRaceInput boxes_in_a_row(uint32_t count) {
    app::PairRaceInput input;
    input.config.engine = "std-sort";
    input.config.broad_phase = "columns";
    for (uint32_t i = 0; i < count; ++i) {
        const float x = float(i), y = float(i % 3);
        input.boxes.push_back({{x, y, 0}, {x + 1.5f, y + 1, 1}});
    }
    return input;
}

TEST(RaceOfBroadPhases, all_find_the_same_pairs) {
    Race race(app::pair_race(boxes_in_a_row(600)), {1, 2}, [] { return 0.0; });
    while (race.advance(0)) {
    }
    ASSERT_EQ(race.rows().size(), sim::broad_phases().size());
    for (const RaceRow& row : race.rows()) {
        EXPECT_EQ(row.check_text(), "ok") << row.name << ": " << row.refusal;
        EXPECT_NE(row.note.find("0 pairs, "), 0u);
    }
}

TEST(RaceOfBroadPhases, who_would_take_long_is_left_out) {
    app::PairRaceInput input = boxes_in_a_row(40000);
    Race race(app::pair_race(input), {1, 2}, [] { return 0.0; });
    EXPECT_EQ(row_of(race, "brute").refusal, "left out: 800 million tests per search");
    EXPECT_EQ(row_of(race, "sweep").refusal, "");
    race.cancel();
}

TEST(RaceReport, has_every_sample_and_every_reason) {
    Track track;
    RaceEntry slow = track.entry("slow", 1);
    slow.refusal = "too slow";
    Race sorts = track.race({track.entry("a", 1, true), track.entry("b", 3), slow}), none = track.race({});
    while (sorts.advance(1)) {
    }
    std::ostringstream out;
    app::RaceFacts facts;
    facts.step = 12;
    app::write_race_json(out, facts, sorts, "", none);
    const auto json = nlohmann::json::parse(out.str());
    EXPECT_EQ(json["kind"], "race");
    EXPECT_EQ(json["step"], 12);
    EXPECT_EQ(json["sorts"][1]["ratio"], 3);
    EXPECT_EQ(json["sorts"][1]["samples_ms"], (std::vector<double>{3, 3}));
    EXPECT_EQ(json["sorts"][2]["reason"], "too slow");
}

}  // namespace
