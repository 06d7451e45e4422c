// A progress bar on stderr: only on a terminal, only for what takes more than a second.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace app {

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
    Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace app
