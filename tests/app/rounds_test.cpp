// What rounds of two programs tell: how often the interval holds the true ratio, and how often verdicts are wrong.
#include "app/bench/compare/rounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "app/base/errors.h"
#include "app/bench/compare/rounds_case.h"

namespace {

/// Medians of rounds: the clock rate drifts by tenths, which both feel, and each run scatters by `noise` of its own.
app::RoundLook rounds_of(std::mt19937& random, size_t count, double ratio, double noise) {
    std::normal_distribution<double> own(0, noise), drift(0, 0.1);
    app::RoundLook look;
    for (size_t i = 0; i < count; ++i) {
        const double rate = std::exp(drift(random));
        look.before_ms.push_back(rate * std::exp(own(random)));
        look.now_ms.push_back(ratio * rate * std::exp(own(random)));
    }
    return look;
}

TEST(Rounds, interval_holds_the_true_ratio_in_95_of_100_draws) {
    std::mt19937 random(1);
    for (const size_t rounds : {6, 10, 25}) {
        int holds = 0;
        const int draws = 10000;
        for (int i = 0; i < draws; ++i) {
            const app::MedianRatio ratio = rounds_of(random, rounds, 1.1, 0.02).ratio();
            ASSERT_TRUE(ratio.has_interval);
            holds += ratio.low <= 1.1 && 1.1 <= ratio.high;
        }
        EXPECT_GE(holds, 0.945 * draws) << rounds << " rounds";
        EXPECT_LE(holds, 0.99 * draws) << rounds << " rounds: wider than it need be";
    }
}

/// The probability of at most `most` heads of so many coins that show heads with `p`.
double at_most(int most, int coins, double p) {
    double sum = 0, one = std::pow(1 - p, coins);
    for (int k = 0; k <= most; ++k) {
        sum += one;
        one *= p / (1 - p) * (coins - k) / (k + 1);
    }
    return sum;
}

/// Is `count` of so many draws what this probability gives, to within four standard deviations?
testing::AssertionResult is_share(int count, int draws, double probability) {
    const double expected = probability * draws, deviation = std::sqrt(expected * (1 - probability));
    if (std::fabs(count - expected) <= 4 * deviation) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << count << " of " << draws << ", expected " << expected << " +- " << deviation;
}

app::RoundsCase two_looks(std::mt19937& random, size_t rounds, double ratio, double noise) {
    app::RoundsCase one{"step", {}, true, rounds_of(random, rounds, ratio, noise), {}};
    one.second = rounds_of(random, rounds, ratio, noise);
    return one;
}

/// The interval ends at the ratio of the second rank of 12, and of the fourth of 20.
TEST(Rounds, of_both_looks_give_one_interval_that_holds_the_true_ratio_in_99_of_100_draws) {
    std::mt19937 random(8);
    for (const auto& [rounds, outside] : {std::pair(6, 1), {10, 3}}) {
        int above = 0, below = 0;
        const int draws = 20000;
        for (int i = 0; i < draws; ++i) {
            const app::MedianRatio ratio = two_looks(random, size_t(rounds), 1.1, 0.02).ratio();
            ASSERT_TRUE(ratio.has_interval);
            above += ratio.low > 1.1;
            below += ratio.high < 1.1;
        }
        EXPECT_TRUE(is_share(above, draws, at_most(outside, 2 * rounds, 0.5))) << rounds << " rounds";
        EXPECT_TRUE(is_share(below, draws, at_most(outside, 2 * rounds, 0.5))) << rounds << " rounds";
        EXPECT_LE(at_most(outside, 2 * rounds, 0.5), 0.005);
        EXPECT_GT(at_most(outside + 1, 2 * rounds, 0.5), 0.005) << "wider than it need be";
    }
}

/// With 6 rounds per look one ratio of 12 may be below 1. How likely a single one is follows from the noise of both runs.
TEST(Rounds, of_both_looks_find_as_much_as_one_ratio_of_twelve_below_1_allows) {
    std::mt19937 random(9);
    for (const double noise : {0.02, 0.03, 0.04}) {
        for (const double ratio : {1.0, 1.08}) {
            int slower = 0;
            const int draws = 10000;
            for (int i = 0; i < draws; ++i)
                slower += two_looks(random, 6, ratio, noise).verdict() == "slower";
            const double below_1 = std::erfc(std::log(ratio) / (noise * std::sqrt(2)) / std::sqrt(2)) / 2;
            EXPECT_TRUE(is_share(slower, draws, at_most(1, 12, below_1))) << ratio << " with noise " << noise;
        }
    }
}

TEST(Rounds, of_any_number_have_an_interval_around_the_ratio) {
    std::mt19937 random(6);
    for (const size_t rounds : {6, 100, 1074, 1075, 20000}) {
        const app::MedianRatio ratio = rounds_of(random, rounds, 1.1, 0.05).ratio();
        ASSERT_TRUE(ratio.has_interval);
        EXPECT_LT(ratio.low, ratio.ratio) << rounds;
        EXPECT_GT(ratio.high, ratio.ratio) << rounds;
        EXPECT_LT(ratio.high / ratio.low, 1 + 1.5 / std::sqrt(double(rounds))) << rounds;
    }
}

TEST(Rounds, of_five_have_no_interval) {
    std::mt19937 random(1);
    const app::MedianRatio five = rounds_of(random, 5, 1.5, 0.01).ratio();
    EXPECT_FALSE(five.has_interval);
    EXPECT_NEAR(five.ratio, 1.5, 0.1);
    EXPECT_EQ(app::verdict_text(five), "-");
    EXPECT_EQ(app::ratio_over_rounds({}, {}).ratio, 0);
    const std::vector<double> none(8, 0.0), some(8, 1.0);
    EXPECT_FALSE(app::ratio_over_rounds(none, some).has_interval);
}

TEST(Rounds, are_paired_so_that_drift_of_both_is_no_noise) {
    std::mt19937 random(2);
    const app::MedianRatio ratio = rounds_of(random, 10, 1, 0.002).ratio();
    EXPECT_GT(ratio.noise_before, 0.03);
    EXPECT_TRUE(ratio.same()) << ratio.low << " to " << ratio.high;
}

/// Verdicts of so many comparisons, each with two looks where the first does not say "the same".
struct Counts {
    int slower = 0, faster = 0, same = 0, above = 0;
};
Counts verdicts_of(int comparisons, double ratio, double noise, size_t rounds = 10) {
    std::mt19937 random(3);
    Counts counts;
    for (int i = 0; i < comparisons; ++i) {
        app::RoundsCase one{"step", {}, true, rounds_of(random, rounds, ratio, noise), {}};
        if (one.is_suspect()) one.second = rounds_of(random, rounds, ratio, noise);
        counts.slower += one.verdict() == "slower";
        counts.faster += one.verdict() == "faster";
        counts.same += one.verdict() == "within noise";
        counts.above += one.ratio().above(1.05);
    }
    return counts;
}

TEST(Rounds, of_one_program_are_no_regression_whatever_the_noise) {
    for (const double noise : {0.002, 0.01, 0.03, 0.1}) {
        const Counts counts = verdicts_of(2000, 1, noise);
        EXPECT_LE(counts.slower, 4) << noise;
        EXPECT_LE(counts.faster, 4) << noise;
        EXPECT_LE(counts.above, 4) << noise;
    }
    EXPECT_GE(verdicts_of(2000, 1, 0.005).same, 1900);
}

TEST(Rounds, find_eight_percent_and_hardly_ever_call_three_the_same) {
    for (const double noise : {0.002, 0.01, 0.02}) {
        EXPECT_GE(verdicts_of(2000, 1.08, noise).slower, 1900) << noise;
        EXPECT_LE(verdicts_of(2000, 1.03, noise).same, 40) << noise;
        EXPECT_GE(verdicts_of(2000, 1 / 1.08, noise).faster, 1900) << noise;
    }
}

/// Six ratios are all below 1.025 by chance, or 11 of 12.
TEST(Rounds, of_six_call_three_percent_the_same_only_by_chance) {
    for (const double noise : {0.004, 0.01, 0.02, 0.04}) {
        const double deviation = noise * std::sqrt(2);
        const double beyond = std::erfc(std::log(1.025 / 1.03) / deviation / std::sqrt(2)) / 2;
        const double most = std::pow(1 - beyond, 6) + at_most(1, 12, beyond);
        const int same = verdicts_of(10000, 1.03, noise, 6).same;
        EXPECT_LE(same, 10000 * most + 4 * std::sqrt(10000 * most)) << noise;
        EXPECT_LE(same, 100) << noise;
    }
}

TEST(Rounds, say_how_many_would_tell) {
    std::mt19937 random(4);
    for (const double ratio : {1.0, 1.04, 1.1}) {
        int told = 0, asked = 0;
        for (int i = 0; i < 200; ++i) {
            const app::RoundLook few = rounds_of(random, 10, ratio, 0.1);
            if (app::verdict_text(few.ratio()) != "cannot tell") continue;
            const uint64_t needed = app::rounds_needed(few.ratio(), 10);
            ASSERT_GT(needed, 10u);
            ++asked;
            told +=
                app::verdict_text(rounds_of(random, std::min<uint64_t>(needed, 20000), ratio, 0.1).ratio()) !=
                "cannot tell";
        }
        EXPECT_GT(asked, 50) << ratio;
        EXPECT_GT(told, asked / 3) << ratio << ": " << told << " of " << asked;
    }
    EXPECT_EQ(app::rounds_needed({}, 3), 0u);
}

app::SampleSet set_with(std::vector<app::SampleCase> cases) {
    app::SampleSet set;
    set.kind = "bench sort";
    set.cases = std::move(cases);
    return set;
}

TEST(RoundsCases, keep_what_both_have_and_second_looks_of_suspects_alone) {
    const auto sets = [](double a, double b) {
        return set_with({{{{"engine", "a"}}, {a, a, a}}, {{{"engine", "b"}}, {b, b, b}}});
    };
    app::RoundsCases cases({});
    for (int round = 0; round < 6; ++round) cases.add(sets(1, 1), sets(1, 2), size_t(round), false);
    EXPECT_TRUE(cases.has_suspects());
    for (int round = 0; round < 6; ++round) cases.add(sets(1, 1), sets(1, 2), size_t(round), true);
    cases.settle();
    ASSERT_EQ(cases.cases().size(), 2u);
    EXPECT_EQ(cases.cases()[0].rounds(), 6u);
    EXPECT_EQ(cases.cases()[0].verdict(), "within noise");
    EXPECT_EQ(cases.cases()[1].rounds(), 12u);
    EXPECT_EQ(cases.cases()[1].second.rounds.back(), 5u);
    EXPECT_EQ(cases.cases()[1].verdict(), "slower");
    EXPECT_TRUE(cases.cases()[1].ratio().above(1.9));
    EXPECT_FALSE(cases.cases()[1].ratio().above(2.1));
    app::RoundsCases other({});
    EXPECT_THROW(
        other.add(set_with({{{{"engine", "a"}}, {1}}}), set_with({{{{"engine", "c"}}, {1}}}), 0, false),
        app::BadFile);
}

TEST(RoundsCases, a_suspect_that_the_second_look_does_not_confirm_is_not_slower) {
    app::RoundsCase one{"step", {}, true, {}, {}};
    for (int i = 0; i < 10; ++i) {
        one.first.before_ms.push_back(1);
        one.first.now_ms.push_back(1.04 + 0.001 * i);
        one.second.before_ms.push_back(1);
        one.second.now_ms.push_back(0.96 + 0.01 * i);
    }
    EXPECT_TRUE(one.first.ratio().slower());
    EXPECT_EQ(one.verdict(), "cannot tell");
    EXPECT_FALSE(one.ratio().above(1.0));
    ASSERT_TRUE(one.needed().has_value());
    EXPECT_GT(*one.needed(), 10u) << "per look";
}

TEST(RoundsCases, one_odd_round_of_twelve_hides_no_suspect_and_two_do) {
    app::RoundsCase one{"step", {}, true, {}, {}};
    for (app::RoundLook* look : {&one.first, &one.second}) {
        look->before_ms.assign(6, 1);
        look->now_ms.assign(6, 1.08);
    }
    one.first.now_ms[2] = 0.5;
    EXPECT_EQ(one.verdict(), "slower");
    EXPECT_TRUE(one.ratio().above(1.05));
    EXPECT_EQ(one.needed(), std::nullopt);
    one.second.now_ms[4] = 0.9;
    EXPECT_EQ(one.verdict(), "cannot tell");
    EXPECT_FALSE(one.ratio().above(1.0));
}

/// What the interval of two looks would say of more rounds is shared by both: --rounds counts one look.
TEST(RoundsCases, say_how_many_rounds_a_look_needs) {
    app::RoundsCase one{"step", {}, true, {}, {}};
    for (int i = 0; i < 10; ++i) {
        for (app::RoundLook* look : {&one.first, &one.second}) {
            look->before_ms.push_back(1);
            look->now_ms.push_back(0.91 + 0.02 * i);
        }
    }
    ASSERT_EQ(one.verdict(), "cannot tell");
    const uint64_t all = app::rounds_needed(one.ratio(), 20);
    EXPECT_EQ(one.needed(), (all + 1) / 2);
    one.second = {};
    EXPECT_EQ(one.needed(), app::rounds_needed(one.first.ratio(), 10));
    app::RoundsCase three{"step", {}, true, {{}, {1, 1, 1}, {1, 1, 1}}, {{}, {1, 1, 1}, {1, 1, 1}}};
    EXPECT_EQ(three.verdict(), "-");
    EXPECT_EQ(three.needed(), app::kFewestRounds);
}

}  // namespace
