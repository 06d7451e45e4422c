// Why claims of `bench papers` do not hold: sentences of made numbers, and no sentence where a claim holds.
#include <gtest/gtest.h>

#include "app/bench/papers/claim.h"
#include "app/bench/papers/figures_ha.h"
#include "app/bench/papers/reasons.h"

namespace {

using Outcome = app::Verdict::Outcome;

/// A point with one sample.
app::Point timed(const char* at, double n, double ms, double bytes = 0, double copy_share = 0) {
    return {at, n, ms, ms, {ms}, bytes, copy_share};
}

app::Chart times(std::vector<app::Series> series) {
    return {"t", {"n", "keys"}, {"time", "ms"}, false, std::move(series)};
}

TEST(Reasons, by_bytes_says_what_both_times_consist_of) {
    app::Point a = timed("4Ki", 4096, 1, 160, 0.6);
    const app::Point b = timed("4Ki", 4096, 1, 200, 0.5);
    const std::string plain =
        "A moves 160 bytes per key at 0.6 of the copy rate, B 200 at 0.5: 0.8 x the bytes at 1.2 x the rate";
    EXPECT_EQ(app::by_bytes("A", a, "B", b), plain);
    a.copy_share = 1.2;
    EXPECT_EQ(app::by_bytes("A", a, "B", b),
              "A moves 160 bytes per key at 1.2 of the copy rate, B 200 at 0.5: 0.8 x the bytes at 2.4 x the "
              "rate (over 1: from a cache)");
    a.copy_share = 0;
    EXPECT_EQ(app::by_bytes("A", a, "B", b), "") << "not known";
}

TEST(Reasons, by_fixed_time_where_bytes_take_little_of_it) {
    const auto both = [](double share_a, double share_b) {
        return times({{"a", {timed("64", 64, 0.9, 8, 0.001), timed("512", 512, 1, 8, share_a)}},
                      {"b", {timed("64", 64, 0.6, 8, 0.001), timed("512", 512, 0.8, 8, share_b)}}});
    };
    const auto chart = [&](double share) { return both(share, share); };
    EXPECT_EQ(
        app::by_fixed_time(chart(0.01), "a", "b", "512"),
        "at 0.01 and 0.01 of the copy rate bytes take little of the time: 64 keys already take 0.9 of that "
        "of a, 0.75 of that of b");
    EXPECT_EQ(app::by_fixed_time(chart(0.3), "a", "b", "512"), "") << "bytes explain it";
    EXPECT_EQ(app::by_fixed_time(both(0.01, 0.3), "a", "b", "512"), "") << "of one of them";
    EXPECT_EQ(app::by_fixed_time(chart(0.01), "a", "b", "64"), "") << "nothing smaller";
    EXPECT_EQ(app::by_fixed_time(chart(0.01), "a", "c", "512"), "") << "not measured";
    const auto few = app::gain_rows(chart(0.01), "a", "b"), many = app::gain_rows(chart(0.3), "a", "b");
    EXPECT_NE(few[1].why.find("64 keys already"), std::string::npos) << few[1].why;
    EXPECT_NE(many[1].why.find("x the bytes at"), std::string::npos) << many[1].why;
}

TEST(Reasons, by_fewest_says_what_does_not_grow_with_n) {
    EXPECT_EQ(app::by_fewest("the check", "of", {0.09, 3}, "16Ki", {0.08, 0.2}),
              "the check takes 0.09 of 3 ms, with 16Ki keys 0.08 of 0.2");
    EXPECT_EQ(app::by_fewest("the check", "of", {0.08, 0.2}, "", {}), "the check takes 0.08 of 0.2 ms");

    const app::Chart uniform = times({{"a", {timed("4Ki", 4096, 3), timed("16Ki", 16384, 32)}}});
    const app::Chart in_order = times({{"a", {timed("4Ki", 4096, 1), timed("16Ki", 16384, 2)}}});
    const auto rows = app::early_exit_rows(uniform, in_order, "a");
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].value, 3);
    EXPECT_EQ(rows[0].why, "input in order takes 1 against 3 ms");
    EXPECT_EQ(rows[1].value, 16);
    EXPECT_EQ(rows[1].why, "input in order takes 2 against 32 ms, with 4Ki keys 1 against 3");
}

TEST(Reasons, by_parts_names_the_largest_first) {
    EXPECT_EQ(
        app::by_parts({{"scan", 1, 0.02}, {"downsweep", 6, 0.7}, {"gate", 0}, {"check", 3}}),
        "by share of the time: downsweep 0.6 at 0.7 of the copy rate, check 0.3, scan 0.1 at 0.02 of the "
        "copy rate");
    EXPECT_EQ(app::by_parts({{"a", 0}}), "");
    EXPECT_EQ(app::by_parts({}), "");
}

TEST(Reasons, by_gains_says_where_a_gain_is_lost) {
    EXPECT_EQ(
        app::by_gains("the sort", 1, 8, 3, 10),
        "the sort alone is 8 x as fast, all else 1 x; the sort is 0.333 of the time, of the other's 0.8");
    EXPECT_EQ(app::by_gains("the sort", 0, 8, 3, 10), "") << "not measured";
    EXPECT_EQ(app::by_gains("the sort", 3, 8, 3, 10), "") << "no other part";
}

/// The same rows on both sides of a bound: only the claim that fails is explained.
void expect_why_where_it_fails(const app::Bound& holds, const app::Bound& fails,
                               const std::vector<app::ClaimRow>& rows, const std::string& words) {
    const app::Verdict good = app::judge({"a", holds}, rows), bad = app::judge({"a", fails}, rows);
    EXPECT_EQ(good.outcome, Outcome::holds) << good.text;
    EXPECT_EQ(good.why, "") << good.text;
    EXPECT_EQ(bad.outcome, Outcome::fails) << bad.text;
    EXPECT_NE(bad.why.find(words), std::string::npos) << bad.why;
}

TEST(Reasons, only_claims_that_fail_are_explained) {
    const app::Chart chart =
        times({{"a", {timed("4Ki", 4096, 1, 10, 0.5)}}, {"b", {timed("4Ki", 4096, 2, 30, 0.75)}}});
    expect_why_where_it_fails(app::gain(1.5, 2), app::gain(3, 4), app::gain_rows(chart, "a", "b"),
                              "a moves 10 bytes per key at 0.5 of the copy rate, b 30 at 0.75");
    expect_why_where_it_fails(app::within(1.5, 2.5, ""), app::within(0.9, 1.1, ""),
                              app::value_rows(chart, "b", "B", chart, "a", "A"), "B moves 30 bytes per key");
    expect_why_where_it_fails(app::share(0, 0.5, ""), app::share(0.9, 1, ""), app::one_row(0.3, "because"),
                              "because");

    const app::Chart systems = times({{"gpu", {timed("4Ki", 4096, 3)}},
                                      {"gpu, sort", {timed("4Ki", 4096, 1)}},
                                      {"cpu", {timed("4Ki", 4096, 10)}},
                                      {"cpu, sort", {timed("4Ki", 4096, 8)}}});
    expect_why_where_it_fails(app::gain(2, 3), app::gain(5, 6), app::system_gain_rows(systems, "gpu", "cpu"),
                              "the sort alone is 8 x as fast, all else 1 x");
    const auto shares = app::sort_share_rows({{"4Ki", 4096, 10}}, {{"4Ki", 4096, 3}});
    expect_why_where_it_fails(app::share(0.2, 0.4, ""), app::share(0.6, 0.8, ""), shares,
                              "by share of the time: the other stages 0.7, the sort 0.3");
}

}  // namespace
