// Parts of panels that need no window: fonts, the ticks of plots, what overlays say.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/base/embedded_files.h"
#include "app/base/numbers.h"
#include "app/measure/profile/profiler_stages.h"
#include "app/view/panels/panels.h"
#include "app/view/panels/stage_words.h"
#include "app/view/widgets/plot.h"
#include "app/view/widgets/widgets.h"
#include "tests/sim/sim_scene.h"

namespace {

TEST(Panels, what_overlays_leave_out_is_said) {
    app::DrawSettings draw;
    app::InteropStatus status;
    EXPECT_EQ(app::left_out(draw, status, 1ull << 40), "");
    draw.boxes = draw.pairs = true;
    EXPECT_EQ(app::left_out(draw, status, 1000), "");
    status.box_stride = 77;
    status.most_lines = 1u << 20;
    const std::string both = app::left_out(draw, status, 15197931);
    EXPECT_EQ(both, "Boxes: all large ones, 1 in 77 of the others. Pair lines: 1 in 15");
    status.box_stride = 2;
    EXPECT_EQ(app::left_out(draw, status, (1u << 20) + 1),
              "Boxes: all large ones, 1 in 2 of the others. Pair lines: 1 in 2");
    draw.boxes = draw.pairs = false;
    draw.contacts = true;
    status.most_contacts = 0;
    EXPECT_EQ(app::left_out(draw, status, 5),
              "Contacts: none, this OpenGL cannot read so many bodies at once");
}

TEST(Panels, stages_that_meet_have_colours_that_differ) {
    const auto stages = app::stage_colours();
    for (size_t k = 0; k < stages.size(); k++) {
        for (size_t other = 0; other < k; other++) {
            if (other + 1 != k && !(stages[k].own && stages[other].own)) continue;
            const std::string both =
                std::string(stages[k].stage) + " and " + std::string(stages[other].stage);
            EXPECT_NE(stages[k].colour.dark, stages[other].colour.dark) << both;
            EXPECT_NE(stages[k].colour.light, stages[other].colour.light) << both;
        }
    }
    EXPECT_EQ(std::count_if(stages.begin(), stages.end(), [](const auto& stage) { return stage.own; }), 4);
}

/// Of steps that worlds report, not of the table alone: a stage that is not in it is drawn all the same.
TEST(Panels, stages_of_every_step_have_words_and_colours_that_differ) {
    const auto known = app::stage_colours();
    for (const char* scene : {"gas", "landscape", "chairs", "plummer", "pyramid"}) {
        for (const auto& broad_phase : sim::broad_phases()) {
            sim::WorldConfig config = testing_worlds::config_of(scene, 20);
            config.broad_phase = broad_phase.name;
            const auto world = sim::World::create(config);
            world->step(1);
            std::vector<sim::StepReport> reports;
            world->poll(reports);
            ASSERT_EQ(reports.size(), 1u);
            std::vector<std::string> stages;  // a table's rows: pieces of one stage are one
            for (const sim::StageTime& piece : reports[0].stages) {
                const std::string stage(app::stage_name(piece));
                if (std::find(stages.begin(), stages.end(), stage) == stages.end()) stages.push_back(stage);
            }
            const app::StageColour* before = nullptr;
            for (const std::string& stage : stages) {
                EXPECT_FALSE(app::stage_words(stage).empty()) << stage;
                const auto own = std::find_if(known.begin(), known.end(), [&](const app::StageColour& one) {
                    return one.stage == stage;
                });
                ASSERT_NE(own, known.end()) << stage << " of " << scene << ", " << broad_phase.name;
                if (before) {
                    EXPECT_NE(before->colour.dark, own->colour.dark) << before->stage << " and " << stage;
                    EXPECT_NE(before->colour.light, own->colour.light) << before->stage << " and " << stage;
                }
                before = &*own;
            }
        }
    }
}

TEST(Panels, every_stage_has_words) {
    for (const app::StageColour& stage : app::stage_colours())
        EXPECT_FALSE(app::stage_words(stage.stage).empty()) << stage.stage;
    EXPECT_EQ(app::stage_words("solve/drain"), app::stage_words("solve"));
    EXPECT_EQ(app::stage_words("no such stage"), "");
}

TEST(Panels, lines_break_between_words_alone) {
    ImGui::CreateContext();
    app::load_fonts(*ImGui::GetIO().Fonts, 1);
    ImGui::GetIO().DisplaySize = {640, 480};
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::NewFrame();
    const std::string text = "this machine has 22.7 GB for it, and 1,234,567 bodies need 9.9 GB";
    for (float width = 60; width < 400; width += 7) {
        const std::string lines = app::wrapped(text, width);
        EXPECT_NE(lines.find("22.7"), std::string::npos) << lines;
        EXPECT_NE(lines.find("1,234,567"), std::string::npos) << lines;
        std::string again = lines;
        std::replace(again.begin(), again.end(), '\n', ' ');
        EXPECT_EQ(again, text);
        size_t from = 0;
        for (size_t to = 0; to != std::string::npos; from = to + 1) {
            to = lines.find('\n', from);
            const std::string line = lines.substr(from, to - from);
            if (line.find(' ') == std::string::npos) continue;  // a word that is wider
            EXPECT_LE(ImGui::CalcTextSize(line.c_str()).x, width) << line;
        }
    }
    ImGui::EndFrame();
    ImGui::DestroyContext();
}

TEST(Panels, columns_of_the_stages_show_what_their_titles_say) {
    app::StageSummary stage{};
    stage.name = "sort";
    stage.now_ms = 1;
    stage.p50_ms = 2;
    stage.p90_ms = 3;
    stage.p99_ms = 4;
    stage.max_ms = 5;
    stage.share = 0.25;
    stage.bytes = 6000000;
    stage.gb_per_s = 7;
    for (const auto& [title, text] : {std::pair{"now", app::milliseconds(1)},
                                      {"p50", app::milliseconds(2)},
                                      {"p90", app::milliseconds(3)},
                                      {"p99", app::milliseconds(4)},
                                      {"share", std::string("25 %")},
                                      {"moved", app::human_bytes(6e6)},
                                      {"GB/s", std::string("7.00")}})
        EXPECT_EQ(app::stage_cell(title, stage), text) << title;
    EXPECT_EQ(app::stage_cell("GB/s", stage, 6.9), "cached") << "more than memory gives";
    stage.p90_ms = stage.p99_ms = -1;
    stage.bytes = 0;
    stage.gb_per_s = 0;
    for (const char* title : {"p90", "p99", "moved", "GB/s"})
        EXPECT_EQ(app::stage_cell(title, stage), "") << title;
}

TEST(Panels, fonts_are_those_of_the_executable) {
    ImFontAtlas atlas;
    const app::Fonts fonts = app::load_fonts(atlas, 1.5f);
    for (const ImFont* font : {fonts.regular, fonts.bold, fonts.small_}) {
        ASSERT_TRUE(font && font->ConfigData);
        const auto same = [&](const app::EmbeddedFile& file) {
            const auto* bytes = static_cast<const char*>(font->ConfigData->FontData);  // the atlas' copy
            return file.text == std::string_view(bytes, size_t(font->ConfigData->FontDataSize));
        };
        const auto all = app::embedded_fonts();
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), same));
        EXPECT_EQ(font->FindGlyph('0')->AdvanceX, font->FindGlyph('1')->AdvanceX);
        EXPECT_GT(font->FindGlyph('M')->AdvanceX, font->FindGlyph('i')->AdvanceX);  // no bitmap font
    }
    EXPECT_EQ(fonts.regular->FontSize, 21);
    EXPECT_NE(fonts.regular->ConfigData->FontDataSize, fonts.bold->ConfigData->FontDataSize);
}

TEST(Plot, ticks_are_round_and_columns_cover_all_values) {
    EXPECT_DOUBLE_EQ(app::round_step(10, 5), 2);
    EXPECT_DOUBLE_EQ(app::round_step(0.9, 3), 0.5);
    EXPECT_DOUBLE_EQ(app::round_step(30, 2), 20);
    EXPECT_EQ(app::column_begin(0, 7, 100), 0u);
    EXPECT_EQ(app::column_begin(7, 7, 100), 100u);
}

}  // namespace
