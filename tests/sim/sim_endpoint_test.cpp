// The list of the broad phase `endpoint` on the CPU, where every sort gets the list alone.
#include "sim/exec/exec_cpu.h"
#include "tests/sim/sim_endpoint_suite.h"

namespace {

using namespace endpoint_suite;

TEST(Endpoint, sorts_on_an_axis_the_boxes_that_met_another_on_those_before) {
    sim::CpuExec exec(2);
    expect_sorts_of_boxes_that_met_another(exec, "cpu-radix");
}

TEST(Endpoint, boxes_that_left_the_list_come_back_in_the_next_search) {
    sim::CpuExec exec(2);
    expect_boxes_that_left_come_back(exec, "cpu-radix");
}

TEST(Endpoint, boxes_that_touch_stay_in_the_list) {
    sim::CpuExec exec(2);
    expect_boxes_that_touch_stay(exec, "cpu-radix");
}

}  // namespace
