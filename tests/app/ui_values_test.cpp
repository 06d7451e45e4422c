// The numbers that panels show are those of the world: of the made-up one all are known.
#include <gtest/gtest.h>

#include "app/view/widgets/widgets.h"
#include "tests/app/ui_program.h"
#include "tests/app/ui_seen.h"

namespace {

using ui_program::Program;
using ui_seen::Seen;
using ui_seen::Words;

/// A row of a panel: below a heading, a label, and what stands on its right.
struct Row {
    const char *window, *heading, *label, *value;
};

/// The words on the right of a label that stands below a heading; none: nullptr.
const Words* value_of(const Seen& seen, const Row& row) {
    const auto below = [&](const std::string& text, float y, float left) -> const Words* {
        for (const Words& one : seen.words)
            if (one.window.starts_with(row.window) && one.text == text && one.min.y >= y && one.min.x >= left)
                return &one;
        return nullptr;
    };
    const Words* const heading = below(row.heading, 0, 0);
    const Words* const label = heading ? below(row.label, heading->max.y, heading->min.x - 10) : nullptr;
    const Words* value = nullptr;
    for (const Words& one : seen.words) {
        if (!label || one.window != label->window || one.min.x <= label->max.x) continue;
        if (one.max.y < label->min.y || one.min.y > label->max.y) continue;
        if (!value || one.min.x < value->min.x) value = &one;
    }
    return value;
}

void expect_rows(const Seen& seen, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        const Words* const value = value_of(seen, row);
        ASSERT_TRUE(value) << row.heading << ", " << row.label;
        EXPECT_EQ(value->text, row.value) << row.heading << ", " << row.label;
    }
}

const std::vector<Row> kOfTheSort = {
    {"##sort", "Sort", "preset", "none"},        {"##sort", "Sort", "backend", "cpu"},
    {"##sort", "Sort", "engine", "std-sort"},    {"##sort", "Sort", "input", "20 descents"},
    {"##sort", "Sort", "passes run", "3"},       {"##sort", "Sort", "passes skipped", "13"},
    {"##sort", "Sort", "rate", "0.3 Mkeys/s"},   {"##sort", "Sort", "sort axis", "x"},
    {"##sort", "Pairs", "broad phase", "sweep"}, {"##sort", "Pairs", "box tests", "23,040"},
    {"##sort", "Pairs", "pairs", "1,280"},       {"##sort", "Pairs", "contacts", "512"},
    {"##sort", "Pairs", "asleep", "12"},
};

TEST(Values, of_the_sort_and_of_a_body_are_those_of_the_step) {
    Program program(1280, 900);
    program.session.view.select(3);
    program.run_steps(20);
    program.frames(8);
    const Seen seen = ui_seen::seen();
    expect_rows(seen, kOfTheSort);
    const std::vector<Row> of_body = {
        {"##sort", "Selected body", "id", "3"},           {"##sort", "Selected body", "rank", "3"},
        {"##sort", "Selected body", "key", "0xc1200003"}, {"##sort", "Selected body", "speed", "1.500 m/s"},
        {"##sort", "Selected body", "radius", "0.4 m"},   {"##sort", "Selected body", "mass", "2 kg"},
        {"##sort", "Selected body", "pairs", "30"},
    };
    expect_rows(seen, of_body);
    // All values end at the right edge.
    for (const Row& row : of_body)
        EXPECT_NEAR(value_of(seen, row)->max.x, value_of(seen, of_body[0])->max.x, 1) << row.label;
    EXPECT_TRUE(seen.find("7 107 207")) << "its first partners";
    EXPECT_EQ(value_of(seen, kOfTheSort[3])->colour, app::colours::as_text(app::colours::kYellow))
        << "out of order";
    for (const Row& row : kOfTheSort) {
        if (row.label != std::string("input")) {
            EXPECT_EQ(value_of(seen, row)->colour, app::colours::as_text(app::colours::kText)) << row.label;
        }
    }
}

TEST(Values, of_an_engine_that_repairs_are_its_path_and_how_far_keys_moved) {
    Program program(1280, 900);
    program.session.changes.next.engine = "two-ways";
    program.frames(3);
    program.run_steps(20);
    const std::vector<Row> rows = {
        {"##sort", "Sort", "engine", "two-ways"},   {"##sort", "Sort", "path", "in order"},
        {"##sort", "Sort", "windows", "119"},       {"##sort", "Sort", "movers", "0"},
        {"##sort", "Sort", "largest shift", "220"},
    };
    expect_rows(ui_seen::seen(), rows);
    EXPECT_EQ(value_of(ui_seen::seen(), rows[1])->colour, app::colours::as_text(app::colours::kAccent));
}

TEST(Values, of_gravity_are_its_work_and_its_tree) {
    Program program(1280, 1200);
    program.session.changes.next.scene = "stars";
    program.frames(3);
    program.run_steps(20);
    expect_rows(ui_seen::seen(), {
                                     {"##sort", "Gravity", "interactions", "10,240"},
                                     {"##sort", "Gravity", "per body", "40.0"},
                                     {"##sort", "Gravity", "nodes", "64"},
                                     {"##sort", "Gravity", "depth", "9"},
                                     {"##sort", "Gravity", "key sort", "std-sort"},
                                     {"##scene", "Physics", "time step", "2.000 ms"},
                                     {"##scene", "Physics", "opening", "0.80"},
                                     {"##scene", "Physics", "leaf size", "8 bodies"},
                                 });
    program.click("Counters");
    program.frames(2);
    expect_rows(ui_seen::seen(), {
                                     {"##tool_panel", "Stages", "pairs", "1,280"},
                                     {"##tool_panel", "Stages", "contacts", "512"},
                                     {"##tool_panel", "Stages", "descents", "20"},
                                     {"##tool_panel", "Stages", "interactions", "10,240"},
                                     {"##tool_panel", "Stages", "tree depth", "9"},
                                 });
}

TEST(Values, of_another_world_are_others) {
    Program program(1280, 900);
    program.session.changes.next.bodies = 1000;
    program.session.changes.next.seed = 12;
    program.frames(3);
    fake::of(program.session).held_bytes = 12345678;
    program.run_steps(41);
    expect_rows(ui_seen::seen(), {
                                     {"##sort", "Sort", "input", "1 descent"},
                                     {"##sort", "Pairs", "box tests", "90,000"},
                                     {"##sort", "Pairs", "pairs", "5,000"},
                                     {"##sort", "Pairs", "contacts", "2,000"},
                                     {"##scene", "Scene", "bodies", "1,000"},
                                     {"##scene", "Scene", "seed", "12"},
                                 });
    const Seen seen = ui_seen::seen();
    EXPECT_TRUE(seen.find("step 41"));
    EXPECT_TRUE(seen.find("t 0.08 s")) << "41 of 2 ms";
    EXPECT_TRUE(seen.find("paused"));
    program.click("Memory");
    program.frames(2);
    expect_rows(ui_seen::seen(), {
                                     {"##tool_panel/##sums", "world", "per body", "12.3 kB"},
                                     {"##tool_panel/##sums", "world", "most so far", "12.3 MB"},
                                     {"##tool_panel/##sums", "world", "in all", "12.3 MB"},
                                 });
}

/// Step 42 of the made-up world: stage k takes 200 us (1 + (5 k + 42 mod 3) mod 7), and moves 12,288 bytes.
TEST(Values, of_the_stages_are_their_times_shares_and_rates) {
    Program program(1280, 900);
    program.run_steps(42);
    const char* stages[] = {"boxes", "keys", "sort", "reorder", "sweep", "contacts", "solve"};
    const Seen seen = ui_seen::seen();
    const auto row_of = [&](const std::string& stage) {
        std::vector<std::string> row;
        const Words* name = nullptr;
        for (const Words& one : seen.words) {
            if (!one.window.starts_with("##tool_panel/##stage")) continue;
            if (one.text == stage) name = &one;
            if (name && one.max.y > name->min.y && one.min.y < name->max.y) row.push_back(one.text);
        }
        return row;
    };
    for (int k = 0; k < 7; ++k) {
        const int us = 200 * (1 + k * 5 % 7);
        const std::vector<std::string> row = row_of(stages[k]);  // name, now, p50, share, GB/s
        ASSERT_GE(row.size(), 5u) << stages[k];
        EXPECT_EQ(row[1], app::milliseconds(us / 1000.0)) << stages[k];
        const double p50_us = 1000 * std::stod(row[2]);
        EXPECT_EQ(row.back(), app::text_of("%.2f", 12.288 / p50_us)) << stages[k];
    }
    ASSERT_GE(row_of("step").size(), 3u);
    EXPECT_EQ(row_of("step")[1], app::milliseconds(5.6)) << "200 us of 1 to 7 each";
    EXPECT_EQ(row_of("step")[3], "100 %");
}

}  // namespace
