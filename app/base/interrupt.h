// What happens on Ctrl+C: the first one asks commands to stop at a safe point, the second one removes what
// was half written and leaves at once. If the first is not over within a second, a line on the terminal says
// so.
#pragma once
#include <string>

namespace app {

/// SIGINT, SIGTERM and SIGHUP (unless ignored) set the flag of interrupted() and end a call
/// that waits, with EINTR: whoever tries again asks throw_if_interrupted first. A closed pipe and a file over its
/// size limit become a failed write instead of a silent end, in the programs that are started, too. Standard
/// streams that are closed are held open, so that no file takes their number.
void install_signal_handlers();

/// Returns true once the user has asked to stop (SIGINT, SIGTERM, SIGHUP); commands then throw Interrupted at
/// a safe point.
bool interrupted();

/// Throws Interrupted once the user has asked to stop.
void throw_if_interrupted();

/// Makes the first signal end the program at once while it lives, as the second one does: around work that
/// cannot be stopped and has no partial result. Throws Interrupted if there was one before.
class ImmediateExit {
public:
    ImmediateExit();
    ~ImmediateExit();
    ImmediateExit(const ImmediateExit&) = delete;
    ImmediateExit& operator=(const ImmediateExit&) = delete;
};

/// Ends the program as the second signal does: half-written files are removed, exit code 130.
[[noreturn]] void leave_interrupted();

/// Files that the second signal removes: names in the folder of that descriptor, which stays open; AT_FDCWD: the
/// current one. Up to 8 at once; more are kept only by their owners.
void remove_if_killed(int folder, const std::string& name);
void keep_if_killed(int folder, const std::string& name);

/// Groups of processes that work for us: the second signal ends them first. Up to 64 at once.
void end_if_killed(int group);
void outlives_us(int group);

}  // namespace app
