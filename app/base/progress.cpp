// Drawn at most ten times a second.
#include "app/base/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace app {

std::string progress_text(const std::string& what, uint64_t done, uint64_t total, double left_s) {
    std::string text = std::to_string(done);
    if (what != "%") text += " of " + std::to_string(total);
    text += " " + what;
    char left[32] = "";
    if (left_s >= 0) std::snprintf(left, sizeof left, ", %.0f s left", left_s);
    return text + left;
}

double TimeLeft::at(uint64_t done, double elapsed_s) {
    if (done != done_) {
        done_ = done;
        changed_s_ = elapsed_s;
        ++changes_;
    }
    if (changes_ == 0 || done == 0 || done >= total_) return -1;
    constexpr double kStandsStill = 2, kAlways_s = 0.5;  // this many times as long as a usual step, and more
    const double waited_s = elapsed_s - changed_s_;
    if (waited_s > kStandsStill * changed_s_ / double(changes_) + kAlways_s) return -1;
    return changed_s_ * double(total_ - done) / double(done) - waited_s;
}

Progress::Progress(std::string what, uint64_t total, bool quiet)
    : what_(std::move(what)),
      total_(total),
      enabled_(!quiet && total > 0 && isatty(STDERR_FILENO)),
      time_left_(total) {}

Progress::~Progress() { wipe(); }

void Progress::wipe() {
    if (drawn_) std::fprintf(stderr, "\r\033[K");
    drawn_ = false;
}

void Progress::update(uint64_t done) {
    if (!enabled_) return;
    const auto now = Clock::now();
    const double elapsed_s = std::chrono::duration<double>(now - start_).count();
    const double left_s = time_left_.at(done, elapsed_s);
    if (elapsed_s < 1 || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    drawn_ = true;

    constexpr int kWidth = 30;
    const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const int filled = static_cast<int>(part * kWidth);
    std::fprintf(stderr, "\r\033[K[%.*s%.*s] %s", filled, "##############################", kWidth - filled,
                 "..............................", progress_text(what_, done, total_, left_s).c_str());
    std::fflush(stderr);
}

}  // namespace app
