// An open lesson, or two side by side on the same keys: where it stands, what its picture shows, which key is
// followed. Knows neither windows nor drawing.
#pragma once
#include <string>
#include <vector>

#include "app/teach/figure/figure.h"
#include "app/teach/make.h"
#include "app/view/lesson/lesson_clock.h"

namespace app {

class LessonState {
public:
    /// Replaces what is shown. Where the lessons have as many stages as before, the place stays.
    void show(std::vector<MadeLesson> made, const std::string& what);

    size_t count() const { return made_.size(); }
    const Lesson& lesson(size_t k = 0) const { return made_[k].lesson; }
    const std::string& difference(size_t k = 0) const { return made_[k].difference; }
    const std::string& input() const { return input_; }  // "uniform, seed 1, scaled to 8 bits"
    uint32_t made() const { return times_; }             // how often show() was called

    LessonClock clock;

    /// Of lesson k; a lesson with fewer stages than the other has ended, and stays at its last.
    size_t step_index(size_t k = 0) const;
    const LessonStep* step(size_t k = 0) const;  // null: a lesson without stages
    bool ended(size_t k) const;

    const Figure& figure(size_t k = 0);  // all of the stage
    const std::string& longest_row_name(size_t k = 0) const { return cached_[k].longest_name; }
    const Figure& now(size_t k = 0);  // at this moment

    /// "stage 3 of 17: partition, pass 1 (bits 2-3)"; "operation 2 of 5".
    std::string stage_text(size_t k = 0) const;
    std::string operation_text();
    /// What the operation that is shown does, or, before the first, what comes.
    std::string sentence(size_t k = 0);

    /// The indices at which the pair stood: "key 83: index 12 -> 40 -> 3"; "" for a pair that is not there.
    std::string way_text(uint32_t pair, size_t k = 0) const;
    std::vector<uint32_t> way(uint32_t pair, size_t k = 0) const;

private:
    struct Cached {
        size_t step = SIZE_MAX;
        double shown = -1, crossing = -1;
        Figure figure, now;
        std::string longest_name;  // of the rows of all stages
    };
    void refresh(size_t k);

    std::vector<MadeLesson> made_;
    std::vector<Cached> cached_;
    std::string input_;
    uint32_t times_ = 0;
};

/// "bits 2-3", "bit 4"; "" where passes have no digits.
std::string pass_bits_text(const Lesson& lesson, int pass);

/// All that one lesson cost, for a comparison.
struct LessonTotals {
    uint32_t stages = 0;  // that ran
    uint32_t passes_run = 0, passes_skipped = 0;
    uint64_t bytes = 0;
    bool has_sectors = false;
    uint32_t sectors = 0, sectors_without = 0;  // with the exchange in the tile, and without
    uint32_t descents = 0;                      // of the input
};
LessonTotals totals_of(const Lesson& lesson);

}  // namespace app
