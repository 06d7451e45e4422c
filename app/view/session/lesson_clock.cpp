// Moves a lesson's clock by operations, stages and passes, by the place on a bar, and as time goes on.
#include "app/view/session/lesson_clock.h"

#include <algorithm>

namespace app {
namespace {

// At speed 1: one operation moves, a whole stage moves, and what stands between two operations.
constexpr double kOperation_s = 0.35, kStage_s = 0.7, kCrossing_s = 0.35, kStands_s = 0.65;

}  // namespace

LessonClock::LessonClock(std::vector<Stage> stages) : stages_(std::move(stages)) {
    size_t at = 0;
    for (Stage& stage : stages_) {
        stage.operations = std::max(stage.operations, 1);
        begins_.push_back(at);
        at += static_cast<size_t>(stage.operations) + 1;
    }
}

size_t LessonClock::places() const {
    return stages_.empty() ? 1 : begins_.back() + static_cast<size_t>(stages_.back().operations) + 1;
}

size_t LessonClock::place_of(size_t stage, int operation) const {
    return stages_.empty() ? 0 : begins_[stage] + static_cast<size_t>(operation);
}

bool LessonClock::stage_done() const { return !stages_.empty() && shown_ >= stages_[stage_].operations; }

bool LessonClock::ends_pass(size_t stage) const {
    return stage + 1 == stages_.size() || stages_[stage].pass != stages_[stage + 1].pass;
}

bool LessonClock::ends(size_t stage, int operation, Grain grain) const {
    if (grain == Grain::operation) return true;
    if (operation < stages_[stage].operations) return false;
    return grain == Grain::stage || ends_pass(stage);
}

void LessonClock::go(size_t stage, int operation, double seconds) {
    crossing_ = 1;
    if (seconds > 0 && stage == stage_ + 1 && shown_ == stages_[stage_].operations)
        cross(stage_, 0, kCrossing_s);
    if (seconds > 0 && stage + 1 == stage_ && shown_ == 0) cross(stage, 1, kCrossing_s);
    if (stage != stage_) shown_ = stage > stage_ ? 0 : operation;
    stage_ = stage;
    operation_ = operation;
    const double way = operation_ - shown_;
    rate_ = seconds > 0 ? way / seconds : 0;
    if (seconds <= 0) shown_ = operation_;
    stood_s_ = 0;
}

void LessonClock::cross(size_t from, double begin, double seconds) {
    crossed_from_ = from;
    crossing_ = begin;
    crossing_rate_ = (begin < 0.5 ? 1 : -1) / seconds;
    if (crossing_ >= 1) crossing_ = 0.9999;  // 1 is at rest
}

void LessonClock::forward(Grain grain) {
    const size_t end = places();
    size_t stage = stage_;
    int operation = operation_;
    for (size_t place = this->place() + 1; place < end; place++) {
        if (operation < stages_[stage].operations) {
            operation++;
        } else {
            stage++;
            operation = 0;
        }
        if (!ends(stage, operation, grain)) continue;
        go(stage, operation, grain == Grain::operation ? kOperation_s : kStage_s);
        return;
    }
}

void LessonClock::back(Grain grain) {
    size_t stage = stage_;
    int operation = operation_;
    for (size_t place = this->place(); place > 0; place--) {
        if (operation > 0) {
            operation--;
        } else {
            stage--;
            operation = stages_[stage].operations;
        }
        if (place > 1 && !ends(stage, operation, grain)) continue;
        go(stage, operation, grain == Grain::operation ? kOperation_s : 0);
        return;
    }
}

void LessonClock::first() { seek(0, 0); }

void LessonClock::last() { seek(stages_.size(), 1 << 30); }

void LessonClock::seek(size_t stage, int operation) {
    if (stages_.empty()) return;
    if (stage >= stages_.size()) {
        stage = stages_.size() - 1;
        operation = stages_[stage].operations;
    }
    go(stage, std::clamp(operation, 0, stages_[stage].operations), 0);
}

void LessonClock::seek_place(size_t place) {
    if (stages_.empty()) return;
    const auto behind = std::upper_bound(begins_.begin(), begins_.end(), place);
    const size_t stage = static_cast<size_t>(behind - begins_.begin()) - 1;
    seek(stage, static_cast<int>(std::min<size_t>(place - begins_[stage], 1u << 30)));
}

void LessonClock::play(bool on) {
    const bool at_end = place() + 1 == places();
    if (on && at_end && !playing_) first();
    playing_ = on && places() > 1;
    stood_s_ = kStands_s;  // what is asked for begins at once
}

void LessonClock::advance(double seconds) {
    seconds *= speed;
    if (crossing_ < 1) {
        crossing_ += crossing_rate_ * seconds;
        if (crossing_ <= 0) crossing_ = 1;
        crossing_ = std::min(crossing_, 1.0);
        stood_s_ = 0;
        return;
    }
    if (moves()) {
        const double next = shown_ + rate_ * seconds;
        const bool arrived = rate_ == 0 || (rate_ > 0 ? next >= operation_ : next <= operation_);
        shown_ = arrived ? operation_ : next;
        if (arrived) stood_s_ = 0;
        return;
    }
    if (!playing_) return;
    stood_s_ += seconds;
    if (stood_s_ < kStands_s) return;
    if (place() + 1 == places())
        playing_ = false;
    else
        forward(Grain::operation);
}

}  // namespace app
