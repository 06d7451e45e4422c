#include "app/base/interrupt_message.h"

#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>

#include "app/base/interrupt.h"

namespace app {
namespace {

using namespace std::chrono_literals;

constexpr int kReader_ms = 20;
constexpr auto kLook = 30ms, kGrace = 110ms;  // together less than a fifth of a second

void write_all(int stream, const std::string& text) {
    for (size_t at = 0; at < text.size();) {
        pollfd reader{stream, POLLOUT, 0};
        if (poll(&reader, 1, kReader_ms) <= 0) return;  // nobody reads it
        const ssize_t written = write(stream, text.data() + at, std::min<size_t>(text.size() - at, PIPE_BUF));
        if (written <= 0) return;
        at += size_t(written);
    }
}

}  // namespace

InterruptMessage::InterruptMessage(bool to_stdout)
    : to_stdout_(to_stdout), thread_([this](const std::stop_token& stop) { watch(stop); }) {}

InterruptMessage::~InterruptMessage() {
    thread_.request_stop();
    thread_.join();
}

void InterruptMessage::set(const std::string& words) {
    const std::scoped_lock lock(mutex_);
    words_ = words;
}

void InterruptMessage::watch(const std::stop_token& stop) {
    std::condition_variable_any ended;
    std::unique_lock lock(mutex_);
    const auto never = [] { return false; };
    while (!interrupted() && !stop.stop_requested()) ended.wait_for(lock, stop, kLook, never);
    if (!stop.stop_requested()) ended.wait_for(lock, stop, kGrace, never);
    if (stop.stop_requested()) return;
    write_all(to_stdout_ ? STDOUT_FILENO : STDERR_FILENO, words_);
    write_all(STDERR_FILENO, "sweeplab: error: interrupted\n");
    leave_interrupted();
}

}  // namespace app
