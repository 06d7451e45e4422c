// Text, bar and remaining time of progress, drawn over one line of a terminal.
#include "app/base/progress.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "app/base/interrupt.h"
#include "app/base/text/terminal.h"

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

std::string cut_to_columns(const std::string& text, size_t columns) {
    size_t at = 0;
    for (size_t seen = 0; at < text.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80;
        if (begins && seen++ == columns) break;
    }
    return text.substr(0, at);
}

std::string progress_line(double share, const std::string& text, size_t columns) {
    constexpr size_t kWidest = 30, kNarrowest = 5, kAround = 3;  // brackets and a blank
    const size_t room = columns - std::min(columns, text.size() + kAround);
    if (room < kNarrowest) return cut_to_columns(text, columns);
    const size_t width = std::min(room, kWidest);
    const auto filled = static_cast<size_t>(std::clamp(share, 0.0, 1.0) * double(width));
    return '[' + std::string(filled, '#') + std::string(width - filled, '.') + "] " + text;
}

StatusLine::StatusLine(bool quiet)
    : enabled_(!quiet && isatty(STDERR_FILENO)), plain_(!takes_escapes(STDERR_FILENO)) {}

size_t StatusLine::columns() const {
    constexpr size_t kUsual = 80;
    const size_t columns = columns_of(STDERR_FILENO);
    return (columns > 0 ? columns : kUsual) - 1;
}

void StatusLine::draw(const std::string& text) {
    if (!enabled_) return;
    const std::string cut = cut_to_columns(text, columns());
    if (plain_) {
        constexpr std::chrono::seconds kBetween(5);
        const Clock::time_point now = Clock::now();
        if (plain_at_ && now - *plain_at_ < kBetween) return;
        plain_at_ = now;
        std::fprintf(stderr, "%s\n", cut.c_str());
        return;
    }
    std::fprintf(stderr, "\r\033[K%s", cut.c_str());
    std::fflush(stderr);
    drawn_ = true;
}

void StatusLine::wipe() {
    if (drawn_) std::fprintf(stderr, "\r\033[K");
    drawn_ = false;
}

Progress::Progress(std::string what, uint64_t total, bool quiet)
    : what_(std::move(what)), total_(total), line_(quiet || total == 0), time_left_(total) {}

void Progress::update(uint64_t done) {
    if (!line_.enabled()) return;
    const auto now = Clock::now();
    const double elapsed_s = std::chrono::duration<double>(now - start_).count();
    const double left_s = time_left_.at(done, elapsed_s);
    if (elapsed_s < 1 || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;

    line_.draw(progress_line(static_cast<double>(done) / static_cast<double>(total_),
                             progress_text(what_, done, total_, left_s), line_.columns()));
}

TimedProgress::TimedProgress(bool quiet) : progress_("%", 100, quiet) {
    if (quiet || !isatty(STDERR_FILENO)) return;
    // Signals are to end a wait of the main thread (app/base/interrupt.h), so this one does not take them.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::jthread([this](std::stop_token stop) { draw(stop); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TimedProgress::~TimedProgress() {
    thread_ = {};  // stops it and waits, before the line is wiped
}

void TimedProgress::reach(uint64_t percent) {
    throw_if_interrupted();
    percent_ = percent;
}

void TimedProgress::draw(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        never.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
        progress_.update(percent_);
    }
}

void Activity::show(const std::string& doing, uint64_t keys) {
    constexpr uint64_t kMany = 4000000;
    line_.wipe();
    if (keys >= kMany) line_.draw(doing + " " + std::to_string(keys) + " keys ...");
}

}  // namespace app
