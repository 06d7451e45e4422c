// In every test program: one that crashes says in which case, and in which functions. addr2line of binutils names them,
// from the symbols that a program has without debugging information.
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace {

constexpr int kMostFrames = 48;

/// What addr2line calls a place of this program, or 0 for one of a library.
uintptr_t place_in_program(const void* address, const void* of_program) {
    Dl_info own{}, its{};
    if (!dladdr(of_program, &own) || !dladdr(address, &its) || own.dli_fbase != its.dli_fbase) return 0;
    const bool moved = static_cast<const Elf64_Ehdr*>(own.dli_fbase)->e_type == ET_DYN;
    return reinterpret_cast<uintptr_t>(address) -
           (moved ? reinterpret_cast<uintptr_t>(own.dli_fbase) : uintptr_t{0});
}

void say(const char* text) {
    if (write(STDERR_FILENO, text, __builtin_strlen(text)) < 0) return;
}

void say_where(int signal) {
    std::signal(signal, SIG_DFL);
    std::signal(SIGALRM, SIG_DFL);
    alarm(20);  // what is called here may wait for what the crash has locked
    char line[512];
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    std::snprintf(line, sizeof line, "\n%s in %s%s%s, innermost function first:\n", strsignal(signal),
                  test ? test->test_suite_name() : "no test", test ? "." : "", test ? test->name() : "");
    say(line);

    void* frames[kMostFrames];
    const int count = backtrace(frames, kMostFrames);
    char places[kMostFrames][24];
    char program[] = "/proc/self/exe", own[1024] = {};
    if (readlink(program, own, sizeof own - 1) < 0) own[0] = 0;
    char name[] = "addr2line", options[] = "-Cfpe";
    char* words[kMostFrames + 4] = {name, options, own};
    int used = 3;
    for (int k = 2; k < count; ++k) {  // behind this function and what has called it
        const uintptr_t place = place_in_program(frames[k], reinterpret_cast<const void*>(&say_where));
        if (place == 0) {
            if (used == 3) backtrace_symbols_fd(&frames[k], 1, STDERR_FILENO);  // of a library, called last
            continue;
        }
        // A caller goes on behind its call; the function that crashed is at fault itself.
        std::snprintf(places[k], sizeof places[k], "0x%zx", size_t(place - (k > 2 ? 1 : 0)));
        words[used++] = places[k];
    }
    // Not fork(), which waits for memory and files that the crash may have locked.
    const pid_t child = used > 3 ? _Fork() : -1;
    if (child == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execvp(name, words);
        backtrace_symbols_fd(frames, count, STDERR_FILENO);
        _exit(0);
    }
    if (child > 0) waitpid(child, nullptr, 0);
    if (child < 0 && used > 3) backtrace_symbols_fd(frames, count, STDERR_FILENO);
    raise(signal);
}

/// On a stack of its own: of the first thread, what has no more room on the usual one is seen as well.
const bool installed = [] {
    static char room[1 << 16];
    void* loaded[1];
    backtrace(loaded, 1);  // loads what it needs while nothing is wrong
    const stack_t stack = {room, 0, sizeof room};
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = say_where;
    action.sa_flags = SA_ONSTACK;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
    return true;
}();

}  // namespace
