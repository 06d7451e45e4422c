// Progress on stderr: one line that is redrawn, only on a terminal, and wiped before anything else is
// printed. It is never longer than the terminal is wide. Without escapes (TERM=dumb, NO_COLOR) it is a plain
// line every few seconds. Progress is a bar that the work moves, TimedProgress a bar that a thread of its own
// redraws while one long call runs, Activity a sentence without a bar.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>

namespace app {

/// Returns "120 of 300 steps, 4 s left". "%" of 100 is "40 %". No time left is shown before something is
/// done, nor once nothing has been done for clearly longer than before.
std::string progress_text(const std::string& what, uint64_t done, uint64_t total, double left_s);

/// Returns "[######......] 120 of 300 steps, 4 s left" in at most `columns` columns: first the bar gets
/// shorter, then it goes, then the text is cut. `share` of the bar is filled, 0 to 1.
std::string progress_line(double share, const std::string& text, size_t columns);

/// Returns the first columns of a text, whole characters of UTF-8.
std::string cut_to_columns(const std::string& text, size_t columns);

/// Seconds left, judged from the rate up to the last time that something was done; < 0: unknown.
class TimeLeft {
public:
    explicit TimeLeft(uint64_t total) : total_(total) {}
    double at(uint64_t done, double elapsed_s);

private:
    uint64_t total_, done_ = 0, changes_ = 0;
    double changed_s_ = 0;
};

/// The line itself; without a terminal, or when quiet, nothing is ever drawn.
class StatusLine {
public:
    explicit StatusLine(bool quiet);
    ~StatusLine() { wipe(); }
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    bool enabled() const { return enabled_; }
    /// Returns the most columns of a line now: one is left free, since some terminals wrap after the last one.
    size_t columns() const;
    void draw(const std::string& text);
    void wipe();

private:
    using Clock = std::chrono::steady_clock;
    bool enabled_, plain_, drawn_ = false;
    std::optional<Clock::time_point> plain_at_;
};

/// Appears after a second, at most ten times a second.
class Progress {
public:
    Progress(std::string what, uint64_t total, bool quiet);
    void update(uint64_t done);
    void wipe() { line_.wipe(); }  // before something else is printed

private:
    using Clock = std::chrono::steady_clock;
    std::string what_;
    uint64_t total_;
    StatusLine line_;
    TimeLeft time_left_;
    Clock::time_point start_ = Clock::now(), last_ = start_;
};

/// Percent of work whose parts do not know of it.
class TimedProgress {
public:
    explicit TimedProgress(bool quiet);
    ~TimedProgress();  // stops drawing, then wipes the line

    /// Throws Interrupted once the user has asked to stop.
    void reach(uint64_t percent);

private:
    void draw(const std::stop_token& stop);

    Progress progress_;
    std::atomic<uint64_t> percent_ = 0;
    std::jthread thread_;
};

/// "sorting 16777216 keys ...", for as many items as take more than a second.
class Activity {
public:
    explicit Activity(bool quiet) : line_(quiet) {}
    void show(const std::string& doing, uint64_t keys);
    void wipe() { line_.wipe(); }

private:
    StatusLine line_;
};

}  // namespace app
