// A figure in the making: parts write below each other on it.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "app/base/text/names.h"
#include "app/teach/figure/figure.h"
#include "app/teach/lesson.h"

namespace app {

using Words = std::vector<uint32_t>;

/// Most operations of a stage; more are grouped, since a lecturer steps through them one by one.
constexpr size_t kMostOperations = 40;

/// Width of the pictures of the lesson `contacts`, in columns, whatever its keys.
inline constexpr float kContactColumns = 16;

/// Position of the pairs that the next part moves.
struct CurrentRow {
    float bottom = 0;  // y below their cells
    Words pairs;       // pairs[column]
};

class FigureBuilder {
public:
    FigureBuilder(const Lesson& lesson, size_t index);

    const Lesson& lesson() const { return lesson_; }
    const LessonStep& step() const { return step_; }
    size_t index() const { return index_; }
    uint32_t count() const { return static_cast<uint32_t>(step_.keys_before.size()); }
    uint32_t tile_pairs() const { return lesson_.setup.tile_pairs; }
    /// Sorts on the CPU have none: one tile stands for all keys then, which has no name.
    bool has_tiles() const { return lesson_.setup.has_tiles; }
    /// Returns "Tile 3: ", "Tiles 0 to 3: ", or "" without tiles: how a sentence of [first, end) begins.
    std::string tile_prefix(uint32_t first, uint32_t end) const;
    uint32_t tiles() const { return (count() + tile_pairs() - 1) / tile_pairs(); }
    /// Returns the first column of tile `tile`, where the tile before ends.
    uint32_t tile_begin(uint32_t tile) const { return std::min(count(), tile * tile_pairs()); }
    /// Tiles that one operation shows, so that `most` are enough for all.
    uint32_t tiles_together(uint32_t most) const { return std::max(1u, (tiles() + most - 1) / most); }

    /// Begins an operation; what it shows has the number that is returned as shown_at.
    int begin(const std::string& sentence);
    /// Returns the number of the present operation; 0: the stage has just begun.
    int now() const { return static_cast<int>(figure.operations.size()); }

    /// Returns the array of this name that the step has, if it is not drawn yet and has `length` words (0:
    /// any); else null. It counts as drawn from then on.
    const LessonArray* take(const std::string& name, size_t length = 0);
    bool is_drawn(const LessonArray& array) const;
    /// Returns the words of the array of that name in this step or the last one before it that has it; null: none.
    const LessonArray* earlier(const std::string& name) const;

    /// Returns the index in [first, end), not empty, of the pair that the sentences follow: one of the input, through
    /// all stages, where it stands there; else one a third of the way along.
    uint32_t followed(uint32_t first, uint32_t end) const;
    /// Returns "key 83 at index 10: digits = 3, ranks = 0": all words that are drawn of the pair there by now. A box is
    /// called by its index in the input: "box 5 at index 10".
    std::string story_of(uint32_t index) const;

    /// Sets the groups that colour the pairs: digits, or others such as buckets.
    void set_groups(const std::map<uint32_t, uint32_t>& group_of_pair, uint32_t bins,
                    const std::string& name);
    /// -1: none.
    int group_of(uint32_t pair) const;
    const std::string& group_name() const { return group_name_; }
    /// Returns " with digit 3", " of run a": behind a number of keys.
    std::string group_text(int group) const;

    /// Adds a row at y, whose words are still to be placed. Returns its number for cells.
    int row(const std::string& name, const std::string& sentence, const Words& words, float height,
            bool keys = false);
    /// Adds the row of an array, with its unit and decimals.
    int row(const LessonArray& array, float height);
    /// A name in the gutter for things that are no words.
    void name(const std::string& name, float height, int shown_at);
    /// Adds a word of a row.
    FigureCell& word(int row, uint32_t index, Area area, int shown_at);
    /// Adds a label: no word of an array.
    FigureCell& label(const std::string& text, Area area, int shown_at);
    FigureText& text(float x, float y, const std::string& text, int shown_at, Align align = Align::left,
                     Tone tone = Tone::plain);
    FigureLine& line(Spot from, Spot to, int shown_at);
    void frame(FigureFrame::Kind kind, Area area, const std::string& label, int shown_at,
               Tone tone = Tone::plain);

    /// The keys of pairs by column, as a row of bars with borders of tiles. shown_at[column]; empty: now().
    /// Leaves y below it, and the pairs standing there.
    void keys(const std::string& name, const Words& keys, const Words& pairs,
              const std::vector<int>& shown_at);
    /// Draws one word per column, without bars.
    void words(const LessonArray& array, const Words& pairs, const std::vector<int>& shown_at);
    /// Draws every eighth index, as a line of its own.
    void indices();
    /// Bold borders of tiles around [y, y + height), with their names above at `labels`.
    void borders(float y, float height, int shown_at, bool labels);
    /// Lines of an operation each to `to`[column] = pair, from where the pairs stand; they arrive at y.
    /// shown_at[column].
    void curves(const Words& to, const std::vector<int>& shown_at, float y);

    /// Draws the keys once more, as labels, where other things stand between the pairs and the part that moves them.
    void stand_again();

    /// Return the height in lines that a word of up to `characters` needs in `columns` columns, and the words
    /// of a row.
    float height_of(size_t characters, float columns = 1) const;
    float height_of(const Words& words, float columns = 1) const;
    float height_of(const LessonArray& array, float columns = 1) const;

    Figure figure;
    float y = 0;
    CurrentRow current_row;

private:
    const Lesson& lesson_;
    const LessonStep& step_;
    size_t index_;
    std::vector<bool> drawn_;
    std::map<uint32_t, uint32_t> groups_;
    std::string group_name_ = "digit";
    uint32_t largest_key_ = 1;
};

/// Returns "index 7", "indices 17 to 21"
std::string index_range(uint32_t first, uint32_t last);

}  // namespace app
