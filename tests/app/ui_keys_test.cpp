// The table of keys: complete, without duplicates, and found by what is printed on the key.
#include <gtest/gtest.h>

#include <set>
#include <utility>

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
    EXPECT_EQ(find_action(press(app::key::space), nullptr), Action::pause);
    EXPECT_EQ(find_action(press(app::key::space), nullptr, true), Action::lesson_play);
    EXPECT_EQ(find_action(press(app::key::right), nullptr), std::nullopt);
    EXPECT_EQ(find_action(press(app::key::right), nullptr, true), Action::operation_forward);
    EXPECT_EQ(find_action(press('P'), nullptr, true), Action::pause);
    EXPECT_EQ(find_action(press(app::key::f5), nullptr, true), Action::lesson);
    for (const app::KeyRow& row : app::lesson_key_rows()) {
        for (const app::Chord& chord : row.chords) {
            if (chord.code == 0) continue;
            EXPECT_EQ(find_action(press(chord.code, chord.mods), nullptr, true), row.action);
        }
    }
}

TEST(Keys, chords_find_their_row) {
    for (const app::KeyRow& row : app::key_rows()) {
        for (const app::Chord& chord : row.chords) {
            if (chord.code == 0) continue;
            EXPECT_EQ(find_action(press(chord.code, chord.mods), nullptr), row.action) << row.keys;
        }
    }
}

TEST(Keys, letters_follow_what_is_printed_and_digits_their_place) {
    EXPECT_EQ(find_action(press('Q'), "a"), std::nullopt);
    EXPECT_EQ(find_action(press('A', app::key::control), "q"), Action::quit);
    EXPECT_EQ(find_action(press(';'), "m"), Action::drawer);
    EXPECT_EQ(find_action(press('1'), "&"), Action::colour_kind);
    EXPECT_EQ(find_action(press(app::key::escape), nullptr), Action::clear);
}

TEST(Keys, releases_and_other_modifiers_do_nothing) {
    app::InputEvent release = press('P');
    release.down = false;
    EXPECT_EQ(find_action(release, "p"), std::nullopt);
    EXPECT_EQ(find_action(press('P', app::key::control), "p"), std::nullopt);
    EXPECT_EQ(find_action(press('=', app::key::control | app::key::shift), "="), Action::scale_up);
}

TEST(Keys, the_markdown_table_has_a_line_for_each_row) {
    const std::string table = app::keys_markdown();
    EXPECT_EQ(static_cast<size_t>(std::count(table.begin(), table.end(), '\n')),
              app::key_rows().size() + app::lesson_key_rows().size() + 5);  // two heads, a blank line
    for (const auto rows : {app::key_rows(), app::lesson_key_rows()}) {
        for (const app::KeyRow& row : rows) {
            EXPECT_NE(table.find(std::string("| ") + row.keys + " | " + row.does + " |\n"),
                      std::string::npos);
        }
    }
}

}  // namespace
