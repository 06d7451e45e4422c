// What a step reports of its own time: stages inside the step, and apart from it what the report itself took.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/sim_scene.h"

namespace {

TEST(StepReports, have_the_stages_inside_the_step_and_the_report_outside) {
    const auto world = sim::World::create(testing_worlds::config_of("pile", 1000));
    world->step(20);
    std::vector<sim::StepReport> reports;
    world->poll(reports);
    ASSERT_EQ(reports.size(), 20u);
    double least_part = 1;  // of a step, that its report took: one may be held up by others at work
    for (const sim::StepReport& report : reports) {
        EXPECT_GT(report.duration_us, 0);
        EXPECT_GT(report.profiler_us, 0);
        least_part = std::min(least_part, report.profiler_us / report.duration_us);
        double at = report.start_us;
        for (const sim::StageTime& stage : report.stages) {
            EXPECT_GE(stage.start_us, at - 1e-3) << stage.name;
            EXPECT_GE(stage.duration_us, 0) << stage.name;
            at = stage.start_us + stage.duration_us;
        }
        EXPECT_LE(at, report.start_us + report.duration_us + 1e-3);
    }
    EXPECT_LT(least_part, 0.5);
}

}  // namespace
