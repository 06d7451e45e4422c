// What holds for all panels, whatever they show: words do not lie on each other and are not cut, pictures are not
// distorted, ticks stand where their numbers belong, and every control says what it does.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <set>

#include "app/view/actions/keys.h"
#include "app/view/widgets/thumbnails.h"
#include "tests/app/ui_lesson.h"
#include "tests/app/ui_program.h"
#include "tests/app/ui_seen.h"

namespace {

using ui_program::Program;
using ui_seen::Seen;
using ui_seen::Words;

constexpr const char* kTabs[] = {"Stages",   "Timeline", "History", "Histogram", "Counters",
                                 "Disorder", "Memory",   "Race",    "Log"};

/// A window of a size and scale, and what is done before it is looked at.
struct Case {
    const char* name;
    int width, height;
    float scale;
    std::function<void(Program&)> act;
};

void change_scene(Program& program, const char* scene) {
    program.session.changes.next.scene = scene;
    program.frames(3);
    program.run_steps(20);
}

const std::vector<Case>& cases() {
    static const std::vector<Case> all = [] {
        std::vector<Case> cases = {
            {"before the first step", 1280, 720, 1, [](Program&) {}},
            {"a large scale", 1280, 900, 1.5f, [](Program& program) { program.run_steps(20); }},
            {"a selected body", 1280, 900, 1,
             [](Program& program) {
                 program.session.view.select(3);
                 program.run_steps(20);
             }},
            {"stars", 1280, 1200, 1, [](Program& program) { change_scene(program, "stars"); }},
            {"halos", 1280, 1200, 1, [](Program& program) { change_scene(program, "halos"); }},
            {"hand mode", 1280, 1200, 1,
             [](Program& program) {
                 program.state.touch.hand_mode = true;
                 program.frames(3);
             }},
            {"an engine of several paths", 1280, 900, 1,
             [](Program& program) {
                 program.session.changes.next.engine = "two-ways";
                 program.frames(3);
                 program.run_steps(20);
             }},
            {"wrong states", 1280, 720, 1,
             [](Program& program) {
                 fake::of(program.session).outside = 7;
                 program.run_steps(20);
             }},
            {"light theme", 1280, 720, 1,
             [](Program& program) {
                 program.session.view.draw.theme = app::Theme::light;
                 program.run_steps(20);
             }},
            {"frames on the timeline", 1280, 900, 1,
             [](Program& program) {
                 program.session.simulation.paused = false;
                 program.frames(20);
                 program.session.simulation.paused = true;
                 program.frames(3);
                 program.click("Timeline");
             }},
            {"a race", 1280, 900, 1,
             [](Program& program) {
                 program.run_steps(20);
                 program.click("Race");
                 program.click("race this frame");
                 for (int k = 0; k < 200 && program.session.compare.races(); ++k) program.frames(1);
                 program.frames(3);
             }},
        };
        for (const char* tab : kTabs)
            cases.push_back({tab, 1280, 900, 1, [tab](Program& program) {
                                 program.run_steps(40);
                                 program.click(tab);
                                 program.frames(2);
                             }});
        return cases;
    }();
    return all;
}

class Laws : public testing::TestWithParam<size_t> {
protected:
    Laws() : program_(of().width, of().height, of().scale) {
        of().act(program_);
        program_.send({ui_program::move_to(of().width / 2, of().height / 3)});  // away from the controls
    }
    static const Case& of() { return cases()[GetParam()]; }
    Program program_;
};

std::string place(const Words& one) {
    return "'" + one.text + "' at " + std::to_string(int(one.min.x)) + ", " + std::to_string(int(one.min.y)) +
           " of " + one.window;
}

void expect_words_beside_each_other(const Seen& seen) {
    ASSERT_GT(seen.words.size(), 20u);
    for (size_t i = 0; i < seen.words.size(); ++i) {
        const Words& a = seen.words[i];
        for (size_t j = 0; j < i; ++j) {
            const Words& b = seen.words[j];
            if (a.window != b.window || !a.seen() || !b.seen()) continue;
            const float wide = std::min(a.max.x, b.max.x) - std::max(a.min.x, b.min.x);
            const float high = std::min(a.max.y, b.max.y) - std::max(a.min.y, b.min.y);
            EXPECT_FALSE(wide > 1.5f && high > 1.5f) << place(a) << " lies on " << place(b);
        }
    }
}

void expect_whole_words(const Seen& seen, int width) {
    for (const Words& one : seen.words) {
        if (!one.seen()) continue;
        EXPECT_FALSE(one.cut()) << place(one);
        EXPECT_TRUE(one.min.x >= 0 && one.max.x <= float(width)) << place(one);
    }
}

void expect_pictures_as_they_are(const Seen& seen) {
    EXPECT_GT(seen.pictures.size(), 5u);
    for (const ui_seen::Picture& picture : seen.pictures) {
        const float wide = picture.max.x - picture.min.x, high = picture.max.y - picture.min.y;
        const float u = picture.uv_max.x - picture.uv_min.x, v = picture.uv_max.y - picture.uv_min.y;
        EXPECT_FLOAT_EQ(v, 1) << "cut at its sides alone";
        EXPECT_TRUE(picture.uv_min.x > -0.01f && u > 0) << picture.uv_min.x << " to " << picture.uv_max.x;
        EXPECT_NEAR(picture.uv_min.x, 1 - picture.uv_max.x, 1e-5f) << "as much on either side";
        EXPECT_NEAR(wide / high, u / v * app::Thumbnails::kAspect, 0.1f);
    }
}

void expect_controls_inside(const app::UiState& state, int width) {
    for (const app::UiState::Item& item : state.items) {
        EXPECT_LT(item.min.x, item.max.x) << item.name;
        EXPECT_LT(item.min.y, item.max.y) << item.name;
        EXPECT_GE(item.min.x, 0) << item.name;
        EXPECT_LE(item.max.x, float(width)) << item.name;
    }
}

/// The number that a tick begins with.
std::optional<double> number_of(const std::string& text) {
    std::string digits;
    for (const char c : text)
        if (c != ',') digits += c;
    char* end = nullptr;
    const double number = std::strtod(digits.c_str(), &end);
    if (end == digits.c_str() || digits.find(':') != digits.npos) return std::nullopt;
    return number;
}

/// Ticks are dimmed numbers above each other that end at the same place: equal steps of the number are equal ways.
void expect_ticks_in_their_places(const Seen& seen) {
    struct Tick {
        double number;
        float y;
    };
    std::map<std::pair<std::string, int>, std::vector<Tick>> axes;
    for (const Words& one : seen.words) {
        if (!one.window.starts_with("##tool_panel") ||
            one.colour != ImGui::GetColorU32(ImGuiCol_TextDisabled))
            continue;
        const auto number = number_of(one.text);
        if (number) axes[{one.window, int(std::lround(one.max.x / 3))}].push_back({*number, one.max.y});
    }
    for (const auto& [axis, ticks] : axes) {
        if (ticks.size() < 4 || axis.first.find("##stage") != std::string::npos) continue;
        const double per_pixel =
            (ticks.back().number - ticks[0].number) / double(ticks[0].y - ticks.back().y);
        for (const Tick& tick : ticks)
            EXPECT_NEAR(tick.number - ticks[0].number, per_pixel * double(ticks[0].y - tick.y),
                        2.5 * per_pixel)
                << axis.first << ": " << tick.number << " at " << tick.y;
    }
}

TEST_P(Laws, hold) {
    const Seen seen = ui_seen::seen();
    expect_words_beside_each_other(seen);
    expect_whole_words(seen, of().width);
    expect_pictures_as_they_are(seen);
    expect_ticks_in_their_places(seen);
    expect_controls_inside(program_.state, of().width);
}

bool shows_tooltip() {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if ((window->Flags & ImGuiWindowFlags_Tooltip) && window->Active) return true;
    return false;
}

/// Whether the mouse at a place brings a tooltip.
bool tells(Program& program, float x, float y) {
    program.context.events = {ui_program::move_to(double(x), double(y))};
    program.frames(1);
    return shows_tooltip();
}

/// The words before a control, on its line.
const Words* label_of(const Seen& seen, const app::UiState::Item& item) {
    const Words* label = nullptr;
    const float y = (item.min.y + item.max.y) / 2;
    for (const Words& one : seen.words) {
        if (one.min.y > y || one.max.y < y || one.max.x > item.min.x) continue;
        if (!label || one.max.x > label->max.x) label = &one;
    }
    return label;
}

/// At the control or at its label. Each is tried in the first case that has it.
TEST(Controls, say_what_they_do) {
    // Numbers, a list of tabs, and what its own words say in full.
    std::set<std::string> done = {"pairs",        "tabs", "descents",    "largest shift",
                                  "history plot", "flat", "light theme", "clear selection"};
    size_t count = 0;
    for (const Case& one : cases()) {
        Program program(one.width, one.height, one.scale);
        one.act(program);
        const Seen seen = ui_seen::seen();
        const std::vector<app::UiState::Item> items = program.state.items;
        for (const app::UiState::Item& item : items) {
            const float y = (item.min.y + item.max.y) / 2;
            const bool scrolled = item.name.starts_with("scene ") && item.name != "scene pile";
            if (y < 0 || y > float(one.height) || scrolled || !done.insert(item.name).second) continue;
            ++count;
            const Words* const label = label_of(seen, item);
            EXPECT_TRUE(tells(program, (item.min.x + item.max.x) / 2, y) ||
                        (label && tells(program, (label->min.x + label->max.x) / 2, y)))
                << item.name << ": " << one.name;
        }
    }
    EXPECT_GT(count, 80u);
}

INSTANTIATE_TEST_SUITE_P(All, Laws, testing::Range(size_t(0), cases().size()), [](const auto& info) {
    std::string name = cases()[info.param].name;
    for (char& c : name)
        if (c == ' ') c = '_';
    return name;
});

}  // namespace
