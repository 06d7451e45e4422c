// A progress bar on stderr: only on a terminal, only for what takes more than a second.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace app {

/// "120 of 300 steps, 4 s left". "%" of 100 is "40 %". No time left is told before something is done, nor
/// once nothing has been done for clearly longer than before.
std::string progress_text(const std::string& what, uint64_t done, uint64_t total, double left_s);

/// Seconds left, judged from the rate up to the last time that something was done; < 0: cannot be known.
class TimeLeft {
public:
    explicit TimeLeft(uint64_t total) : total_(total) {}
    double at(uint64_t done, double elapsed_s);

private:
    uint64_t total_, done_ = 0, changes_ = 0;
    double changed_s_ = 0;
};

class Progress {
public:
    Progress(std::string what, uint64_t total, bool quiet);
    ~Progress();  // wipes the line
    void update(uint64_t done);
    void wipe();  // before something else is printed

private:
    using Clock = std::chrono::steady_clock;
    std::string what_;
    uint64_t total_;
    bool enabled_, drawn_ = false;
    TimeLeft time_left_;
    Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace app
