// The tabs of the tool panel that show how times are distributed, what a sort's time depends on, and what memory is for.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/view/frame.h"
#include "tests/app/ui_program.h"

namespace {

using ui_program::Program;

TEST(Tabs, what_drawing_cost_is_of_the_bodies_that_are_there) {
    Program program(1280, 720);
    app::DrawReport drawn{.start_s = app::now_s(), .passes = {{"bodies", 0, 100, 0, 0}}};
    for (drawn.frame = 1; drawn.frame < 10; ++drawn.frame) {
        drawn.start_s += 1e-6;
        program.session.telemetry.add(drawn);
    }
    EXPECT_EQ(program.session.telemetry.drawing.history().size(), 9u);
    program.session.changes.next.bodies = 500;
    for (int k = 0; k < 1000 && program.session.simulation.config().bodies != 500; ++k) program.frames(1);
    EXPECT_EQ(program.session.telemetry.drawing.history().size(), 0u);
    drawn.start_s += 1e-6;  // of the world before: a GPU reports it late
    program.session.telemetry.add(drawn);
    EXPECT_EQ(program.session.telemetry.drawing.history().size(), 0u);
    drawn.start_s = app::now_s();
    program.session.telemetry.add(drawn);
    EXPECT_EQ(program.session.telemetry.drawing.history().size(), 1u);
}

TEST(Tabs, a_baseline_is_kept_and_compared_and_dropped) {
    Program program(1280, 720);
    program.session.simulation.step_exactly(1);
    program.session.simulation.collect(0);
    program.run_steps(60);
    program.click("Histogram");
    program.frames(2);
    EXPECT_EQ(program.state.find("drop baseline"), nullptr);
    ASSERT_GE(program.state.tabs.series.frame_ms.size(), 60u);
    program.click("save as baseline");
    ASSERT_TRUE(program.state.tabs.baseline);
    EXPECT_EQ(program.state.tabs.baseline->of, "pile, 256 bodies, std-sort, sweep");
    EXPECT_EQ(program.state.tabs.ratio.ratio, 0) << "no frame since";
    program.run_steps(60);
    program.frames(2);
    EXPECT_NEAR(double(program.state.tabs.series.frame_ms.size()), 60, 2)
        << "those that were saved are not compared with themselves";
    EXPECT_EQ(app::ratio_sentence(program.state.tabs.ratio),
              "1.00 times the baseline's median, within noise");
    for (double& ms : program.state.tabs.baseline->series.frame_ms) ms /= 2;
    program.state.tabs.compared.clear();
    program.frames(1);
    EXPECT_NEAR(program.state.tabs.ratio.ratio, 2, 0.1) << "twice as long as in the baseline";
    program.click("histogram of");
    program.click("histogram of sort");
    EXPECT_EQ(program.state.tabs.histogram_of, "sort");
    EXPECT_EQ(program.state.tabs.compared, "sort");
    program.save("histogram");
    program.click("drop baseline");
    EXPECT_FALSE(program.state.tabs.baseline);
}

TEST(Tabs, are_drawn_before_the_first_step_and_for_every_engine) {
    for (const char* tab : {"Histogram", "Disorder", "Memory"}) {
        Program program(1280, 720, 2);
        program.click("tabs");  // at this scale they are a list
        program.click(tab);
        program.frames(2);
        program.session.simulation.step_exactly(1);
        program.session.simulation.collect(0);
        program.run_steps(30);
        program.frames(3);
        program.save(std::string("tab_") + tab);
        EXPECT_NE(program.state.find("tabs"), nullptr);
    }
}

TEST(Tabs, the_sort_panel_and_the_stages_are_of_one_step) {
    Program program(1280, 720);
    program.session.simulation.step_exactly(1);
    program.session.simulation.collect(0);
    program.session.simulation.refresh_statistics(0, true);
    const app::Statistics& statistics = program.session.telemetry.statistics();
    EXPECT_EQ(statistics.of_step, 1u);
    EXPECT_EQ(statistics.sorts, 1u);
    program.session.simulation.step_exactly(3);
    program.session.simulation.collect(0);
    EXPECT_EQ(program.session.simulation.counters().completed_steps, 4u);
    EXPECT_EQ(statistics.of_step, 1u) << "the stages have not been renewed yet";
    EXPECT_EQ(statistics.counters.completed_steps, 1u);
    program.session.simulation.refresh_statistics(0, true);
    EXPECT_EQ(statistics.of_step, 4u);
    EXPECT_EQ(statistics.counters.descents, program.session.simulation.counters().descents);
}

TEST(Tabs, a_wrong_state_has_a_badge_in_the_top_bar) {
    for (const auto& [width, height, scale] :
         {std::tuple{1280, 720, 1.0f}, {1920, 1080, 1.0f}, {1920, 1080, 2.0f}}) {
        Program program(width, height, scale);
        program.run_steps(1);
        EXPECT_EQ(program.state.find("state badge"), nullptr) << "all is well";
        auto& world = static_cast<fake::World&>(program.session.simulation.world());
        world.outside = 12345, world.not_finite = 3, world.fast = 1200;
        program.run_steps(1);
        program.frames(3);
        program.save("wrong_state_" + std::to_string(width) + "_" + std::to_string(int(scale)));
        const app::UiState::Item *badge = program.state.find("state badge"),
                                 *next = program.state.find("badge");
        ASSERT_NE(badge, nullptr);
        EXPECT_LE(badge->max.x, next->min.x) << "they lie on each other";
    }
}

TEST(Tabs, the_most_that_worlds_have_held_is_kept) {
    Program program(1280, 720);
    static_cast<fake::World&>(program.session.simulation.world()).held_bytes = 5000;
    program.run_steps(1);
    EXPECT_EQ(program.session.telemetry.statistics().peak_bytes, 5000u);
    program.press('R');  // another world
    static_cast<fake::World&>(program.session.simulation.world()).held_bytes = 100;
    program.run_steps(1);
    EXPECT_EQ(program.session.telemetry.statistics().peak_bytes, 5000u);
}

/// Of all tables of this frame.
void expect_no_column_cut(const std::string& where) {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    for (int place = 0; place < context.Tables.GetMapSize(); ++place) {
        const ImGuiTable* const table = context.Tables.TryGetMapData(place);
        if (!table || table->LastFrameActive < context.FrameCount - 1) continue;
        for (int k = 0; k < table->ColumnsCount; ++k) {
            const ImGuiTableColumn& column = table->Columns[k];
            const bool fixed = (column.Flags & ImGuiTableColumnFlags_WidthFixed) != 0;
            const float wanted = fixed ? column.WidthRequest : 0;
            EXPECT_GE(column.WidthGiven + 1, wanted) << where << ": " << ImGui::TableGetColumnName(table, k);
        }
    }
}

TEST(Tabs, of_a_narrow_tool_panel_all_tabs_are_seen_in_a_list_and_nothing_in_them_is_cut) {
    Program program(1280, 720, 2);
    program.session.changes.next.engine = "two-ways";  // it has a counter more
    program.session.simulation.paused = false;
    program.frames(10);
    const app::Region tool_panel =
        app::make_layout(program.state, 1280, 720, app::effective_scale(program.state, 1280, 720, 1))
            .tool_panel;
    for (const char* tab :
         {"Timeline", "History", "Histogram", "Counters", "Disorder", "Memory", "Log", "Race", "Stages"}) {
        program.click("tabs");
        const ImGuiWindow* const list = ImGui::FindWindowByName("##Combo_00");
        ASSERT_NE(list, nullptr);
        EXPECT_FALSE(list->ScrollbarY) << tab;
        program.click(tab);
        if (tab == std::string("Race")) {
            program.click("race this frame");
            for (int k = 0; k < 200 && program.session.compare.races(); ++k) program.frames(1);
        }
        program.frames(3);
        expect_no_column_cut(tab);
        if (tab == std::string("Counters")) {
            ASSERT_NE(program.state.find("largest shift"), nullptr);
            EXPECT_LE(program.state.find("largest shift")->max.x, tool_panel.x + tool_panel.width);
        }
        for (const app::UiState::Item& item : program.state.items) {
            const bool inside = item.min.y > tool_panel.y && item.min.x > tool_panel.x &&
                                item.min.x < tool_panel.x + tool_panel.width;
            EXPECT_LE(inside ? item.max.x : 0, tool_panel.x + tool_panel.width) << tab << ": " << item.name;
        }
        program.save(std::string("narrow_") + tab);
    }
}

TEST(Tabs, names_of_stages_are_not_cut) {
    for (const int width : {900, 1000, 1280}) {
        Program program(width, 600);
        sim::StepReport step{};
        step.stages = {{"gravity/moments", 0, 10, 0, 0}, {"sweep", 10, 20, 0, 0}};
        step.duration_us = 30;
        program.session.telemetry.profiler.add(step);
        program.session.simulation.refresh_statistics(0, true);
        program.frames(3);
        program.save("long_stage_" + std::to_string(width));
        ImGuiContext& context = *ImGui::GetCurrentContext();
        int tables = 0;
        for (int place = 0; place < context.Tables.GetMapSize(); ++place) {
            ImGuiTable* const table = context.Tables.TryGetMapData(place);
            if (!table || ImGui::TableGetColumnName(table, 0) != std::string("stage")) continue;
            ++tables;
            EXPECT_LE(table->Columns[0].ContentMaxXUnfrozen, table->Columns[0].WorkMaxX + 1) << width;
        }
        EXPECT_GT(tables, 0);
    }
}

TEST(Tabs, say_what_is_in_them) {
    Program program(1280, 720);
    const app::UiState::Item tab = *program.state.find("Race");
    const auto shows_tip = [&] {
        const ImGuiWindow* const tip = ImGui::FindWindowByName("##Tooltip_00");
        return tip && tip->Active;
    };
    EXPECT_FALSE(shows_tip());
    program.send({ui_program::move_to(double(tab.min.x + tab.max.x) / 2, double(tab.min.y + tab.max.y) / 2)});
    EXPECT_TRUE(shows_tip());
}

}  // namespace
