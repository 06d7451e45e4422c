// Where a lesson stands: a stage, and how many of its operations are done. Knows no lesson and no screen.
//
// Every stage of n operations has n + 1 places: 0 (it begins) to n (all is done). A move goes to a place at once;
// what is shown follows in a moment, so that the eye can follow a key. Nothing is played backwards by undoing:
// a place is a number, so back costs what forward costs.
#pragma once
#include <cstddef>
#include <vector>

namespace app {

/// Size of a move: by one operation, to the end of a stage, to the end of a pass.
enum class Grain { operation, stage, pass };

class LessonClock {
public:
    struct Stage {
        int operations = 1;  // at least 1
        int pass = -1;       // stages outside passes: -1
    };

    LessonClock() = default;  // no stages: every move does nothing
    explicit LessonClock(std::vector<Stage> stages);

    size_t stages() const { return stages_.size(); }
    size_t stage() const { return stage_; }
    int operation() const { return operation_; }  // done; where the last move went

    /// Between operations while the eye follows: what figure_at() takes. Always of stage().
    double shown() const { return shown_; }
    bool moves() const { return crossing_ < 1 || shown_ != operation_; }

    /// Below 1 while the picture goes from the end of stage crossed_from() to the beginning of the next.
    double crossing() const { return crossing_; }
    size_t crossed_from() const { return crossed_from_; }

    /// Forward: the next operation, end of stage or end of pass. Back: the one before. At the ends nothing.
    void forward(Grain grain);
    void back(Grain grain);
    void first();
    void last();
    void seek(size_t stage, int operation);  // clamped; shown at once

    /// Returns the number of places in a row, for a bar to drag over 0 to places() - 1.
    size_t places() const;
    size_t place() const { return place_of(stage_, operation_); }
    size_t place_of(size_t stage, int operation) const;
    /// Returns whether all operations of stage() are done, and what the last one moved has arrived.
    bool stage_done() const;
    void seek_place(size_t place);

    /// Real time goes on. Playing does the next operation once the last one was shown and stood for a while;
    /// at the end it stops.
    void advance(double seconds);
    void play(bool on);
    bool playing() const { return playing_; }
    double speed = 1;  // operations per second when playing, about

private:
    bool ends_pass(size_t stage) const;
    bool ends(size_t stage, int operation, Grain grain) const;
    void go(size_t stage, int operation, double seconds);
    void cross(size_t from, double begin, double seconds);

    std::vector<Stage> stages_;
    std::vector<size_t> begins_;  // the place at which each stage begins
    size_t stage_ = 0;
    int operation_ = 0;
    double shown_ = 0, rate_ = 0;  // operations per second at speed 1
    double crossing_ = 1,
           crossing_rate_ = 0;  // per second; below 0 backwards, from 1 to 0, where it is 1 again
    size_t crossed_from_ = 0;
    double stood_s_ = 0;  // since shown() arrived
    bool playing_ = false;
};

}  // namespace app
