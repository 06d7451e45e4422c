// Tries a student's kernel on the emulated device: every input in the orders forward, reverse and shuffled, then with
// stores that come late to other blocks. Reports the first thing that is wrong.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "accesses.h"
#include "report.h"
#include "show.h"
#include "task.h"
#include "tests/emu/launch.h"

namespace {

constexpr uint64_t kSeeds = 6;         // of shuffled orders, and as many with late stores
constexpr uint64_t kMoreSeeds = 30;    // where a fence seems to be missing
constexpr unsigned kMostSeconds = 30;  // by the clock: of a kernel that sleeps
constexpr rlim_t kMostCpuSeconds = 10;
constexpr rlim_t kMemory = rlim_t{6} << 30, kFileBytes = rlim_t{1} << 20;

struct Schedule {
    std::string name;
    emu::Order order;
    uint64_t seed;
    bool late;
};

std::vector<Schedule> schedules() {
    std::vector<Schedule> all{{"forward", emu::Order::forward, 1, false},
                              {"reverse", emu::Order::reverse, 1, false}};
    for (uint64_t seed = 1; seed <= kSeeds; ++seed)
        all.push_back({"shuffled with seed " + std::to_string(seed), emu::Order::shuffled, seed, false});
    for (uint64_t seed = 1; seed <= kSeeds; ++seed)
        all.push_back({"shuffled with seed " + std::to_string(seed) + ", late stores", emu::Order::shuffled,
                       seed, true});
    return all;
}

/// What the handler of a crash writes, since nothing more can be asked then.
void crashed(int signal) {
    const lab::LastAccess& last = lab::last_access();
    char text[200];
    std::snprintf(text, sizeof text, "verdict\tcrash\t%d\t%u\t%u\t%u", signal, last.line, last.block,
                  last.thread);
    lab::report_in_handler(text);
    _exit(3);
}

void prepare_process() {
    const auto limit = [](int what, rlim_t most, rlim_t grace = 0) {
        const rlimit both{most, most + grace};
        setrlimit(static_cast<__rlimit_resource>(what), &both);
    };
    limit(RLIMIT_AS, kMemory);
    limit(RLIMIT_FSIZE, kFileBytes);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, kMostCpuSeconds, 2);
    std::setvbuf(stdout, nullptr, _IONBF, 0);  // what a kernel prints before it crashes is kept
    alarm(kMostSeconds);
    static char stack[1 << 16];
    stack_t other{};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction action {};
    action.sa_handler = crashed;
    action.sa_flags = SA_ONSTACK;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGXCPU})
        sigaction(signal, &action, nullptr);
}

struct Wrong {
    std::string kind, text;  // kind: wrong, fault; "": all is right
};

Wrong try_kernel(const lab::Constants& constants, const lab::Input& input, const Schedule& schedule,
                 bool count) {
    emu::set_order(schedule.order, schedule.seed);
    emu::set_late_stores(schedule.late);
    lab::begin_accesses(count);
    lab::begin_output();
    try {
        for (const lab::Output& output : lab::run_kernel(constants, input.keys)) {
            const std::string wrong = lab::wrong_element(output);
            if (!wrong.empty()) return {"wrong", wrong};
        }
    } catch (const emu::Fault& fault) {
        return {"fault", fault.what()};
    }
    return {};
}

/// Whether some result is wrong in more shuffled orders, too, where stores do not come late: then no fence is missing.
bool wrong_with_stores_at_once(const lab::Constants& constants, const std::vector<lab::Input>& inputs) {
    for (const lab::Input& input : inputs) {
        for (uint64_t seed = kSeeds + 1; seed <= kMoreSeeds; ++seed) {
            const Schedule at_once{"", emu::Order::shuffled, seed, false};
            if (!try_kernel(constants, input, at_once, false).kind.empty()) return true;
        }
    }
    return false;
}

[[noreturn]] void end(const std::string& kind, const std::string& text) {
    lab::report("verdict", kind + "\t" + text);
    std::fflush(nullptr);
    _exit(0);  // the kernel may have written over anything
}

}  // namespace

int main(int argc, char** argv) {
    prepare_process();
    const lab::Constants constants = lab::read_constants(argc, argv);
    if (constants.shown > 0) lab::show_kernel(constants);
    const std::vector<Schedule> all = schedules();
    const std::vector<lab::Input> inputs = lab::inputs(constants);
    for (const lab::Input& input : inputs) {
        for (const Schedule& schedule : all) {
            lab::report("case", input.name + "\t" + schedule.name);
            const bool count = &input == &inputs[inputs.size() - 2] && schedule.order == emu::Order::forward;
            const Wrong wrong = try_kernel(constants, input, schedule, count);
            if (wrong.kind.empty()) continue;
            if (wrong.kind == "fault") end("fault", wrong.text);
            if (schedule.late) {
                const bool at_once = wrong_with_stores_at_once(constants, inputs);
                lab::report("case", input.name + "\t" + schedule.name);  // again: others were tried since
                end(at_once ? "order" : "fence", wrong.text);
            }
            if (schedule.order != emu::Order::forward) end("order", wrong.text);
            // Wrong in the first order: does the result depend on it?
            const bool depends = try_kernel(constants, input, all[1], false).kind.empty();
            end(depends ? "order" : "wrong", wrong.text);
        }
    }
    for (const lab::LineCount& line : lab::line_counts()) {
        lab::report("count", std::to_string(line.line) + "\t" + line.array + "\t" +
                                 (line.shared ? "passes" : "sectors") + "\t" + std::to_string(line.requests) +
                                 "\t" + std::to_string(line.units) + (line.atomic ? "\tatomic" : "\tplain"));
    }
    lab::report("counted", inputs[inputs.size() - 2].name);
    end("right", std::to_string(inputs.size()) + " inputs, " + std::to_string(all.size()) + " orders each");
}
