// The log's lines: what a step shows, what is put together, what is dropped.
#include "app/measure/profile/event_log.h"

#include <gtest/gtest.h>

namespace {

using app::EventLog;

/// `path` of cpu-adaptive.
sim::StepReport report(uint64_t step, uint32_t axis, const char* path = "in order", bool columns = false) {
    sim::StepReport made{};
    made.step = step;
    made.counters.sorts = 1;
    made.counters.axis = axis;
    made.counters.columns_changed = columns;
    const sort::Engine& engine = *sort::find_engine("cpu-adaptive");
    for (uint32_t k = 0; k < engine.paths.size(); ++k)
        if (engine.paths[k] == std::string(path)) made.counters.sort_path[0] = k;
    if (path == std::string("full sort")) {
        made.counters.descents = 812;
        made.counters.passes_run = 3;
    }
    return made;
}

TEST(EventLog, says_what_changed_in_a_step) {
    EventLog log;
    const auto take = [&](const sim::StepReport& one) { log.take(one, "cpu-adaptive", 4000); };
    take(report(1, 0, "full sort", true));
    EXPECT_TRUE(log.lines().empty()) << "the first step of a world is no change";
    take(report(2, 0));
    take(report(3, 1));
    take(report(4, 1, "full sort", true));
    EXPECT_EQ(log.text(),
              "step 3: axis now y\n"
              "step 4: grid changed: other columns, other keys\n"
              "step 4: full sort: 812 descents: the columns have changed\n");
    log.begin_world();
    take(report(1, 2));
    EXPECT_EQ(log.lines().size(), 3u);
}

TEST(EventLog, counts_what_happens_again_and_again) {
    EventLog log;
    for (uint64_t step = 1; step <= 5000; ++step)
        log.take(report(step, 0, step % 3 == 0 ? "full sort" : "in order"), "cpu-adaptive", 4000);
    ASSERT_EQ(log.lines().size(), 1u);
    EXPECT_EQ(app::steps_text(log.lines()[0]), "3 to 4,998");
    EXPECT_EQ(app::event_text(log.lines()[0]).substr(0, 37), "full sort, 1,666 times, first: 812 de");
    log.take(report(6000, 0, "full sort"), "cpu-adaptive", 4000);
    EXPECT_EQ(log.lines().size(), 2u);
}

TEST(EventLog, keeps_the_last_lines) {
    EventLog log;
    for (uint64_t k = 1; k <= EventLog::kMostLines + 7; ++k) log.add(k, "line");
    EXPECT_EQ(log.lines().size(), EventLog::kMostLines);
    EXPECT_EQ(log.lines().front().step, 8u);
}

}  // namespace
