// Which part of the timeline is shown, what is chosen and what is measured on it.
#pragma once
#include <cstdint>
#include <optional>

#include "app/measure/frames/frame_timeline.h"

namespace app {

struct TimelineView {
    static constexpr double kShortest_us = 0.05, kLongest_us = 60e6;

    double from_us = 0, to_us = 0;  // empty: the last frames, as they come

    /// A slice, by its row and start: its index changes while older ones go.
    struct Chosen {
        Lane lane;
        uint8_t depth;
        double start_us;

        bool operator==(const Chosen&) const = default;
    };
    std::optional<Chosen> chosen;

    struct Measure {
        double from_us, to_us;
    };
    std::optional<Measure> measure;  // the last drag
    enum Drag { none, pressed, measuring } drag = none;
    double pressed_at_us = 0;
    float pressed_x = 0;

    bool follows() const { return to_us <= from_us; }
    double length_us() const { return to_us - from_us; }

    void show(double from, double to) {
        from_us = from;
        to_us = to > from ? to : from + kShortest_us;
    }
    void follow() { from_us = to_us = 0; }

    /// `factor` below 1 shows less; what is at `at_us` stays where it is.
    void zoom(double at_us, double factor) {
        const double wanted = length_us() * factor;
        const double length = wanted < kShortest_us  ? kShortest_us
                              : wanted > kLongest_us ? kLongest_us
                                                     : wanted;
        const double share = (at_us - from_us) / length_us();
        show(at_us - share * length, at_us + (1 - share) * length);
    }
    void pan(double us) { show(from_us + us, to_us + us); }
};

}  // namespace app
