// Places reports of frames, steps, hand-overs and drawings on one clock.
#include "app/measure/frames/frame_timeline.h"

#include "app/measure/profile/profiler_stages.h"

namespace app {

void FrameTimeline::clear() {
    const double held = held_us_;
    *this = FrameTimeline(kept_);
    held_us_ = held;
}

uint16_t FrameTimeline::intern(std::string_view name) {
    const auto known = ids_.find(name);
    if (known != ids_.end()) return known->second;
    names_.emplace_back(name);
    return ids_[names_.back()] = uint16_t(names_.size() - 1);
}

std::string FrameTimeline::full_name(const Slice& slice) const {
    return slice.number > 0 ? name(slice.name) + " " + std::to_string(slice.number) : name(slice.name);
}

const Slice& FrameTimeline::push(Lane lane, size_t depth, Slice slice) {
    if (depth > 0) {
        const Slice& outer = rows(lane, depth - 1).back();
        slice.start_us = std::clamp(slice.start_us, outer.start_us, outer.end_us);
        slice.end_us = std::clamp(slice.end_us, slice.start_us, outer.end_us);
    }
    rows(lane, depth).push(slice);
    return rows(lane, depth).back();
}

void FrameTimeline::add(const FrameTimes& frame, uint64_t first_step, uint64_t last_step) {
    const double start_us = frame.start_s * 1e6;
    if (start_us >= held_us_) return;
    frames_.push_back({frame.number, start_us, frame.end_s * 1e6, first_step, last_step});
    push(Lane::cpu, 0,
         {start_us, frame.end_s * 1e6, 0, 0, uint32_t(frame.number), intern("frame"), false, Slice::kNoPath});
    for (size_t k = 0; k < frame.spans.size(); ++k)
        push(Lane::cpu, 1,
             {frame.spans[k].start_s * 1e6, frame.span_end_s(k) * 1e6, 0, 0, 0,
              intern(name_of(frame.spans[k].part)), false, Slice::kNoPath});
    trim();
}

void FrameTimeline::add(const sim::StepReport& step, double clock_zero_s) {
    const double zero_us = clock_zero_s * 1e6, start_us = zero_us + step.start_us;
    if (start_us >= held_us_) return;
    uint64_t bytes = 0;
    for (const sim::StageTime& piece : step.stages) bytes += piece.bytes;
    push(Lane::compute, 0,
         {start_us, start_us + step.duration_us, bytes, 0, uint32_t(step.step), intern("step"), false,
          Slice::kNoPath});
    add_stages(step, zero_us);
    add_skips(step);
    const sim::Counters& c = step.counters;
    counters_.push_back({start_us, c.pairs, c.contacts, c.descents, c.sort_windows, c.sort_movers,
                         c.sort_max_shift, measures_shift(c)});
}

/// Pieces of one stage that stand together are one slice, with the pieces below it where they have names.
void FrameTimeline::add_stages(const sim::StepReport& step, double zero_us) {
    uint32_t sorts = 0;
    for (size_t first = 0; first < step.stages.size();) {
        const std::string_view stage = stage_name(step.stages[first]);
        size_t last = first;
        uint64_t bytes = 0, items = 0;
        bool skipped = true;
        for (; last < step.stages.size() && stage_name(step.stages[last]) == stage; ++last) {
            bytes += step.stages[last].bytes;
            items = std::max(items, step.stages[last].items);
            skipped = skipped && step.stages[last].skipped;
        }
        const sim::StageTime& end = step.stages[last - 1];
        uint8_t path = Slice::kNoPath;
        if (stage == "sort" && sorts < step.counters.sorts)
            path = uint8_t(step.counters.sort_path[std::min<uint32_t>(sorts++, sim::kMaxSorts - 1)]);
        push(Lane::compute, 1,
             {zero_us + step.stages[first].start_us, zero_us + end.start_us + end.duration_us, bytes, items,
              0, intern(stage), skipped, path});
        const bool alone = last - first == 1 && end.name == stage;  // it has no pieces
        for (first = alone ? last : first; first < last; ++first) {
            const sim::StageTime& piece = step.stages[first];
            const std::string_view whole = piece.name;
            const uint16_t name = intern(whole == stage ? stage : whole.substr(stage.size() + 1));
            const double start_us = zero_us + piece.start_us;
            push(Lane::compute, 2,
                 {start_us, start_us + piece.duration_us, piece.bytes, piece.items, 0, name, piece.skipped,
                  Slice::kNoPath});
        }
    }
}

/// Adds the skipped passes of a step: each skipped piece where every pass is reported, else all of them
/// together after the step's last sort.
void FrameTimeline::add_skips(const sim::StepReport& step) {
    const double zero_us = rows(Lane::compute, 0).back().start_us - step.start_us;
    const uint32_t number = uint32_t(step.step);
    bool known = false;
    double sort_us = 0, sort_end_us = 0;
    for (const sim::StageTime& piece : step.stages) {
        if (stage_name(piece) != "sort") continue;
        sort_us += piece.duration_us;
        sort_end_us = zero_us + piece.start_us + piece.duration_us;
        if (piece.name == "sort") continue;
        const uint16_t name = intern(std::string_view(piece.name).substr(5));
        LastRun& run = piece_runs_[name];
        if (piece.skipped)
            skips_.push_back({zero_us + piece.start_us, name, 1, run.step, run.us});
        else
            run = {float(piece.duration_us), number};
        known = known || piece.skipped;
    }
    const sim::Counters& c = step.counters;
    const bool all_ran = c.passes_skipped == 0;
    if (c.passes_run > 0 && (all_ran || !all_ran_once_))
        pass_run_ = {float(sort_us) / float(c.passes_run), number};
    all_ran_once_ = all_ran_once_ || (all_ran && c.passes_run > 0);
    if (!known && c.passes_skipped > 0 && sort_end_us > 0)
        skips_.push_back({sort_end_us, intern("passes"), c.passes_skipped, pass_run_.step,
                          pass_run_.us * float(c.passes_skipped)});
}

void FrameTimeline::add(double start_s, double end_s, std::span<const TimedCopy> pieces) {
    if (start_s * 1e6 >= held_us_) return;
    uint64_t bytes = 0;
    for (const TimedCopy& piece : pieces) bytes += piece.bytes;
    push(Lane::copy, 0,
         {start_s * 1e6, end_s * 1e6, bytes, 0, 0, intern("hand-over"), false, Slice::kNoPath});
    for (const TimedCopy& piece : pieces)
        push(Lane::copy, 1,
             {piece.start_s * 1e6, piece.end_s * 1e6, piece.bytes, 0, 0, intern(piece.name), false,
              Slice::kNoPath});
}

void FrameTimeline::add_drawing(double start_s, double duration_us, std::span<const sim::StageTime> passes) {
    const double start_us = start_s * 1e6;
    if (start_us >= held_us_) return;
    push(Lane::gl, 0, {start_us, start_us + duration_us, 0, 0, 0, intern("drawing"), false, Slice::kNoPath});
    for (const sim::StageTime& pass : passes)
        push(Lane::gl, 1,
             {start_us + pass.start_us, start_us + pass.start_us + pass.duration_us, 0, 0, 0,
              intern(pass.name), false, Slice::kNoPath});
}

void FrameTimeline::trim() {
    if (kept_ == 0 || frames_.size() <= kept_) return;
    frames_.pop_front();
    const double from_us = frames_.front().start_us;
    for (auto& lane : rows_)
        for (SliceRow& row : lane) row.drop_ended_before(from_us);
    const auto before = [&](const auto& list) {
        return std::partition_point(list.begin(), list.end(),
                                    [&](const auto& item) { return item.at_us < from_us; });
    };
    skips_.erase(skips_.begin(), before(skips_));
    counters_.erase(counters_.begin(), before(counters_));
}

const FrameOnTimeline* FrameTimeline::find(uint64_t number) const {
    const auto found = std::partition_point(frames_.begin(), frames_.end(),
                                            [&](const FrameOnTimeline& f) { return f.number < number; });
    return found != frames_.end() && found->number == number ? &*found : nullptr;
}

double FrameTimeline::end_of_steps_us(const FrameOnTimeline& frame) const {
    const SliceRow& steps = row(Lane::compute, 0);
    double end_us = frame.end_us;
    for (size_t k = steps.ending_after(frame.start_us); k < steps.size(); ++k) {
        if (steps[k].number > frame.last_step) break;
        if (steps[k].number >= frame.first_step) end_us = std::max(end_us, steps[k].end_us);
    }
    return end_us;
}

}  // namespace app
