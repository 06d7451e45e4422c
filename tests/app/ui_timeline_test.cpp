// History, Timeline and Freeze, used like a person would.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/view/panels/panels.h"
#include "app/view/tool_panel/frame_bar.h"
#include "app/view/tool_panel/kernel_text.h"
#include "app/view/tool_panel/timeline_plot.h"
#include "tests/app/trace_rules.h"
#include "tests/app/ui_program.h"
#include "tests/temp_dir.h"

namespace {

using ui_program::button;
using ui_program::InputEvent;
using ui_program::move_to;
using ui_program::Program;

float sum_of(const std::vector<app::BarPart>& bar) {
    float sum = 0;
    for (const app::BarPart& part : bar) sum += part.ms;
    return sum;
}

TEST(FrameBar, sums_to_the_frame_and_has_the_stages_where_they_ran_in_it) {
    app::FrameRecord frame{};
    frame.part_ms = {0.1f, 5, 2, 0.5f, 1, 6, 0.2f, 0.2f};
    frame.frame_ms = 15;
    frame.stage_ms = {1, 3};
    frame.total_ms = 4;
    ImGuiContext* const context = ImGui::CreateContext();  // it knows the theme
    const std::vector<std::string> names = {"sort", "sweep"};
    const app::BarStages stages(names);
    const auto bar = app::frame_bar(frame, stages, true, false);
    EXPECT_NEAR(sum_of(bar), 15, 1e-4);
    EXPECT_EQ(bar[1].name, "sweep");
    EXPECT_EQ(bar[1].ms, 3);
    EXPECT_EQ(bar[2].name, "steps, rest");
    EXPECT_NEAR(bar[2].ms, 1, 1e-5);
    EXPECT_EQ(bar.back().name, "present");
    EXPECT_TRUE(bar.back().waits);

    // Of a device they ran beside it: queueing them is the part.
    const auto queued = app::frame_bar(frame, stages, false, false);
    EXPECT_NEAR(sum_of(queued), 15, 1e-4);
    EXPECT_EQ(queued[0].name, "steps");
    EXPECT_EQ(queued[0].ms, 5);
    EXPECT_NEAR(sum_of(app::frame_bar(frame, stages, false, true)), 4, 1e-5) << "steps alone";
    ImGui::DestroyContext(context);
}

TEST(Timeline, the_bars_of_the_history_are_the_frames_of_the_top_bar) {
    Program program(1280, 720);
    program.session.simulation.paused = false;
    const app::FrameClock& clock =
        program.session.telemetry.frame_clock;  // of its frames the top bar shows the mean
    for (int frame = 0; frame < 12; ++frame) {
        program.frames(1);
        const auto& all = program.session.telemetry.history.frames();
        const auto found = std::find_if(all.begin(), all.end(), [&](const app::FrameRecord& record) {
            return record.number == clock.last().number;
        });
        if (frame == 0) continue;  // the frame before it was paused, and is left out
        ASSERT_NE(found, all.end());
        EXPECT_NEAR(double(found->frame_ms), clock.last().ms(), 1e-3);
        double parts = 0;
        for (const float ms : found->part_ms) parts += double(ms);
        EXPECT_NEAR(parts, clock.last().ms(), 1e-3);
        for (const app::FramePart part :
             {app::FramePart::input, app::FramePart::steps, app::FramePart::panels})
            EXPECT_GT(found->part_ms[size_t(part)], 0) << app::name_of(part);
    }
}

/// A click on the newest bar of the history.
void click_newest_bar(Program& program) {
    const app::UiState::Item plot = *program.state.find("history plot");
    const float gutter = program.ui.fonts().small_->FontSize * 7.6f;
    program.send(
        {move_to(double(plot.max.x - gutter - 3), double(plot.max.y - plot.min.y) * 0.6 + double(plot.min.y)),
         button(0, true), button(0, false)});
}

TEST(Timeline, a_click_on_a_bar_loads_its_frame_and_the_world_goes_on) {
    Program program(1280, 720);
    program.session.simulation.paused = false;
    program.frames(40);
    program.click("History");
    program.save("history");
    click_newest_bar(program);
    EXPECT_TRUE(program.session.telemetry.plots_frozen());
    ASSERT_NE(program.state.find("timeline"), nullptr) << "the tab is shown";
    program.save("timeline");
    const app::TimelineView& view = program.state.timeline;
    const auto& frames = program.session.telemetry.timeline.frames();
    // One frame until its steps end, which on a busy machine is some frames later, and a fiftieth of that around it.
    uint64_t inside = 0, exact = 0;
    for (const app::FrameOnTimeline& frame : frames) {
        inside += view.from_us <= frame.start_us && frame.end_us <= view.to_us;
        const double length_us = program.session.telemetry.timeline.end_of_steps_us(frame) - frame.start_us;
        exact += std::fabs(frame.start_us - 0.02 * length_us - view.from_us) < 1e-6 * length_us &&
                 std::fabs(1.04 * length_us - view.length_us()) < 1e-6 * length_us;
    }
    EXPECT_GE(inside, 1u);
    EXPECT_LT(inside, frames.size() / 2);
    EXPECT_EQ(exact, 1u);
    const uint64_t last = frames.back().number, steps = program.session.simulation.counters().completed_steps;
    const size_t bars = program.session.telemetry.history.frames().size();
    program.frames(20);
    EXPECT_EQ(frames.back().number, last);
    EXPECT_EQ(program.session.telemetry.history.frames().size(), bars);
    EXPECT_GT(program.session.simulation.counters().completed_steps, steps);
    program.click("freeze");
    EXPECT_FALSE(program.session.telemetry.plots_frozen());
    program.frames(3);
    EXPECT_GT(frames.back().number, last);
    EXPECT_TRUE(view.follows());
}

TEST(Timeline, stays_while_the_world_stands_still) {
    Program program(1280, 720);
    program.session.simulation.paused = false;
    program.frames(10);
    program.session.simulation.paused = true;
    program.frames(3);
    const uint64_t last = program.session.telemetry.timeline.frames().back().number;
    const size_t drawn = program.session.telemetry.timeline.row(app::Lane::cpu, 1).size();
    program.frames(5);
    EXPECT_EQ(program.session.telemetry.timeline.frames().back().number, last);
    EXPECT_EQ(program.session.telemetry.timeline.row(app::Lane::cpu, 1).size(), drawn);
    program.session.simulation.single_steps = 1;
    program.frames(2);
    EXPECT_GT(program.session.telemetry.timeline.frames().back().number, last);
}

TEST(Timeline, wheel_zooms_at_the_cursor_drags_measure_and_move_and_clicks_choose) {
    Program program(1280, 720);
    program.session.simulation.paused = false;
    program.frames(20);
    program.click("Timeline");
    const app::UiState::Item plot = *program.state.find("timeline");
    app::TimelineView& view = program.state.timeline;
    EXPECT_TRUE(view.follows());
    const double x = double(plot.min.x) + 400, y = double(plot.min.y + plot.max.y) / 2;
    InputEvent wheel{InputEvent::scroll};
    wheel.y = 1;
    program.send({move_to(x, y), wheel});
    EXPECT_TRUE(program.session.telemetry.plots_frozen()) << "what is looked at stays";
    const auto at = [&](double px) {  // as the plot places times
        const double left =
            double(plot.min.x) + std::round(double(program.ui.fonts().small_->FontSize) * 4.2);
        return view.from_us + (px - left) / (double(plot.max.x) - left) * view.length_us();
    };
    const double under = at(x), length = view.length_us();
    program.send({wheel});
    EXPECT_NEAR(view.length_us(), 0.8 * length, 1e-6 * length);
    EXPECT_NEAR(at(x), under, 1e-4 * length);

    program.send({move_to(x, y), button(0, true), move_to(x + 60, y), button(0, false)});
    ASSERT_TRUE(view.measure);
    EXPECT_NEAR(view.measure->to_us - view.measure->from_us, at(x + 60) - at(x), 1e-4 * length);

    const double from = view.from_us;
    program.send({move_to(x, y), button(1, true), move_to(x + 30, y), button(1, false)});
    EXPECT_NEAR(view.from_us, from - 30 * view.length_us() / (double(plot.max.x) - double(plot.min.x)),
                0.1 * view.length_us());
    EXPECT_LT(view.from_us, from);

    program.send({move_to(x, double(plot.min.y) + 22), button(0, true), button(0, false)});
    ASSERT_TRUE(view.chosen) << "the first row has a frame everywhere";
    EXPECT_EQ(view.chosen->lane, app::Lane::cpu);
    EXPECT_FALSE(view.measure);
    program.save("timeline_chosen");
    program.click("newest frames");
    EXPECT_TRUE(view.follows());
    program.click("all frames");
    EXPECT_EQ(view.from_us, program.session.telemetry.timeline.frames().front().start_us);
    program.save("timeline_all");
}

TEST(Timeline, says_of_a_slice_what_is_known_and_a_dash_for_the_rest) {
    app::FrameTimeline timeline;
    sim::StepReport step{};
    step.step = 12;
    step.duration_us = 100;
    step.stages = {{"sort", 0, 10, 100000, 5000}, {"solve", 10, 50, 0, 0}};
    timeline.add(step, 1);
    const app::SliceRow& stages = timeline.row(app::Lane::compute, 1);
    const auto text = [&](size_t k, double rate) { return app::slice_text(timeline, stages[k], rate, {}); };
    EXPECT_EQ(text(0, 20e9), "sort: 10.0 us, moved 100 kB, 10 GB/s, 50 % of copy rate, 5,000 items");
    EXPECT_EQ(text(0, 4e9), "sort: 10.0 us, moved 100 kB, 10 GB/s, 250 % of copy rate (cached), 5,000 items");
    EXPECT_EQ(text(0, 0), "sort: 10.0 us, moved 100 kB, 10 GB/s, 5,000 items");
    EXPECT_EQ(text(1, 20e9), "solve: 50.0 us");
    EXPECT_EQ(app::slice_text(timeline, timeline.row(app::Lane::compute, 0)[0], 0, {}).substr(0, 7),
              "step 12");
    EXPECT_EQ(app::skip_text(timeline, {0, stages[0].name, 1, 11, 5}),
              "sort skipped: about 5.0 us saved, as long as it took in step 11");
    EXPECT_EQ(app::skip_text(timeline, {0, stages[0].name, 1, 0, 0}),
              "sort skipped: time saved -, not run yet");
}

TEST(Timeline, knows_the_kernels_of_each_stage_of_a_step_also_of_two_of_one_name) {
    app::FrameTimeline timeline;
    const std::vector<const char*> names = {"keys", "sort", "keys", "sort"};
    const std::vector<sim::StageKernels> stages = {
        {{{"keys_kernel", 500, 256, 32, 1028}}, 0},
        {{{"count", 264, 512, 40, 0}, {"scan", 1, 512, 32, 0}, {"scan", 1, 512, 32, 0}}, 0},
        {{}, 0},
        {{{"decide_kernel", 1, 1, 8, 0}}, 1}};
    for (uint64_t number = 1; number < 4; ++number) {
        sim::StepReport step{};
        step.step = number;
        step.start_us = double(number) * 100;
        step.duration_us = 80;
        for (size_t k = 0; k < stages.size(); ++k)  // the first of each takes no time
            step.stages.push_back({names[k], step.start_us + double(k) * 20, k == 0 ? 0.0 : 20.0, 0, 0});
        timeline.add(step, 1);
    }
    for (size_t k = 0; k < 12; ++k)
        EXPECT_EQ(app::kernels_of_slice(timeline, k, stages), &stages[k % 4]) << k;
    EXPECT_EQ(app::kernels_of_slice(timeline, 5, {stages.data(), 3}), nullptr) << "of other steps";
    EXPECT_EQ(app::kernels_line(stages[0]),
              "1 kernel (blocks x threads, registers): keys_kernel 500 x 256, 32");
    EXPECT_EQ(app::kernels_line(stages[1]),
              "3 kernels (blocks x threads, registers): count 264 x 512, 40; scan 1 x 512, 32, 2 times");
    EXPECT_EQ(app::kernels_line(stages[2]), "no kernels: copies and sets alone");
    EXPECT_EQ(
        app::kernels_line(stages[3]),
        "1 kernel (blocks x threads, registers): decide_kernel 1 x 1, 8; 1 conditional node not listed");
    EXPECT_EQ(app::kernels_list(stages[0]),
              "keys_kernel: 500 blocks of 256 threads, 32 registers per thread, 1.0 kB shared "
              "memory per block");
    EXPECT_EQ(app::kernels_line(stages), "6 kernels in 4 stages; click a stage for blocks and registers");
}

TEST(Timeline, names_kernels_as_the_code_does) {
    const auto name = sim::kernel_base_name;
    EXPECT_EQ(name("each_kernel"), "each_kernel");
    EXPECT_EQ(name("sort::scatter_kernel<true, 8>"), "scatter_kernel");
    EXPECT_EQ(name("_Z10add_kernelPjj"), "add_kernel");
    EXPECT_EQ(name("_ZN3sim46_GLOBAL__N__f9e88eb8_13_world_cuda_cu_4e6ded2b10end_kernelEPNS_6StatusES2_"),
              "end_kernel");
    EXPECT_EQ(name("_ZN3sim11each_kernelIZNS_10cull_pairsINS_8CudaExecEEEvRT_EUnvhdl0_0_0_2_PFvRS2_E1_vj"),
              "each_kernel");
    EXPECT_EQ(name("_ZN4sortL13decide_kernelEyPKj"), "decide_kernel");
    EXPECT_EQ(name("_ZN3cub17CUB_300001_SM_9006detail4scan16DeviceScanKernelINS2_1PEEEvT_"),
              "DeviceScanKernel");
    EXPECT_EQ(name("_Z99999999999999999999x"), "_Z99999999999999999999x") << "no name";
}

TEST(Timeline, says_what_a_clicked_stage_has_launched) {
    Program program(1280, 720);
    program.session.simulation.paused = false;
    program.frames(20);
    program.click("Timeline");
    EXPECT_EQ(program.state.find("kernels"), nullptr) << "nothing is chosen";
    app::TimelineView& view = program.state.timeline;
    const app::SliceRow& stages = program.session.telemetry.timeline.row(app::Lane::compute, 1);
    program.session.telemetry.freeze_plots(true);
    view.show(stages.back().start_us - 100, stages.back().end_us + 100);
    view.chosen = {{app::Lane::compute, 1, stages.back().start_us}};
    program.frames(2);
    EXPECT_NE(program.state.find("kernels"), nullptr);
    program.save("timeline_kernels");
}

TEST(Timeline, of_a_click_is_the_longest_slice_where_many_are_under_a_pixel) {
    app::FrameTimeline timeline;
    for (uint64_t k = 0; k < 1000; ++k) {
        sim::StepReport step{};
        step.step = k + 1;
        step.start_us = double(k);
        step.duration_us = k == 505 ? 0.9 : 0.1;
        timeline.add(step, 1);
    }
    Program program(640, 360);
    program.ui.begin(640, 360, 1, 0.01f);
    const app::TimelinePlot plot(timeline, 1e6, 1e6 + 1000, {0, 0}, {200, 150}, program.ui.fonts(), 1,
                                 "steps");
    const float y = 13 * 1.3f + 4;
    std::optional<app::TimelinePlot::Place> place;
    for (float row = y; row < 150 && (!place || place->lane != app::Lane::compute); row += 2)
        place = plot.at({plot.x_of(1e6 + 504), row});
    ASSERT_TRUE(place);
    EXPECT_EQ(place->index, 505u);
    program.ui.end(640, 360);
}

TEST(Timeline, the_key_writes_a_trace_that_follows_the_rules) {
    Program program(1280, 720);
    program.session.simulation.paused = false;
    program.frames(30);
    const TempDir folder;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    program.press('T');
    std::filesystem::current_path(before);
    std::ostringstream text;
    for (const auto& file : std::filesystem::directory_iterator(folder.path()))
        text << std::ifstream(file.path()).rdbuf();
    const auto trace = trace_rules::read(text.str());
    for (const std::string& fault : trace.faults) ADD_FAILURE() << fault;
    EXPECT_EQ(trace.tracks.size(), 2u) << "no scene is drawn here";
    EXPECT_GT(trace.slices.size(), 100u);
    EXPECT_GT(trace.instants.size(), 10u) << "13 of 16 passes are skipped in each step";
}

}  // namespace
