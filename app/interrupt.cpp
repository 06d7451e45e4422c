// Signal handlers do only what POSIX allows in them: set a flag, kill, waitpid, unlink, _exit.
#include "app/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "app/errors.h"
#include "app/options.h"

namespace app {
namespace {

constexpr int kSlots = 8, kPathBytes = 4096;

struct Slot {
    std::atomic<bool> used;
    char path[kPathBytes];
};
Slot slots[kSlots];
std::atomic<int> writer{0};
volatile sig_atomic_t signals_seen = 0;

void on_signal(int) {
    signals_seen = signals_seen + 1;
    if (signals_seen < 2) return;
    if (writer > 0 && kill(writer, SIGKILL) == 0) waitpid(writer, nullptr, 0);
    for (Slot& slot : slots) {
        if (slot.used) unlink(slot.path);
    }
    _exit(130);
}

}  // namespace

void install_signal_handlers() {
    // Read-only, so that a write to a closed stdout still fails, and is reported.
    for (int stream = 0; stream <= 2; ++stream) {
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != stream) break;
    }
    signal(SIGPIPE, SIG_IGN);
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return signals_seen != 0; }

void throw_if_interrupted() {
    if (interrupted()) throw Interrupted("interrupted");
}

void remove_if_killed(const std::string& path) {
    if (path.size() >= kPathBytes) return;
    for (Slot& slot : slots) {
        if (slot.used) continue;
        std::memcpy(slot.path, path.c_str(), path.size() + 1);
        slot.used = true;  // last: the handler reads the path only behind it
        return;
    }
}

void end_if_killed(int process) { writer = process; }

void keep_if_killed(const std::string& path) {
    for (Slot& slot : slots) {
        if (slot.used && path == slot.path) slot.used = false;
    }
}

}  // namespace app
