// What the CPU does in a frame, part by part. Each part lasts until the next one begins, and the last until the next
// frame does, so that the parts sum to the frame, and frames to the time that passed.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace app {

/// Parts of a frame, in its order; some come more than once.
enum class FramePart : uint8_t { input, steps, scene, upload, panels, present, profiler, other };
inline constexpr size_t kFrameParts = 8;
const char* name_of(FramePart part);

struct FrameTimes {
    struct Span {
        FramePart part;
        double start_s;  // to the start of the next one
    };

    uint64_t number = 0;  // from 1
    double start_s = 0, end_s = 0;
    std::vector<Span> spans;

    double ms() const { return (end_s - start_s) * 1000; }
    double span_end_s(size_t k) const { return k + 1 < spans.size() ? spans[k + 1].start_s : end_s; }
    std::array<double, kFrameParts> part_ms() const;  // their sum is ms()
};

class FrameClock {
public:
    /// Ends the frame before, which is returned (null: there was none), and begins a new one.
    const FrameTimes* begin(double now_s);

    /// Begins a part of the frame at now_s. Times before the last one count as that: parts never overlap.
    void enter(FramePart part, double now_s);

    /// Waits: the frame that runs counts as none, nor does the time until the next one begins.
    void rest();

    /// Mean of all frames of a half second, the last that is complete: it changes twice a second so that it can
    /// be read. 0: not known yet.
    double mean_ms() const { return mean_ms_; }
    uint64_t mean_frames() const { return mean_of_; }  // how many those were; the newest is mean_last()
    uint64_t mean_last() const { return mean_last_; }

    bool runs() const { return running_.number > 0; }
    const FrameTimes& last() const { return last_; }  // the newest that has ended; number 0: none

private:
    FrameTimes running_, last_;
    double mean_since_s_ = 0, mean_ms_ = 0;
    uint64_t frames_ = 0, mean_of_ = 0, mean_last_ = 0;  // frames_: since mean_since_s_
};

}  // namespace app
