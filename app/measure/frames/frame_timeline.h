// What happened when in the last frames, all on one clock: the source of the Timeline tab and of traces. Four lanes,
// each of some rows: a slice of a row lies within one of the row above, and slices of a row never overlap.
//
//   CPU       frame > part
//   compute   step > stage > piece ("sweep" of "sweep/count", "pass 03/count" of "sort/pass 03/count")
//   copy      hand-over > piece
//   GL        drawing > pass
#pragma once
#include <array>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "app/base/timed_copy.h"
#include "app/measure/frames/frame_clock.h"
#include "app/measure/frames/slice_row.h"
#include "sim/world.h"

namespace app {

enum class Lane : uint8_t { cpu, compute, copy, gl };
inline constexpr size_t kLanes = 4, kLaneRows = 3;

/// Pieces of a sort that were left out, in one place.
struct SkipMark {
    double at_us;
    uint16_t name;  // FrameTimeline::name(): "passes", where only their number is known
    uint32_t count;
    uint32_t as_in_step;  // when they last ran; 0: never yet
    float saved_us;       // what they took then: an estimate
};

/// Numbers of a step, for the counters of a trace.
struct CountersAt {
    double at_us;
    uint64_t pairs, contacts;
    uint32_t descents, windows, movers, max_shift;
    bool measured;  // the last three
};

struct FrameOnTimeline {
    uint64_t number;
    double start_us, end_us;
    uint64_t first_step, last_step;  // queued in it; first > last: none
};

class FrameTimeline {
public:
    /// Keeps the last `frames`; 0 keeps all, also of what has no frames.
    explicit FrameTimeline(size_t frames = 240) : kept_(frames) {}

    /// Adds a frame, in the order in which frames ended. `first_step` > `last_step`: it queued no steps.
    void add(const FrameTimes& frame, uint64_t first_step = 1, uint64_t last_step = 0);
    /// Adds the report of a step, in the order in which steps ended; `clock_zero_s` is World::clock_zero_s().
    /// Device times arrive some frames later.
    void add(const sim::StepReport& step, double clock_zero_s);
    /// A frame's hand-over and its pieces.
    void add(double start_s, double end_s, std::span<const TimedCopy> pieces);
    /// A frame's drawing; times of `passes` count from its start.
    void add_drawing(double start_s, double duration_us, std::span<const sim::StageTime> passes);

    /// Keeps out all that begins after from_s, until release(). A second call changes nothing.
    void hold(double from_s) { held_us_ = std::min(held_us_, from_s * 1e6); }
    void release() { held_us_ = kNever; }

    void clear();

    const SliceRow& row(Lane lane, size_t depth) const { return rows_[size_t(lane)][depth]; }
    const std::deque<SkipMark>& skips() const { return skips_; }  // in order, of the compute lane
    const std::deque<CountersAt>& counters() const { return counters_; }
    const std::deque<FrameOnTimeline>& frames() const { return frames_; }
    const std::string& name(uint16_t name) const { return names_[name]; }
    size_t names() const { return names_.size(); }
    /// Returns "sort" alone, or "step 12": what a slice is called.
    std::string full_name(const Slice& slice) const;

    /// Returns the frame with that number; null: it is not kept. end_of_steps_us() returns when its steps ended.
    const FrameOnTimeline* find(uint64_t number) const;
    double end_of_steps_us(const FrameOnTimeline& frame) const;

private:
    uint16_t intern(std::string_view name);
    SliceRow& rows(Lane lane, size_t depth) { return rows_[size_t(lane)][depth]; }
    /// Adds a slice to the row at `depth`, clamped to the last slice of the row above.
    const Slice& push(Lane lane, size_t depth, Slice slice);
    void add_stages(const sim::StepReport& step, double zero_us);
    void add_skips(const sim::StepReport& step);
    void trim();

    static constexpr double kNever = 1e300;

    size_t kept_;
    double held_us_ = kNever;
    std::array<std::array<SliceRow, kLaneRows>, kLanes> rows_;
    std::deque<SkipMark> skips_;
    std::deque<CountersAt> counters_;
    std::deque<FrameOnTimeline> frames_;
    std::vector<std::string> names_;
    std::map<std::string, uint16_t, std::less<>> ids_;

    struct LastRun {
        float us = 0;
        uint32_t step = 0;  // 0: never
    };
    std::map<uint16_t, LastRun> piece_runs_;  // of a sort's pieces, by name
    LastRun pass_run_;           // of one pass, where only their number is known: when all of them ran,
    bool all_ran_once_ = false;  // or else those that did
};

}  // namespace app
