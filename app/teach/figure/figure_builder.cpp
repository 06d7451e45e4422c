// Places rows, cells, lines and texts on a figure from top to bottom.
#include "app/teach/figure/figure_builder.h"

#include <algorithm>
#include <array>
#include <bit>

namespace app {
namespace {

constexpr float kColumnsAPicture = 48;  // that are about as wide as a line is high in a window of 1280 pixels
constexpr float kTextOfKeys = 0.6f;     // of the height of a row of keys; the remainder is for bars

size_t longest(const Words& words) {
    const uint32_t largest = words.empty() ? 0 : *std::max_element(words.begin(), words.end());
    return std::to_string(largest).size();
}

/// Returns the least columns of a picture; large tables need more, or they take many lines.
float least_columns(const Lesson& lesson) {
    constexpr size_t kSmallTable = 64;
    if (lesson.contacts) return kContactColumns;
    for (const LessonStep& step : lesson.steps) {
        for (const LessonArray& array : step.arrays) {
            if (array.drawn != sort::Drawn::a_pair && array.words.size() > kSmallTable) return 32;
        }
    }
    return 8;
}

int at_column(const std::vector<int>& shown_at, size_t column, int otherwise) {
    return column < shown_at.size() ? shown_at[column] : otherwise;
}

}  // namespace

std::string FigureBuilder::tile_prefix(uint32_t first, uint32_t end) const {
    if (!has_tiles()) return "";
    if (first + 1 == end) return "Tile " + std::to_string(first) + ": ";
    return "Tiles " + std::to_string(first) + " to " + std::to_string(end - 1) + ": ";
}

std::string index_range(uint32_t first, uint32_t last) {
    if (first == last) return "index " + std::to_string(first);
    return "indices " + std::to_string(first) + " to " + std::to_string(last);
}

FigureBuilder::FigureBuilder(const Lesson& lesson, size_t index)
    : lesson_(lesson),
      step_(lesson.steps.at(index)),
      index_(index),
      drawn_(lesson.steps.at(index).arrays.size()) {
    const size_t columns = std::max(lesson.keys.size(), step_.keys_before.size());
    figure.width = std::max(least_columns(lesson), static_cast<float>(columns));
    for (const Words* const keys : {&lesson.keys, &step_.keys_before, &step_.keys}) {
        for (const uint32_t key : *keys) largest_key_ = std::max(largest_key_, key);
    }
    figure.bins = 1u << std::clamp(lesson.setup.digit_bits, 2, 8);
    if (step_.digits_before.empty()) return;
    for (uint32_t i = 0; i < count(); ++i) groups_[step_.values_before[i]] = step_.digits_before[i];
}

int FigureBuilder::begin(const std::string& sentence) {
    figure.operations.push_back(sentence);
    char& first = figure.operations.back().front();
    if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
    return now();
}

const LessonArray* FigureBuilder::take(const std::string& name, size_t length) {
    for (size_t i = 0; i < step_.arrays.size(); ++i) {
        if (step_.arrays[i].name != name || drawn_[i]) continue;
        if (length > 0 && step_.arrays[i].words.size() != length) continue;
        drawn_[i] = true;
        return &step_.arrays[i];
    }
    return nullptr;
}

bool FigureBuilder::is_drawn(const LessonArray& array) const {
    return drawn_.at(static_cast<size_t>(&array - step_.arrays.data()));
}

const LessonArray* FigureBuilder::earlier(const std::string& name) const {
    for (size_t i = index_ + 1; i-- > 0;) {
        for (const LessonArray& array : lesson_.steps[i].arrays) {
            if (array.name == name) return &array;
        }
    }
    return nullptr;
}

uint32_t FigureBuilder::followed(uint32_t first, uint32_t end) const {
    const auto pair = static_cast<uint32_t>(lesson_.keys.size() / 3);
    const auto begin = step_.values_before.begin();
    const auto found = std::find_if(begin + first, begin + end, [&](uint32_t value) {
        return value / std::max(step_.values_per_key, 1u) == pair;
    });
    return found == begin + end ? first + (end - first) / 3 : static_cast<uint32_t>(found - begin);
}

std::string FigureBuilder::story_of(uint32_t index) const {
    std::string text = lesson_.names_boxes
                           ? "box " + std::to_string(step_.values_before[index])
                           : key_word(lesson_) + std::string(" ") + std::to_string(step_.keys_before[index]);
    text += " at index " + std::to_string(index);
    const char* between = ": ";
    for (const LessonArray& array : step_.arrays) {
        if (!is_drawn(array) || array.drawn != sort::Drawn::a_pair || array.words.size() != count()) continue;
        text += between + array.name + " = " + decimal(array.words[index], array.decimals) +
                (array.unit.empty() ? "" : " " + array.unit);
        between = ", ";
    }
    return text;
}

void FigureBuilder::set_groups(const std::map<uint32_t, uint32_t>& group_of_pair, uint32_t bins,
                               const std::string& name) {
    groups_ = group_of_pair;
    figure.bins = std::max(4u, std::bit_ceil(bins));
    group_name_ = name;
}

int FigureBuilder::group_of(uint32_t pair) const {
    const auto found = groups_.find(pair);
    return found == groups_.end() ? -1 : static_cast<int>(found->second);
}

int FigureBuilder::row(const std::string& name, const std::string& sentence, const Words& words, float height,
                       bool keys) {
    figure.rows.push_back({name, sentence, y, height, words, now(), keys});
    return static_cast<int>(figure.rows.size()) - 1;
}

int FigureBuilder::row(const LessonArray& array, float height) {
    const int own = row(array_title(array), array.sentence, array.words, height);
    FigureRow& made = figure.rows.back();
    made.decimals = array.decimals;
    if (array.columns > 1) {
        made.word_row = array.row;
        made.word_column = array.column;
        made.columns = array.columns;
    }
    return own;
}

void FigureBuilder::name(const std::string& name, float height, int shown_at) {
    figure.rows.push_back({name, "", y, height, {}, shown_at, false});
}

FigureCell& FigureBuilder::word(int row, uint32_t index, Area area, int shown_at) {
    FigureCell& cell =
        label(decimal(figure.rows[row].words[index], figure.rows[row].decimals), area, shown_at);
    cell.row = row;
    cell.index = index;
    return cell;
}

FigureCell& FigureBuilder::label(const std::string& text, Area area, int shown_at) {
    FigureCell cell;
    cell.area = area;
    cell.text = text;
    cell.shown_at = shown_at;
    figure.cells.push_back(cell);
    return figure.cells.back();
}

FigureText& FigureBuilder::text(float x, float y, const std::string& text, int shown_at, Align align,
                                Tone tone) {
    figure.texts.push_back({{x, y}, text, align, tone, shown_at, 1});
    return figure.texts.back();
}

FigureLine& FigureBuilder::line(Spot from, Spot to, int shown_at) {
    FigureLine line;
    line.from = from;
    line.to = to;
    line.shown_at = shown_at;
    figure.lines.push_back(line);
    return figure.lines.back();
}

void FigureBuilder::frame(FigureFrame::Kind kind, Area area, const std::string& label, int shown_at,
                          Tone tone) {
    figure.frames.push_back({kind, area, label, tone, shown_at, 1});
}

float FigureBuilder::height_of(size_t characters, float columns) const {
    const float column = columns * std::max(0.6f, kColumnsAPicture / figure.width);  // in lines, about
    if (static_cast<float>(characters) * 0.45f <= column) return 1.1f;
    return std::max(1.1f, 0.8f * static_cast<float>(characters) + 0.4f);
}

float FigureBuilder::height_of(const Words& words, float columns) const {
    return height_of(longest(words), columns);
}

float FigureBuilder::height_of(const LessonArray& array, float columns) const {
    return height_of(longest(array.words) + (array.decimals > 0), columns);
}

void FigureBuilder::borders(float y, float height, int shown_at, bool labels) {
    const uint32_t warp = lesson_.setup.warp_threads;
    for (uint32_t tile = 0; tile < tiles(); ++tile) {
        const uint32_t first = tile_begin(tile), last = tile_begin(tile + 1);
        for (uint32_t i = first; has_tiles() && warp < tile_pairs() && i < last; i += warp) {
            const auto width = static_cast<float>(std::min(warp, last - i));
            frame(FigureFrame::border, {static_cast<float>(i), y, width, height}, "", shown_at, Tone::faint);
        }
        frame(FigureFrame::border, {static_cast<float>(first), y, static_cast<float>(last - first), height},
              labels && has_tiles() ? "tile " + std::to_string(tile) : "", shown_at, Tone::strong);
    }
}

void FigureBuilder::keys(const std::string& name, const Words& keys, const Words& pairs,
                         const std::vector<int>& shown_at) {
    const float height = std::max(2.5f, height_of(keys) / kTextOfKeys);
    const int first = shown_at.empty() ? now() : *std::min_element(shown_at.begin(), shown_at.end());
    const int own = row(name, "A bar shows how large each " + std::string(key_word(lesson_)) + " is.", keys,
                        height, true);
    figure.rows.back().shown_at = first;
    for (uint32_t i = 0; i < keys.size(); ++i) {
        FigureCell& cell = word(own, i, {static_cast<float>(i), y, 1, height}, at_column(shown_at, i, first));
        cell.pair = i < pairs.size() ? pairs[i] : kNoPair;
        cell.digit = group_of(cell.pair);
        cell.tone = cell.digit < 0 ? Tone::plain : Tone::digit;
        cell.bar = static_cast<float>(keys[i]) / static_cast<float>(largest_key_);
    }
    borders(y, height, first, true);
    y += height;
    current_row = {y, pairs};
}

void FigureBuilder::words(const LessonArray& array, const Words& pairs, const std::vector<int>& shown_at) {
    const Words& words = array.words;
    const float height = height_of(array);
    const int first = shown_at.empty() ? now() : *std::min_element(shown_at.begin(), shown_at.end());
    const int own = row(array, height);
    figure.rows.back().shown_at = first;
    for (uint32_t i = 0; i < words.size(); ++i) {
        FigureCell& cell = word(own, i, {static_cast<float>(i), y, 1, height}, at_column(shown_at, i, first));
        cell.pair = i < pairs.size() ? pairs[i] : kNoPair;
    }
    borders(y, height, first, false);
    y += height + 0.4f;
}

std::string FigureBuilder::group_text(int group) const {
    // Two groups each, with words of their own.
    constexpr std::array<const char*, 3> kTwo[] = {{"run", " of run a", " of run b"},
                                                   {"taken out", " that stay", " that are taken out"},
                                                   {"max bit", " that are mins", " that are maxes"}};
    for (const auto& two : kTwo) {
        if (group_name_ == two[0] && group <= 1) return two[static_cast<size_t>(group) + 1];
    }
    return (group_name_ == "digit" ? " with " : " of ") + group_name_ + " " + std::to_string(group);
}

void FigureBuilder::indices() {
    const uint32_t every = count() > 128 ? 8 : count() > 32 ? 4 : count() > 16 ? 2 : 1;
    for (uint32_t i = 0; i < count(); i += every) {
        text(static_cast<float>(i) + 0.5f, y, std::to_string(i), 0, Align::middle, Tone::faint);
    }
    name("index", 1, 0);
    y += 1;
}

void FigureBuilder::stand_again() {
    if (y < current_row.bottom + 1) return;
    std::map<uint32_t, uint32_t> key_of;
    for (uint32_t i = 0; i < count(); ++i) key_of[step_.values_before[i]] = step_.keys_before[i];
    const float height = height_of(step_.keys_before);
    name("key", height, 0);
    for (uint32_t i = 0; i < current_row.pairs.size(); ++i) {
        FigureCell& cell =
            label(std::to_string(key_of[current_row.pairs[i]]), {static_cast<float>(i), y, 1, height}, 0);
        cell.pair = current_row.pairs[i];
        cell.digit = group_of(cell.pair);
        cell.tone = cell.digit < 0 ? Tone::plain : Tone::digit;
    }
    borders(y, height, 0, false);
    y += height;
    current_row.bottom = y;
}

void FigureBuilder::curves(const Words& to, const std::vector<int>& shown_at, float y) {
    std::map<uint32_t, uint32_t> column_of;
    for (uint32_t i = 0; i < current_row.pairs.size(); ++i) column_of[current_row.pairs[i]] = i;
    for (uint32_t i = 0; i < to.size(); ++i) {
        const auto found = column_of.find(to[i]);
        if (found == column_of.end()) continue;
        FigureLine& curve = line({static_cast<float>(found->second) + 0.5f, current_row.bottom},
                                 {static_cast<float>(i) + 0.5f, y}, at_column(shown_at, i, now()));
        curve.curved = curve.carries = true;
        curve.pair = to[i];
        curve.digit = group_of(to[i]);
        curve.tone = curve.digit < 0 ? Tone::plain : Tone::digit;
    }
}

}  // namespace app
