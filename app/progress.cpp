// Drawn at most ten times a second; the time left is judged from the rate so far.
#include "app/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace app {

Progress::Progress(std::string what, uint64_t total, bool quiet)
    : what_(std::move(what)), total_(total), enabled_(!quiet && total > 0 && isatty(STDERR_FILENO)) {}

Progress::~Progress() { wipe(); }

void Progress::wipe() {
    if (drawn_) std::fprintf(stderr, "\r\033[K");
    drawn_ = false;
}

void Progress::update(uint64_t done) {
    if (!enabled_) return;
    const auto now = Clock::now();
    const double elapsed_s = std::chrono::duration<double>(now - start_).count();
    if (elapsed_s < 1 || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    drawn_ = true;

    constexpr int kWidth = 30;
    const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const int filled = static_cast<int>(part * kWidth);
    const double left_s = part > 0 ? elapsed_s * (1 - part) / part : 0;
    std::fprintf(stderr, "\r\033[K[%.*s%.*s] %llu of %llu %s, %.0f s left", filled,
                 "##############################", kWidth - filled, "..............................",
                 static_cast<unsigned long long>(done), static_cast<unsigned long long>(total_),
                 what_.c_str(), left_s);
    std::fflush(stderr);
}

}  // namespace app
