// An open lesson, or two side by side on the same keys: where it stands, what its picture shows, which key is
// followed. Knows neither windows nor drawing.
#pragma once
#include <string>
#include <vector>

#include "app/teach/figure/figure.h"
#include "app/teach/make.h"
#include "app/view/session/lesson_clock.h"

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

    /// Returns the stage of lesson k. A lesson with fewer stages than the other has ended, and stays at its
    /// last.
    size_t step_index(size_t k = 0) const;
    const LessonStep* step(size_t k = 0) const;  // null: a lesson without stages
    bool ended(size_t k) const;

    const Figure& figure(size_t k = 0);                                       // all of the stage
    const std::vector<std::string>& row_names() const { return row_names_; }  // of all stages, each once
    const Figure& now(size_t k = 0);                                          // at this moment

    /// "stage 3 of 17: partition, pass 1 (bits 2-3)"; "operation 2 of 5".
    std::string stage_text(size_t k = 0) const;
    std::string operation_text();
    /// Returns a sentence on the operation that is shown; on the keys before the first one; or on why the
    /// stage was skipped.
    std::string sentence(size_t k = 0);

    /// The indices at which the pair stood: "key 83: index 12 -> 40 -> 3"; "" for a pair that is not there.
    std::string way_text(uint32_t pair, size_t k = 0) const;
    std::vector<uint32_t> way(uint32_t pair, size_t k = 0) const;

private:
    struct Cached {
        size_t step = SIZE_MAX;
        double shown = -1, crossing = -1;
        Figure figure, now;
        size_t other_step = SIZE_MAX;  // the stage on the other side of a crossing
        Figure other;
    };
    void refresh(size_t k);

    std::vector<MadeLesson> made_;
    std::vector<Cached> cached_;
    std::string input_;
    std::vector<std::string> row_names_;
    uint32_t times_ = 0;
};

}  // namespace app
