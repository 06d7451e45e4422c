// Finds the stage, the figures and the sentences of an open lesson at its place, and the indices of a
// followed key.
#include "app/view/lesson/lesson_state.h"

#include <algorithm>
#include <set>

#include "app/teach/figure/stage_figure.h"
#include "app/teach/text_parts.h"

namespace app {

void LessonState::show(std::vector<MadeLesson> made, const std::string& what) {
    made_ = std::move(made);
    cached_.assign(made_.size(), {});
    input_ = what;
    times_++;
    std::set<std::string> names;

    std::vector<LessonClock::Stage> stages;
    for (size_t k = 0; k < made_.size(); k++) {
        const Lesson& lesson = made_[k].lesson;
        for (size_t i = 0; i < lesson.steps.size(); i++) {
            const Figure figure = stage_figure(lesson, i);
            const int operations = static_cast<int>(figure.operations.size());
            for (const FigureRow& row : figure.rows) names.insert(row.name);
            if (i == stages.size()) stages.push_back({operations, lesson.steps[i].pass});
            stages[i].operations = std::max(stages[i].operations, operations);
        }
    }
    row_names_.assign(names.begin(), names.end());
    LessonClock fresh(std::move(stages));
    fresh.speed = clock.speed;
    if (fresh.stages() == clock.stages() && clock.stages() > 0) fresh.seek(clock.stage(), clock.operation());
    clock = std::move(fresh);
}

size_t LessonState::step_index(size_t k) const {
    const size_t steps = made_[k].lesson.steps.size();
    return steps ? std::min(clock.stage(), steps - 1) : 0;
}

const LessonStep* LessonState::step(size_t k) const {
    return made_[k].lesson.steps.empty() ? nullptr : &made_[k].lesson.steps[step_index(k)];
}

bool LessonState::ended(size_t k) const { return clock.stage() >= made_[k].lesson.steps.size(); }

void LessonState::refresh(size_t k) {
    Cached& cached = cached_[k];
    if (made_[k].lesson.steps.empty()) return;
    const size_t index = step_index(k);
    if (cached.step != index) {
        cached.figure = stage_figure(made_[k].lesson, index);
        cached.step = index;
        cached.shown = -1;
    }
    const double shown = ended(k) ? static_cast<double>(cached.figure.operations.size()) : clock.shown();
    const bool crosses = clock.crossing() < 1 && clock.crossed_from() + 1 < made_[k].lesson.steps.size();
    const double crossing = crosses ? clock.crossing() : 1;
    if (cached.shown == shown && cached.crossing == crossing) return;
    cached.shown = shown;
    cached.crossing = crossing;
    if (!crosses) {
        cached.now = figure_at(cached.figure, shown);
        return;
    }
    const size_t from = clock.crossed_from();
    const bool begins = index == from + 1;
    const size_t other = begins ? from : from + 1;
    if (cached.other_step != other) cached.other = stage_figure(made_[k].lesson, other);
    cached.other_step = other;
    cached.now = begins ? between(cached.other, cached.figure, crossing)
                        : between(cached.figure, cached.other, crossing);
}

const Figure& LessonState::figure(size_t k) {
    refresh(k);
    return cached_[k].figure;
}

const Figure& LessonState::now(size_t k) {
    refresh(k);
    return cached_[k].now;
}

std::string LessonState::stage_text(size_t k) const {
    const LessonStep* step = this->step(k);
    if (!step) return "no stage";
    const Lesson& lesson = made_[k].lesson;
    std::string text =
        "stage " + std::to_string(step_index(k) + 1) + " of " + std::to_string(lesson.steps.size());
    return step->pass >= 0 ? text + ", " + pass_name(lesson, step->pass) : text;
}

std::string LessonState::operation_text() {
    if (clock.stages() == 0) return "";
    const int all = static_cast<int>(figure(0).operations.size());
    return "operation " + std::to_string(std::min(clock.operation(), all)) + " of " + std::to_string(all);
}

std::string LessonState::sentence(size_t k) {
    const LessonStep* step = this->step(k);
    if (!step) return "No stage is needed with so few keys.";
    if (!step->ran) {
        return "Skipped: " + why_skipped(*step) + ".";
    }
    const std::vector<std::string>& operations = figure(k).operations;
    if (ended(k)) return "This sort has ended.";
    const auto done = std::min(static_cast<size_t>(clock.operation()), operations.size());
    if (done == 0) return "The keys as this stage finds them.";
    return operations[done - 1];
}

std::vector<uint32_t> LessonState::way(uint32_t pair, size_t k) const {
    const Lesson& lesson = made_[k].lesson;
    std::vector<uint32_t> places;
    if (pair >= lesson.keys.size()) return places;
    places.push_back(pair);
    for (size_t i = 0; i < lesson.steps.size() && i <= clock.stage(); i++) {
        const LessonStep& step = lesson.steps[i];
        const bool arrived = i < clock.stage() || clock.stage_done();
        const std::vector<uint32_t>& values = arrived ? step.values : step.values_before;
        const auto at = std::find_if(values.begin(), values.end(),
                                     [&](uint32_t value) { return value / step.values_per_key == pair; });
        if (at == values.end()) continue;
        const auto place = static_cast<uint32_t>(at - values.begin());
        if (place != places.back()) places.push_back(place);
    }
    return places;
}

std::string LessonState::way_text(uint32_t pair, size_t k) const {
    const std::vector<uint32_t> places = way(pair, k);
    if (places.empty()) return "";
    std::string text = "key " + std::to_string(made_[k].lesson.keys[pair]) + ": index ";
    for (size_t i = 0; i < places.size(); i++) text += (i ? " -> " : "") + std::to_string(places[i]);
    return text;
}

}  // namespace app
