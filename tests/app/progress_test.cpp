// What the progress bar says, and when it does not know how long it will take.
#include "app/base/progress.h"

#include <gtest/gtest.h>

namespace {

TEST(Progress, says_shares_and_counts) {
    EXPECT_EQ(app::progress_text("%", 25, 100, 3), "25 %, 3 s left");
    EXPECT_EQ(app::progress_text("%", 25, 100, -1), "25 %");
    EXPECT_EQ(app::progress_text("steps", 120, 300, 4.4), "120 of 300 steps, 4 s left");
}

TEST(Progress, tells_the_time_left_from_the_rate_so_far) {
    app::TimeLeft left(100);
    for (int k = 1; k <= 40; ++k) left.at(uint64_t(k), 0.1 * k);
    EXPECT_NEAR(left.at(40, 4.0), 6, 1e-9);
    EXPECT_NEAR(left.at(40, 4.2), 5.8, 1e-9) << "it never counts upward";
    EXPECT_LT(left.at(100, 10), 0) << "nothing is left";
}

TEST(Progress, tells_no_time_left_that_it_cannot_know) {
    app::TimeLeft left(100);
    EXPECT_LT(left.at(0, 1), 0) << "nothing is done";
    EXPECT_GE(left.at(15, 1), 0);
    EXPECT_GE(left.at(25, 2), 0);
    double before = 1e9;
    for (double waited = 0; waited < 2; waited += 0.1) {
        const double now = left.at(25, 2 + waited);
        EXPECT_LT(now, before);
        before = now;
    }
    EXPECT_LT(left.at(25, 6), 0) << "it stands still";
    EXPECT_GE(left.at(60, 7), 0) << "it goes on";
}

TEST(Progress, a_line_is_never_wider_than_the_terminal) {
    const std::string text = app::progress_text("steps", 120, 300, 4.4);  // 28 columns
    EXPECT_EQ(app::progress_line(0.4, text, 79),
              "[############..................] 120 of 300 steps, 4 s left");
    EXPECT_EQ(app::progress_line(0.4, text, 41), "[####........] 120 of 300 steps, 4 s left");
    EXPECT_EQ(app::progress_line(0.4, text, 30), text) << "no bar";
    EXPECT_EQ(app::progress_line(0.4, text, 9), "120 of 30");
    for (size_t columns = 0; columns < 100; ++columns) {
        for (const double share : {-1.0, 0.0, 0.5, 1.0, 7.0})
            EXPECT_LE(app::progress_line(share, text, columns).size(), columns);
    }
}

TEST(Progress, is_cut_between_characters) {
    EXPECT_EQ(app::cut_to_columns("\u00e9t\u00e9", 2), "\u00e9t");
    EXPECT_EQ(app::cut_to_columns("\u00e9t\u00e9", 9), "\u00e9t\u00e9");
    EXPECT_EQ(app::cut_to_columns("abc", 0), "");
}

}  // namespace
