// The scene as a sort in the window: colour keys, the pass in view, the frozen sort, the axis strip and its brush.
#include "app/observe/readers/axis_strip.h"
#include "app/view/actions/keys.h"
#include "app/view/inspect/sort_freeze.h"
#include "tests/app/ui_program.h"
#include "tests/sim/sim_scene.h"

namespace {

using app::Colour;
using ui_program::Program;

/// Real worlds of 400 bodies, small enough to be made at once.
std::unique_ptr<sim::World> make_world(const sim::WorldConfig&, const sim::Snapshot* from) {
    return sim::World::create(testing_worlds::config_of("gas", 400), from);
}

struct SortProgram : Program {
    explicit SortProgram(int width = 1280, int height = 720, float scale = 1)
        : Program(width, height, scale, make_world) {
        session.simulation.step_exactly(3);
        session.view.follow_exactly(0);
        frames(2);
    }
};

TEST(UiSort, keys_choose_the_colours_and_go_through_the_passes) {
    SortProgram program;
    program.press('3');
    EXPECT_EQ(program.session.view.draw.colour, Colour::digit);
    ASSERT_TRUE(program.state.find("pass in view"));
    const uint32_t pass = program.session.inspector.pass_in_view().pass;
    program.press(app::key::left, app::key::shift);
    EXPECT_EQ(program.session.inspector.pass_in_view().pass, pass - 1);
    program.press(app::key::right, app::key::shift);
    EXPECT_EQ(program.session.inspector.pass_in_view().pass, pass);
    program.click("digits");
    program.click("digits 4");
    EXPECT_EQ(program.session.inspector.pass_in_view().bits, 4u);
    program.press('4');
    EXPECT_EQ(program.session.view.draw.colour, Colour::tile);
    EXPECT_FALSE(program.state.find("pass in view"));
    program.press('6');
    EXPECT_EQ(program.session.view.draw.colour, Colour::disorder);
}

TEST(UiSort, the_button_freezes_and_releases) {
    SortProgram program;
    program.click("freeze sort");
    ASSERT_TRUE(program.session.inspector.frozen());
    EXPECT_EQ(program.session.view.draw.colour, Colour::rank);
    ASSERT_TRUE(program.state.find("moment"));
    program.press(app::key::right, app::key::shift);
    EXPECT_EQ(program.session.inspector.frozen()->moment(), 1);
    program.click("shown");
    program.click("shown 4-bit passes");
    EXPECT_EQ(program.session.inspector.frozen()->moments(), 9);
    program.click("shown");
    program.click("shown " + program.session.simulation.config().engine);
    EXPECT_EQ(program.session.inspector.frozen()->shown_bits(), 0u);
    program.save("ui_sort_frozen");
    program.press(app::key::escape);
    EXPECT_FALSE(program.session.inspector.freezes());
    EXPECT_FALSE(program.state.find("moment"));
}

TEST(UiSort, a_drag_on_the_strip_brings_out_ranks_and_clicks_select) {
    SortProgram program;
    EXPECT_FALSE(program.session.inspector.strip());
    program.press('A', app::key::shift);
    ASSERT_TRUE(program.session.inspector.strip());
    EXPECT_EQ(program.session.inspector.strip()->bodies.size(), 400u);
    const app::UiState::Item* const found = program.state.find("axis strip");
    ASSERT_TRUE(found);
    const app::UiState::Item strip = *found;
    const double y = (strip.min.y + strip.max.y) / 2, wide = strip.max.x - strip.min.x;
    const auto x = [&](double part) { return strip.min.x + part * wide; };
    program.send({ui_program::move_to(x(0.25), y), ui_program::button(0, true)});
    program.send({ui_program::move_to(x(0.5), y)});
    program.send({ui_program::button(0, false)});
    ASSERT_TRUE(program.session.inspector.brush);
    EXPECT_NEAR(program.session.inspector.brush->first, 100, 2);
    EXPECT_NEAR(program.session.inspector.brush->second, 200, 2);
    program.session.inspector.show_sort();
    EXPECT_EQ(program.session.view.draw.sort.style.brush_begin, program.session.inspector.brush->first);
    program.save("ui_sort_brush");
    program.click("axis strip");
    EXPECT_FALSE(program.session.inspector.brush);
    EXPECT_EQ(program.session.view.draw.selected, sim::kNobody);
    program.click("axis strip");
    const uint32_t selected = program.session.view.draw.selected;
    ASSERT_NE(selected, sim::kNobody);
    EXPECT_NEAR(program.session.inspector.strip()->find(selected)->rank, 200, 2);
    EXPECT_FALSE(program.session.inspector.strip()->runs.empty());
    program.save("ui_sort_walk");
    program.press('A', app::key::shift);
    EXPECT_FALSE(program.session.inspector.strip());
    EXPECT_FALSE(program.state.find("axis strip"));
}

TEST(UiSort, what_the_sort_shows_fits_at_twice_the_size) {
    SortProgram program(1920, 1080, 2);
    program.press('A', app::key::shift);
    program.press('F', app::key::shift);
    program.save("ui_sort_twice");
    for (const char* name : {"shown", "moment", "freeze sort", "axis strip"}) {
        const app::UiState::Item* const item = program.state.find(name);
        ASSERT_TRUE(item) << name;
        EXPECT_GT(item->max.x - item->min.x, 80) << name;
        EXPECT_LE(item->max.x, 1920) << name;
        EXPECT_LE(item->max.y, 1080) << name;
    }
}

TEST(UiSort, the_strip_leaves_room_for_the_view_in_small_windows) {
    for (const auto& [width, height] : {std::pair(640, 360), std::pair(1280, 720), std::pair(1920, 1080)}) {
        app::UiState state;
        state.axis_strip = true;
        const app::Layout layout =
            app::make_layout(state, width, height, app::effective_scale(state, width, height, 1));
        EXPECT_GT(layout.view.height, 0.3f * static_cast<float>(height));
        if (layout.strip.height > 0) {
            EXPECT_EQ(layout.strip.y, layout.view.y + layout.view.height);
            EXPECT_EQ(layout.strip.width, layout.view.width);
        }
    }
}

}  // namespace
