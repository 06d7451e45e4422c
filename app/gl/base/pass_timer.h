// How long the GPU took for each pass of a frame: timestamps in a ring of frames, read frames later, never waited for.
// Software GL answers nonsense to such queries, so there the CPU clock is read once its threads are done.
#pragma once
#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <vector>

#include "sim/exec/clock_tie.h"
#include "sim/exec/stage_cost.h"

namespace app {

/// A drawn frame. Times count from its first command, GPU time (the CPU's clock on software GL).
struct DrawReport {
    uint64_t frame = 0;  // of this renderer, from 1; 0: none is known yet
    double start_s = 0;  // of its first command, now_s()
    double duration_us = 0;
    std::vector<sim::StageTime> passes;  // in order; on software GL none in most frames
};

class PassTimer {
public:
    explicit PassTimer(bool software);
    ~PassTimer();
    PassTimer(const PassTimer&) = delete;
    PassTimer& operator=(const PassTimer&) = delete;

    /// `each`: software GL waits for its threads after each pass of every eighth frame; in others they work ahead.
    /// A GPU always times each.
    void begin(bool each);
    /// Ends the pass `name`: all that was drawn since the last call. The string must outlive the timer.
    void passed(const char* name);
    void end();

    /// Returns the last frame whose times are known.
    const DrawReport& last() const { return last_; }

private:
    static constexpr unsigned kRing = 6, kMostPasses = 24;
    struct Timed {
        std::array<GLuint, kMostPasses + 1> queries{};
        std::vector<const char*> names;
        uint64_t frame = 0;
        double given_s = 0;  // when its commands were given
    };
    void collect();
    void report(const Timed& timed, double start_s, const std::vector<double>& times_us);

    bool software_, each_ = false;
    uint64_t frame_ = 0;
    std::array<Timed, kRing> ring_;
    unsigned written_ = 0, read_ = 0;  // counts; a frame's place is its number modulo the ring
    bool running_ = false;
    GLint64 tied_ns_ = 0;  // GL's clock, where tie_ has its 0
    sim::ClockTie tie_;
    Timed clocked_;  // the frame on software GL
    std::vector<double> clocked_us_;
    DrawReport last_;
};

}  // namespace app
