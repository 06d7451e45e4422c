// Signal handlers do only what POSIX allows in them: set a flag, alarm, write, kill, waitpid, unlink, _exit.
#include "app/base/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <mutex>

#include "app/base/errors.h"
#include "app/base/text/terminal.h"

namespace app {
namespace {

constexpr int kSlots = 8, kPathBytes = 4096, kGroups = 64;

struct Slot {
    std::atomic<bool> used;
    int folder;
    char path[kPathBytes];
};
Slot slots[kSlots];
std::mutex slots_change;  // by several threads; the handler does not ask it
std::atomic<int> groups[kGroups];
volatile sig_atomic_t signals_seen = 0, immediate_exit = 0;
bool says_so = false;  // stderr is a terminal
bool clears = false;   // and takes escapes

constexpr unsigned kMoment_s = 1;
constexpr char kInterrupted[] = "\r\033[Ksweeplab: error: interrupted\n";
constexpr size_t kClearBytes = 4;  // of a terminal's line, which may show progress
constexpr char kStopping[] =
    "\r\033[Ksweeplab: stops at the next safe point; a second interrupt ends it at once\n";

/// Ends the child processes, removes unfinished files and exits with 130. Safe in a signal handler.
[[noreturn]] void leave() {
    for (const std::atomic<int>& group : groups) {
        if (group > 0 && kill(-group, SIGKILL) == 0) waitpid(group, nullptr, 0);
    }
    for (const Slot& slot : slots) {
        if (slot.used) unlinkat(slot.folder, slot.path, 0);
    }
    _exit(130);
}

/// Reports, some time after the first signal, that the command has not stopped yet.
void on_alarm(int) {
    const size_t clear = clears ? 0 : kClearBytes;
    if (says_so && write(STDERR_FILENO, kStopping + clear, sizeof kStopping - 1 - clear) < 0) says_so = false;
}

void on_signal(int) {
    signals_seen = signals_seen + 1;
    if (signals_seen < 2 && !immediate_exit) {
        alarm(kMoment_s);
        return;
    }
    if (immediate_exit) {  // nobody else will say it
        const size_t clear = clears ? 0 : kClearBytes;
        if (write(STDERR_FILENO, kInterrupted + clear, sizeof kInterrupted - 1 - clear) < 0) says_so = false;
    }
    leave();
}

}  // namespace

void install_signal_handlers() {
    // Read-only, so that a write to a closed stdout still fails, and is reported.
    for (int stream = 0; stream <= 2; ++stream) {
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != stream) break;
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    // `nohup` has it ignored, and so it stays.
    struct sigaction hangup = {};
    if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, nullptr);

    says_so = isatty(STDERR_FILENO);
    clears = takes_escapes(STDERR_FILENO);
    action.sa_handler = on_alarm;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, nullptr);
}

bool interrupted() { return signals_seen != 0; }

void throw_if_interrupted() {
    if (interrupted()) throw Interrupted("interrupted");
}

void leave_interrupted() { leave(); }

ImmediateExit::ImmediateExit() {
    immediate_exit = 1;
    if (!interrupted()) return;
    immediate_exit = 0;
    throw Interrupted("interrupted");
}

ImmediateExit::~ImmediateExit() { immediate_exit = 0; }

void remove_if_killed(int folder, const std::string& name) {
    if (name.size() >= kPathBytes) return;
    const std::lock_guard lock(slots_change);
    for (Slot& slot : slots) {
        if (slot.used) continue;
        slot.folder = folder;
        std::memcpy(slot.path, name.c_str(), name.size() + 1);
        slot.used = true;  // last: the handler reads the path only behind it
        return;
    }
}

void keep_if_killed(int folder, const std::string& name) {
    const std::lock_guard lock(slots_change);
    for (Slot& slot : slots) {
        if (slot.used && folder == slot.folder && name == slot.path) slot.used = false;
    }
}

void end_if_killed(int group) {
    for (std::atomic<int>& place : groups) {
        int free = 0;
        if (place.compare_exchange_strong(free, group)) return;
    }
}

void outlives_us(int group) {
    for (std::atomic<int>& place : groups) {
        int held = group;
        if (place.compare_exchange_strong(held, 0)) return;
    }
}

}  // namespace app
