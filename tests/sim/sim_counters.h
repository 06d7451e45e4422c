// What a step counts, compared between two worlds in the same state.
#pragma once
#include <gtest/gtest.h>

#include "sim/exec/counters.h"

namespace testing_worlds {

inline void expect_same_counters(const sim::Counters& a, const sim::Counters& b) {
    EXPECT_EQ(a.pairs, b.pairs);
    EXPECT_EQ(a.contacts, b.contacts);
    EXPECT_EQ(a.tests, b.tests);
    EXPECT_EQ(a.descents, b.descents);
    EXPECT_EQ(a.axis, b.axis);
    EXPECT_EQ(a.columns_changed, b.columns_changed);
    EXPECT_EQ(a.asleep, b.asleep);
    EXPECT_EQ(a.outside, b.outside);
    EXPECT_EQ(a.not_finite, b.not_finite);
    EXPECT_EQ(a.fast, b.fast);
    EXPECT_EQ(a.watched.rank, b.watched.rank);
    EXPECT_EQ(a.watched.key, b.watched.key);
    EXPECT_EQ(a.watched.pair_count, b.watched.pair_count);
}

}  // namespace testing_worlds
