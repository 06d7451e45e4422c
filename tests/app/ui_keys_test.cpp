// The table of keys: complete, without duplicates, found by what is printed on the key in the layouts of several
// countries, and repeated only where that is meant.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "app/gl/window/printed_keys.h"
#include "app/view/actions/actions.h"

namespace {

app::InputEvent press(int code, int mods = 0) {
    app::InputEvent event{app::InputEvent::key};
    event.code = code;
    event.down = true;
    event.mods = mods;
    return event;
}

/// Names the action of a pressed key; "": none.
std::string action_of(const app::InputEvent& event, bool lesson = false) {
    const app::Action* action = app::find_action(event, lesson);
    return action ? action->name : "";
}

TEST(Keys, no_chord_starts_two_actions) {
    for (const auto rows : {app::actions(), app::lesson_actions()}) {
        std::set<std::pair<int, int>> seen;
        for (const app::Action& row : rows) {
            for (const app::Chord& chord : row.chords) {
                if (chord.code == 0) continue;
                EXPECT_TRUE(seen.insert({chord.code, chord.mods}).second) << row.keys << " is there twice";
            }
        }
    }
}

TEST(Keys, every_action_has_one_row_and_a_key) {
    std::set<std::string> seen;
    for (const app::Action& row : app::actions()) {
        EXPECT_EQ(row.run != nullptr, *row.name != 0) << row.text;
        if (!row.run) continue;  // of the mouse
        EXPECT_TRUE(seen.insert(row.name).second) << row.text;
        EXPECT_NE(row.chords[0].code, 0) << row.text;
        EXPECT_EQ(&app::action_named(row.name), &row);
    }
    for (const app::Action& row : app::lesson_actions()) {
        EXPECT_EQ(row.run != nullptr, *row.name != 0) << row.text;
        if (!row.run) continue;
        EXPECT_TRUE(seen.insert(row.name).second) << row.text;
    }
    EXPECT_THROW(app::action_named("no such action"), std::out_of_range);
    EXPECT_THROW(app::action_named(""), std::out_of_range);
}

TEST(Keys, an_open_lesson_has_keys_of_its_own_and_leaves_the_others) {
    EXPECT_EQ(action_of(press(app::key::space)), "pause");
    EXPECT_EQ(action_of(press(app::key::space), true), "lesson_play");
    EXPECT_EQ(action_of(press(app::key::right)), "");
    EXPECT_EQ(action_of(press(app::key::right), true), "operation_forward");
    EXPECT_EQ(action_of(press('P'), true), "pause");
    EXPECT_EQ(action_of(press(app::key::f5), true), "lesson");
    for (const app::Action& row : app::lesson_actions()) {
        for (const app::Chord& chord : row.chords) {
            if (chord.code == 0) continue;
            EXPECT_EQ(action_of(press(chord.code, chord.mods), true), row.name);
        }
    }
}

TEST(Keys, chords_find_their_row) {
    for (const app::Action& row : app::actions()) {
        for (const app::Chord& chord : row.chords) {
            if (chord.code == 0) continue;
            EXPECT_EQ(action_of(press(chord.code, chord.mods)), row.name) << row.keys;
        }
    }
}

using app::key::control;
using app::key::shift;

// Keysyms that are no Latin letters.
constexpr uint32_t kDead = 0xfe51, kAGrave = 0xe0, kSharpS = 0xdf, kUmlaut = 0xfc, kDotless = 0x2b9,
                   kZe = 0x6da, kShortI = 0x6ca, kYu = 0x6c0, kGreekPi = 0x7f0, kHebrewPe = 0xcf4;

/// One key of a keyboard: where it is, what it prints, and what is pressed with it.
struct Pressed {
    const char* layout;
    int place;
    app::KeySymbols prints;
    int mods;
    const char* does;
    app::KeySymbols latin = {};  // of a second group with Latin letters
    bool is_latin = true;
};

const Pressed kPressed[] = {
    {"fr: a", 'Q', {'a', 'A'}, 0, ""},
    {"fr: Ctrl q", 'A', {'q', 'Q'}, control, "quit"},
    {"fr: m", ';', {'m', 'M'}, 0, "tool_panel"},
    {"fr: 1 without Shift", '1', {'&', '1'}, 0, "colour_kind"},
    {"fr: 5 without Shift", '5', {'(', '5'}, 0, "colour_shift"},
    {"fr: 1 with Shift", '1', {'&', '1'}, shift, "camera_front"},
    {"fr: 0", '0', {kAGrave, '0'}, 0, "colour_depth"},
    {"fr: Ctrl 0", '0', {kAGrave, '0'}, control, "scale_reset"},
    {"fr: -", '6', {'-', '6'}, 0, "slower"},
    {"fr: 6 with Shift", '6', {'-', '6'}, shift, "colour_disorder"},
    {"fr: Ctrl -", '6', {'-', '6'}, control, "scale_down"},
    {"fr: )", '-', {')', 0xb0}, 0, ""},
    {"fr: Ctrl +", '=', {'=', '+'}, control | shift, "scale_up"},
    {"fr: .", ',', {';', '.'}, shift, "one_step"},
    {"fr: ,", 'M', {',', '?'}, 0, "step_back"},
    {"fr: Shift ,", 'M', {',', '?'}, shift, "play_backwards"},
    {"de: -", '/', {'-', '_'}, 0, "slower"},
    {"de: Ctrl -", '/', {'-', '_'}, control, "scale_down"},
    {"de: sharp s is no minus", '-', {kSharpS, '?'}, 0, ""},
    {"de: +", ']', {'+', '*'}, 0, "faster"},
    {"de: Ctrl +", ']', {'+', '*'}, control, "scale_up"},
    {"de: a dead accent", '=', {kDead, '`'}, 0, ""},
    {"de: u umlaut is no bracket", '[', {kUmlaut, 0xdc}, 0, ""},
    {"de: Shift 0 prints =", '0', {'0', '='}, shift, "colour_asleep"},
    {"dvorak: p", 'R', {'p', 'P'}, 0, "pause"},
    {"dvorak: Ctrl q", 'X', {'q', 'Q'}, control, "quit"},
    {"dvorak: -", '\'', {'-', '_'}, 0, "slower"},
    {"dvorak: [", '-', {'[', '{'}, 0, "previous_scene"},
    {"us: Shift . is not one step", '.', {'.', '>'}, shift, "play_forwards"},
    {"us: +", '=', {'=', '+'}, shift, "faster"},
    {"us: Shift P", 'P', {'p', 'P'}, shift, ""},
    {"tr: -", '=', {'-', '_'}, 0, "slower"},
    {"tr: *", '-', {'*', '?'}, 0, ""},
    {"tr: dotless i", 'I', {kDotless, 'I'}, 0, ""},
    {"ru: where P is", 'P', {kZe, kZe + 32}, 0, "pause", {}, false},
    {"ru: Ctrl where Q is", 'Q', {kShortI, kShortI + 32}, control, "quit", {}, false},
    {"ru: prints a dot", '/', {'.', ','}, 0, "one_step", {}, false},
    {"ru: where the dot is", '.', {kYu, kYu + 32}, 0, "one_step", {}, false},
    {"ru and fr: Ctrl q", 'A', {kShortI, kShortI + 32}, control, "quit", {'q', 'Q'}, false},
    {"gr: Ctrl where Q prints ;", 'Q', {';', ':'}, control, "quit", {}, false},
    {"gr: where P is", 'P', {kGreekPi, kGreekPi - 32}, 0, "pause", {}, false},
    {"il: where P is", 'P', {kHebrewPe, 'P'}, 0, "pause", {}, false},
};

TEST(Keys, are_those_that_are_printed) {
    for (const Pressed& pressed : kPressed) {
        app::InputEvent event = press(pressed.place, pressed.mods);
        const bool other = pressed.latin.plain != 0;
        event.printed = app::printed_on(pressed.place, pressed.prints, pressed.is_latin,
                                        other ? &pressed.latin : nullptr);
        EXPECT_EQ(action_of(event), pressed.does) << pressed.layout;
    }
}

TEST(Keys, of_a_third_level_are_what_they_typed) {
    app::InputEvent bracket = press('8');
    bracket.printed = {'8', '(', '['};
    EXPECT_EQ(action_of(bracket), "previous_scene") << "de: AltGr 8";
    app::InputEvent cent = press('C');
    cent.printed = {'c', 'C', 0xa2};
    EXPECT_EQ(action_of(cent), "") << "AltGr C";
}

TEST(Keys, of_the_keypad_are_characters_with_num_lock_and_places_without) {
    constexpr int kKeypad5 = 325, kKeypadMinus = 333;
    app::InputEvent event = press(kKeypad5);
    event.printed.plain = app::character_of(0xffb5);
    EXPECT_EQ(action_of(event), "colour_shift");
    event = press(kKeypadMinus, control);
    event.printed.plain = app::character_of(0xffad);
    EXPECT_EQ(action_of(event), "scale_down");
    EXPECT_EQ(app::navigation_of(0xff95), app::key::home);
    EXPECT_EQ(app::navigation_of(0xff97), app::key::up);
    EXPECT_EQ(app::navigation_of(0xff9a), app::key::page_up);
    EXPECT_EQ(app::navigation_of(0xff9f), app::key::del);
    EXPECT_EQ(app::navigation_of(0xffb5), 0);
}

TEST(Keys, of_a_text_field_are_the_printed_letters) {
    app::InputEvent event = press('Q', control);
    EXPECT_EQ(app::letter_or_code(event), 'Q');
    event.printed = {'a', 'A', 0};
    EXPECT_EQ(app::letter_or_code(event), 'A');
    event.printed = {app::kOtherCharacter, 0, 0};
    EXPECT_EQ(app::letter_or_code(event), 'Q');
    EXPECT_EQ(app::letter_or_code(press(app::key::home)), app::key::home);
}

TEST(Keys, only_steps_and_sizes_repeat) {
    const std::set<std::string> repeating = {
        "one_step",          "step_back",      "slower",        "faster",      "tree_finer",   "tree_coarser",
        "moment_back",       "moment_forward", "clip_further",  "clip_nearer", "scale_up",     "scale_down",
        "operation_forward", "operation_back", "stage_forward", "stage_back",  "pass_forward", "pass_back"};
    for (const bool lesson : {false, true}) {
        for (const app::Action& row : lesson ? app::lesson_actions() : app::actions()) {
            for (const app::Chord& chord : row.chords) {
                if (chord.code == 0) continue;
                app::InputEvent event = press(chord.code, chord.mods);
                event.repeats = true;
                EXPECT_EQ(!action_of(event, lesson).empty(), repeating.contains(row.name)) << row.keys;
            }
        }
    }
}

TEST(Keys, are_shown_as_this_keyboard_has_them) {
    const auto keys = [](const char* action, const std::string& printed) {
        return app::keys_of(app::action_named(action), printed);
    };
    EXPECT_EQ(keys("faster", ""), "= or +");
    EXPECT_EQ(keys("faster", "qwertz+-."), "+");
    EXPECT_EQ(keys("previous_scene", "azerty"), "PgUp");
    EXPECT_EQ(keys("scale_up", "azerty=+"), "Ctrl+= or Ctrl++");
    EXPECT_EQ(keys("step_back", "qwerty"), ",") << "the only way";
    EXPECT_EQ(keys("pause", "qwerty"), "P or Space");
}

TEST(Keys, releases_and_other_modifiers_do_nothing) {
    app::InputEvent release = press('P');
    release.down = false;
    EXPECT_EQ(action_of(release), "");
    EXPECT_EQ(action_of(press('P', control)), "");
    EXPECT_EQ(action_of(press('=', control | shift)), "scale_up");
    EXPECT_EQ(action_of(press(app::key::escape)), "clear");
    constexpr int kCapsLock = 16;
    EXPECT_EQ(action_of(press('P', kCapsLock)), "pause");
}

TEST(Keys, the_markdown_table_has_a_line_for_each_row) {
    const std::string table = app::keys_markdown();
    EXPECT_EQ(static_cast<size_t>(std::count(table.begin(), table.end(), '\n')),
              app::actions().size() + app::lesson_actions().size() + 5);  // two heads, a blank line
    for (const auto rows : {app::actions(), app::lesson_actions()}) {
        for (const app::Action& row : rows) {
            const std::string held = row.repeats ? " | repeats |\n" : " |  |\n";
            EXPECT_NE(table.find(std::string("| ") + row.keys + " | " + row.text + held), std::string::npos);
        }
    }
}

}  // namespace
