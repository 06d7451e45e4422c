// The usual picture: the pairs as the stage found them with what it made of each, its tables, the pairs as it
// left them.
#include "app/teach/figure/stage_figure.h"

#include <algorithm>

namespace app {
namespace {

using sort::Drawn;
using Words = std::vector<uint32_t>;

class StageFigure {
public:
    StageFigure(const Lesson& lesson, const LessonStep& step) : lesson_(lesson), step_(step) {
        figure_.width = std::max<float>(32, static_cast<float>(step.keys_before.size()));
        figure_.bins = 1u << std::clamp(lesson.setup.digit_bits, 2, 8);
        for (const uint32_t key : lesson.keys) largest_ = std::max(largest_, key);
    }

    Figure make() {
        const Words& keys = step_.keys_before;
        const float before = row("key", "The keys as the stage finds them.", keys, step_.values_before,
                                 step_.digits_before, 0, 3);
        for (const LessonArray& array : step_.arrays) {
            if (array.drawn == Drawn::a_pair && array.words.size() == keys.size())
                row(array.name, array.sentence, array.words, step_.values_before, step_.digits_before, 0, 1);
        }
        for (const LessonArray& array : step_.arrays) {
            const bool beside = array.drawn == Drawn::a_pair || array.drawn == Drawn::a_place;
            if (!beside || array.words.size() != keys.size()) table(array);
        }
        figure_.operations.push_back(step_.sentence);
        if (!step_.from.empty()) {
            y_ += 4;
            const float after = row("key after", "The keys as the stage leaves them.", step_.keys,
                                    step_.values, step_.digits, 1, 3);
            for (uint32_t to = 0; to < step_.from.size(); ++to) {
                FigureLine line;
                line.from = {static_cast<float>(step_.from[to]) + 0.5f, before + 3};
                line.to = {static_cast<float>(to) + 0.5f, after};
                line.curved = line.carries = true;
                line.pair = step_.values[to];
                line.digit = step_.digits.empty() ? -1 : static_cast<int>(step_.digits[to]);
                line.tone = Tone::digit;
                line.shown_at = 1;
                figure_.lines.push_back(line);
            }
        }
        figure_.height = y_;
        return std::move(figure_);
    }

private:
    /// Returns the row's y.
    float row(const std::string& name, const std::string& sentence, const Words& words, const Words& pairs,
              const Words& digits, int shown_at, float height) {
        const float y = y_;
        figure_.rows.push_back({name, sentence, y, height, words, shown_at, height > 1});
        for (uint32_t i = 0; i < words.size(); ++i) {
            FigureCell cell;
            cell.area = {static_cast<float>(i), y, 1, height};
            cell.text = std::to_string(words[i]);
            cell.row = static_cast<int>(figure_.rows.size()) - 1;
            cell.index = i;
            cell.pair = i < pairs.size() ? pairs[i] : kNoPair;
            cell.digit = i < digits.size() ? static_cast<int>(digits[i]) : -1;
            cell.tone = cell.digit < 0 ? Tone::plain : Tone::digit;
            if (height > 1)
                cell.bar = static_cast<float>(words[i]) / static_cast<float>(std::max(largest_, 1u));
            cell.shown_at = shown_at;
            figure_.cells.push_back(cell);
        }
        const uint32_t tile = lesson_.setup.tile_pairs;
        for (uint32_t i = 0; i < words.size(); i += tile) {
            const auto width = static_cast<float>(std::min<size_t>(tile, words.size() - i));
            figure_.frames.push_back(
                {FigureFrame::border, {static_cast<float>(i), y, width, height}, "", Tone::strong, shown_at});
        }
        y_ += height + 0.5f;
        return y;
    }

    void table(const LessonArray& array) {
        const uint32_t columns = array.columns ? array.columns : static_cast<uint32_t>(array.words.size());
        if (array.words.empty()) return;
        const auto rows = static_cast<float>((array.words.size() + columns - 1) / columns);
        const float width = std::min(2.0f, figure_.width / static_cast<float>(columns));
        figure_.rows.push_back({array.name, array.sentence, y_, rows, array.words, 0, false});
        for (uint32_t i = 0; i < array.words.size(); ++i) {
            FigureCell cell;
            cell.area = {static_cast<float>(i % columns) * width, y_ + static_cast<float>(i / columns), width,
                         1};
            cell.text = std::to_string(array.words[i]);
            cell.row = static_cast<int>(figure_.rows.size()) - 1;
            cell.index = i;
            figure_.cells.push_back(cell);
        }
        y_ += rows + 0.5f;
    }

    const Lesson& lesson_;
    const LessonStep& step_;
    Figure figure_;
    uint32_t largest_ = 0;
    float y_ = 0;
};

}  // namespace

Figure stage_figure(const Lesson& lesson, size_t index) {
    return StageFigure(lesson, lesson.steps.at(index)).make();
}

}  // namespace app
