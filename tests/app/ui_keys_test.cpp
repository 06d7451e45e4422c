// The table of keys: complete, without duplicates, found by what is printed on the key in the layouts of several
// countries, and repeated only where that is meant.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "app/gl/window/printed_keys.h"
#include "app/view/actions/keys.h"

namespace {

using app::Action;
using app::find_action;

app::InputEvent press(int code, int mods = 0) {
    app::InputEvent event{app::InputEvent::key};
    event.code = code;
    event.down = true;
    event.mods = mods;
    return event;
}

TEST(Keys, no_chord_starts_two_actions) {
    for (const auto rows : {app::key_rows(), app::lesson_key_rows()}) {
        std::set<std::pair<int, int>> seen;
        for (const app::KeyRow& row : rows) {
            for (const app::Chord& chord : row.chords) {
                if (chord.code == 0) continue;
                EXPECT_TRUE(seen.insert({chord.code, chord.mods}).second) << row.keys << " is there twice";
            }
        }
    }
}

TEST(Keys, every_action_has_one_row_and_a_key) {
    std::set<Action> seen;
    for (const app::KeyRow& row : app::key_rows()) {
        if (row.action == Action::nothing) continue;
        EXPECT_TRUE(seen.insert(row.action).second) << row.does;
        EXPECT_NE(row.chords[0].code, 0) << row.does;
    }
    EXPECT_EQ(seen.size(), static_cast<size_t>(Action::quit));  // all but `nothing`
    for (const app::KeyRow& row : app::lesson_key_rows()) {
        if (row.action == Action::nothing) continue;
        EXPECT_TRUE(seen.insert(row.action).second) << row.does;
    }
    EXPECT_EQ(seen.size(), static_cast<size_t>(Action::lesson_last));
}

TEST(Keys, an_open_lesson_has_keys_of_its_own_and_leaves_the_others) {
    EXPECT_EQ(find_action(press(app::key::space)), Action::pause);
    EXPECT_EQ(find_action(press(app::key::space), true), Action::lesson_play);
    EXPECT_EQ(find_action(press(app::key::right)), std::nullopt);
    EXPECT_EQ(find_action(press(app::key::right), true), Action::operation_forward);
    EXPECT_EQ(find_action(press('P'), true), Action::pause);
    EXPECT_EQ(find_action(press(app::key::f5), true), Action::lesson);
    for (const app::KeyRow& row : app::lesson_key_rows()) {
        for (const app::Chord& chord : row.chords) {
            if (chord.code == 0) continue;
            EXPECT_EQ(find_action(press(chord.code, chord.mods), true), row.action);
        }
    }
}

TEST(Keys, chords_find_their_row) {
    for (const app::KeyRow& row : app::key_rows()) {
        for (const app::Chord& chord : row.chords) {
            if (chord.code == 0) continue;
            EXPECT_EQ(find_action(press(chord.code, chord.mods)), row.action) << row.keys;
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
    std::optional<Action> does;
    app::KeySymbols latin = {};  // of a second group with Latin letters
    bool is_latin = true;
};

const Pressed kPressed[] = {
    {"fr: a", 'Q', {'a', 'A'}, 0, std::nullopt},
    {"fr: Ctrl q", 'A', {'q', 'Q'}, control, Action::quit},
    {"fr: m", ';', {'m', 'M'}, 0, Action::tool_panel},
    {"fr: 1 without Shift", '1', {'&', '1'}, 0, Action::colour_kind},
    {"fr: 5 without Shift", '5', {'(', '5'}, 0, Action::colour_shift},
    {"fr: 1 with Shift", '1', {'&', '1'}, shift, Action::camera_front},
    {"fr: 0", '0', {kAGrave, '0'}, 0, Action::colour_depth},
    {"fr: Ctrl 0", '0', {kAGrave, '0'}, control, Action::scale_reset},
    {"fr: -", '6', {'-', '6'}, 0, Action::slower},
    {"fr: 6 with Shift", '6', {'-', '6'}, shift, Action::colour_disorder},
    {"fr: Ctrl -", '6', {'-', '6'}, control, Action::scale_down},
    {"fr: )", '-', {')', 0xb0}, 0, std::nullopt},
    {"fr: Ctrl +", '=', {'=', '+'}, control | shift, Action::scale_up},
    {"fr: .", ',', {';', '.'}, shift, Action::one_step},
    {"fr: ,", 'M', {',', '?'}, 0, Action::step_back},
    {"fr: Shift ,", 'M', {',', '?'}, shift, Action::play_backwards},
    {"de: -", '/', {'-', '_'}, 0, Action::slower},
    {"de: Ctrl -", '/', {'-', '_'}, control, Action::scale_down},
    {"de: sharp s is no minus", '-', {kSharpS, '?'}, 0, std::nullopt},
    {"de: +", ']', {'+', '*'}, 0, Action::faster},
    {"de: Ctrl +", ']', {'+', '*'}, control, Action::scale_up},
    {"de: a dead accent", '=', {kDead, '`'}, 0, std::nullopt},
    {"de: u umlaut is no bracket", '[', {kUmlaut, 0xdc}, 0, std::nullopt},
    {"de: Shift 0 prints =", '0', {'0', '='}, shift, Action::colour_asleep},
    {"dvorak: p", 'R', {'p', 'P'}, 0, Action::pause},
    {"dvorak: Ctrl q", 'X', {'q', 'Q'}, control, Action::quit},
    {"dvorak: -", '\'', {'-', '_'}, 0, Action::slower},
    {"dvorak: [", '-', {'[', '{'}, 0, Action::previous_scene},
    {"us: Shift . is not one step", '.', {'.', '>'}, shift, Action::play_forwards},
    {"us: +", '=', {'=', '+'}, shift, Action::faster},
    {"us: Shift P", 'P', {'p', 'P'}, shift, std::nullopt},
    {"tr: -", '=', {'-', '_'}, 0, Action::slower},
    {"tr: *", '-', {'*', '?'}, 0, std::nullopt},
    {"tr: dotless i", 'I', {kDotless, 'I'}, 0, std::nullopt},
    {"ru: where P is", 'P', {kZe, kZe + 32}, 0, Action::pause, {}, false},
    {"ru: Ctrl where Q is", 'Q', {kShortI, kShortI + 32}, control, Action::quit, {}, false},
    {"ru: prints a dot", '/', {'.', ','}, 0, Action::one_step, {}, false},
    {"ru: where the dot is", '.', {kYu, kYu + 32}, 0, Action::one_step, {}, false},
    {"ru and fr: Ctrl q", 'A', {kShortI, kShortI + 32}, control, Action::quit, {'q', 'Q'}, false},
    {"gr: Ctrl where Q prints ;", 'Q', {';', ':'}, control, Action::quit, {}, false},
    {"gr: where P is", 'P', {kGreekPi, kGreekPi - 32}, 0, Action::pause, {}, false},
    {"il: where P is", 'P', {kHebrewPe, 'P'}, 0, Action::pause, {}, false},
};

TEST(Keys, are_those_that_are_printed) {
    for (const Pressed& pressed : kPressed) {
        app::InputEvent event = press(pressed.place, pressed.mods);
        const bool other = pressed.latin.plain != 0;
        event.printed = app::printed_on(pressed.place, pressed.prints, pressed.is_latin,
                                        other ? &pressed.latin : nullptr);
        EXPECT_EQ(find_action(event), pressed.does) << pressed.layout;
    }
}

TEST(Keys, of_a_third_level_are_what_they_typed) {
    app::InputEvent bracket = press('8');
    bracket.printed = {'8', '(', '['};
    EXPECT_EQ(find_action(bracket), Action::previous_scene) << "de: AltGr 8";
    app::InputEvent cent = press('C');
    cent.printed = {'c', 'C', 0xa2};
    EXPECT_EQ(find_action(cent), std::nullopt) << "AltGr C";
}

TEST(Keys, of_the_keypad_are_characters_with_num_lock_and_places_without) {
    constexpr int kKeypad5 = 325, kKeypadMinus = 333;
    app::InputEvent event = press(kKeypad5);
    event.printed.plain = app::character_of(0xffb5);
    EXPECT_EQ(find_action(event), Action::colour_shift);
    event = press(kKeypadMinus, control);
    event.printed.plain = app::character_of(0xffad);
    EXPECT_EQ(find_action(event), Action::scale_down);
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
    const std::set<Action> repeating = {
        Action::one_step,          Action::step_back,      Action::slower,        Action::faster,
        Action::tree_finer,        Action::tree_coarser,   Action::moment_back,   Action::moment_forward,
        Action::clip_further,      Action::clip_nearer,    Action::scale_up,      Action::scale_down,
        Action::operation_forward, Action::operation_back, Action::stage_forward, Action::stage_back,
        Action::pass_forward,      Action::pass_back};
    for (const bool lesson : {false, true}) {
        for (const app::KeyRow& row : lesson ? app::lesson_key_rows() : app::key_rows()) {
            for (const app::Chord& chord : row.chords) {
                if (chord.code == 0) continue;
                app::InputEvent event = press(chord.code, chord.mods);
                event.repeats = true;
                EXPECT_EQ(find_action(event, lesson).has_value(), repeating.contains(row.action)) << row.keys;
            }
        }
    }
}

TEST(Keys, are_shown_as_this_keyboard_has_them) {
    const auto keys = [](Action action, const std::string& printed) {
        for (const app::KeyRow& row : app::key_rows())
            if (row.action == action) return app::keys_of(row, printed);
        return std::string();
    };
    EXPECT_EQ(keys(Action::faster, ""), "= or +");
    EXPECT_EQ(keys(Action::faster, "qwertz+-."), "+");
    EXPECT_EQ(keys(Action::previous_scene, "azerty"), "PgUp");
    EXPECT_EQ(keys(Action::scale_up, "azerty=+"), "Ctrl+= or Ctrl++");
    EXPECT_EQ(keys(Action::step_back, "qwerty"), ",") << "the only way";
    EXPECT_EQ(keys(Action::pause, "qwerty"), "P or Space");
}

TEST(Keys, releases_and_other_modifiers_do_nothing) {
    app::InputEvent release = press('P');
    release.down = false;
    EXPECT_EQ(find_action(release), std::nullopt);
    EXPECT_EQ(find_action(press('P', control)), std::nullopt);
    EXPECT_EQ(find_action(press('=', control | shift)), Action::scale_up);
    EXPECT_EQ(find_action(press(app::key::escape)), Action::clear);
    constexpr int kCapsLock = 16;
    EXPECT_EQ(find_action(press('P', kCapsLock)), Action::pause);
}

TEST(Keys, the_markdown_table_has_a_line_for_each_row) {
    const std::string table = app::keys_markdown();
    EXPECT_EQ(static_cast<size_t>(std::count(table.begin(), table.end(), '\n')),
              app::key_rows().size() + app::lesson_key_rows().size() + 5);  // two heads, a blank line
    for (const auto rows : {app::key_rows(), app::lesson_key_rows()}) {
        for (const app::KeyRow& row : rows) {
            const std::string held = row.repeats ? " | repeats |\n" : " |  |\n";
            EXPECT_NE(table.find(std::string("| ") + row.keys + " | " + row.does + held), std::string::npos);
        }
    }
}

}  // namespace
