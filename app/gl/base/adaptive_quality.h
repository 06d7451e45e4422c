// Which quality a window draws at: as good as the times of the last seconds allow. Knows numbers only.
#pragma once
#include <string>
#include <vector>

#include "app/gl/base/look.h"

namespace app {

class AdaptiveQuality {
public:
    /// Targets for the times, and the qualities to choose from.
    struct Goal {
        Quality least, most;  // that may be chosen
        double draw_ms;       // of the scene, per frame, at most
        double frame_ms;      // between frames, at most, where drawing is a good part of it
        /// Factors by which a quality is slower than the one below it, by Quality, until they are measured.
        /// That of the first: than itself at half of the pixels in each direction.
        double times_slower[4];
        /// Below `least` there is that, and where the simulation falls behind real time, drawing makes room for it.
        bool halves = false;
    };
    static Goal for_software(Quality most);
    static Goal for_gpu(Quality most);

    AdaptiveQuality(Quality start, const Goal& goal) : goal_(goal), step_(int(start)) {}

    Quality now() const { return step_ < 0 ? goal_.least : Quality(step_); }
    /// Returns whether to draw half of the pixels in each direction.
    bool half() const { return step_ < 0; }
    /// Returns why the quality is not better, "drawing took 31 ms at medium"; "" as long as nothing was lowered.
    const std::string& reason() const { return reason_; }

    /// Adds the times of a frame that ended at `now_s`, in s; 0 ms is unknown. `behind`: the simulation falls
    /// behind real time. Returns the quality of the next frame. It changes at most every kBetween_s.
    Quality add(double now_s, double draw_ms, double frame_ms, bool behind = false);

    static constexpr double kBetween_s = 2;  // switches down; up far rarer

private:
    struct Sample {
        double at_s, draw_ms, frame_ms;
    };
    void learn(double draw_ms);
    void change(int to, double now_s, double draw_ms);

    Goal goal_;
    int step_;  // a Quality, or -1: half
    std::string reason_;
    std::vector<Sample> samples_;  // of the last second
    double changed_s_ = -1e9;      // when it was switched
    double room_since_s_ = -1;     // a better one would fit since then; -1: it would not
    double room_for_s_ = kRoom_s;  // that it must have fitted for
    bool rising_ = false;          // the last switch was to a better one
    double before_ms_ = 0;         // drawing before the switch, until what it gained is known

    static constexpr double kWindow_s = 1, kRoom_s = 5, kMostRoom_s = 300;
};

}  // namespace app
