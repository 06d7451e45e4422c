#include "app/lab/lab_verdict.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "app/base/text/names.h"
#include "app/lab/lab_run.h"

namespace app {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kBarrierOrAtomic =
    "Threads of one block: put a __syncthreads() between the two, where all of them come to it. Where several "
    "threads, or several blocks, change one element: use an atomic.";
constexpr const char* kLeftBarrier =
    "Some threads never come to a __syncthreads() at which others wait: it stands in a branch, or behind a `return`. "
    "Put it where all threads of the block come to it.";
constexpr const char* kSeesOthers =
    "What is read was written by another thread, or should have been: look for a missing __syncthreads(), for "
    "threads of several blocks that change one element without an atomic, or for a wait that ends too early.";

/// How the faults of the emulated device begin, and what they mean.
struct Fault {
    const char* begin;
    const char* verdict;
    const char* next;
};
constexpr Fault kFaults[] = {
    {"race: ", "race condition", kBarrierOrAtomic},
    {"unwritten: ", "reads before writing",
     "Write the element first. If another thread writes it, a __syncthreads() between is missing."},
    {"out of bounds: ", "out of bounds",
     "Compare the index with n, or with the size of the array. If it counts what was found: more was found than there "
     "is."},
    {"the kernel has written ", "out of bounds",
     "An access through a plain pointer left its array: index the array itself, so that the line is named."},
    {"deadlock", "deadlock",
     "All threads of a block must come to each __syncthreads(), and all lanes of a mask to each warp operation."},
    {"a thread left", "deadlock", kLeftBarrier},
    {"threads wait for the block after", "deadlock", kLeftBarrier},
    {"threads of a block wait at different", "deadlock",
     "A __syncthreads() stands in a branch that only some threads take: put it behind the branch."},
    {"livelock", "deadlock",
     "A thread waits for a word that nobody will write: see which flag it waits for, and who writes it."},
};
constexpr const char* kBusy = " If other programs kept the machine busy meanwhile, check again first.";
constexpr const char* kWarpNext =
    "All lanes that a mask names must call the same warp operation: call it outside of branches.";

constexpr const char* kElementNext =
    "An element of a Global or Shared array is no plain number here: write the type of the variable that takes it, "
    "`const uint32_t x = s_array[i];` instead of `auto`, and pass such a variable to min, max or a shuffle.";

/// The messages without notes about files that the student has not seen, and without the sources below them.
Words own_messages(const std::string& messages) {
    Words own;
    bool keep = true;
    for (const std::string& line : split(messages, '\n')) {
        const bool note = line.find(": note:") != line.npos;
        const bool unseen = line.find("kernel.cu:") == line.npos || line.find("lab::") != line.npos ||
                            line.find("/include/") != line.npos;
        if (note || line.starts_with("In file included from")) keep = note && !unseen;
        if (line.find("error:") != line.npos || line.find("warning:") != line.npos) keep = true;
        if (keep && !line.empty()) own.push_back(line);
    }
    return own;
}

Words fields_of(const std::string& line) { return split(line, '\t'); }

uint64_t number(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

/// The text without the place in check.cu where the kernel is called: " at /path/check.cu:12".
std::string without_caller(std::string text) {
    const size_t file = text.find("/check.cu:"), begin = text.rfind(" at ", file);
    if (file == text.npos || begin == text.npos) return text;
    text.erase(begin, text.find_first_not_of("0123456789", text.find(':', file) + 1) - begin);
    const size_t wrote = text.find(" has written "), allocation = text.find(" an allocation of ");
    return wrote == text.npos || allocation == text.npos ? text : "the kernel" + text.substr(wrote);
}

void take_fault(LabVerdict& verdict, const std::string& text) {
    verdict.verdict = "misuse of a warp operation";
    verdict.next = kWarpNext;
    std::string shown = without_caller(text);
    for (const Fault& fault : kFaults) {
        if (!shown.starts_with(fault.begin)) continue;
        verdict.verdict = fault.verdict;
        verdict.next = fault.next;
        if (std::string(fault.begin).ends_with(": ")) shown.erase(0, std::strlen(fault.begin));
        break;
    }
    if (shown.starts_with("CUDA: ")) {
        verdict.verdict = "fault on the GPU";
        verdict.next = "Run the check without --device cuda: the emulated device names the line.";
    }
    for (size_t at; (at = shown.rfind("; ")) != shown.npos; shown.resize(at))
        verdict.details.insert(verdict.details.begin(), shown.substr(at + 2));
    verdict.reason = shown;
}

std::string limit_text(bool cpu) {
    return cpu ? std::to_string(int(kMostRun_s)) + " s of CPU time"
               : std::to_string(int(kMostClock_s)) + " s";
}

void take_crash(LabVerdict& verdict, const Words& fields) {
    const int signal = static_cast<int>(number(fields[2]));
    const bool endless = signal == SIGALRM || signal == SIGXCPU;
    const std::string where = fields[3] == "0" ? "before its first access to an array"
                                               : "its last access to an array was at line " + fields[3] +
                                                     ", block " + fields[4] + ", thread " + fields[5];
    verdict.verdict = endless ? "endless loop" : "crash";
    verdict.reason =
        endless ? "it did not end within " + limit_text(signal == SIGXCPU) + "; " + where
                : std::string("ended by signal ") + fields[2] + " (" + strsignal(signal) + "); " + where;
    verdict.next =
        endless ? "Look at the loops around that line: does what they wait for, or count, ever change?"
                : "Look for a plain pointer or array that is used outside of its bounds, or a division by 0.";
    if (signal == SIGALRM) verdict.next += kBusy;
}

void take_verdict(LabVerdict& verdict, const Words& fields) {
    const std::string& kind = fields[1];
    if (kind != "wrong" && kind != "order" && kind != "fence") verdict.given.clear();
    if (kind == "fault") return take_fault(verdict, fields[2]);
    if (kind == "crash" && fields.size() > 5) return take_crash(verdict, fields);
    if (kind == "right") {
        verdict.verdict = "right";
        verdict.extent = fields[2];
        return;
    }
    verdict.reason = fields[2];
    const std::string why = fields.size() > 3 ? fields[3] : "";
    if (!why.empty()) verdict.details.push_back(why);
    if (why.starts_with("not stable")) {
        verdict.verdict = "not stable";
        verdict.next =
            "The place of a key must follow from the keys before it, not from which thread comes first.";
    } else if (kind == "order") {
        verdict.verdict = "race condition";
        verdict.details.push_back("the result depends on the order in which threads run");
        verdict.next = kSeesOthers;
    } else if (kind == "fence") {
        verdict.verdict = "missing fence";
        verdict.details.push_back(
            "right where all blocks see a store at once, wrong where it reaches them late");
        verdict.next =
            "Put a __threadfence() between the word that other blocks read and the flag that says it is there.";
    } else {
        verdict.verdict = "wrong result";
        verdict.next =
            "Work this input through by hand, see the arrays at each barrier with `sweeplab lab show`, or print from "
            "the kernel with printf.";
    }
}

}  // namespace

LabVerdict lab_verdict(const std::string& report, bool ran_out) {
    LabVerdict verdict;
    for (const std::string& line : split(report, '\n')) {
        const Words fields = fields_of(line);
        if (fields[0] == "case" && fields.size() == 3) {
            verdict.input = fields[1];
            verdict.order = fields[2];
            verdict.given.clear();
        } else if (fields[0] == "given" && fields.size() == 3) {
            const std::string given = fields[1] + ": " + fields[2];  // again, where an input is tried twice
            if (std::find(verdict.given.begin(), verdict.given.end(), given) == verdict.given.end())
                verdict.given.push_back(given);
        } else if (fields[0] == "count" && fields.size() == 7) {
            verdict.costs.push_back({static_cast<uint32_t>(number(fields[1])), fields[2], fields[3],
                                     fields[6] == "atomic", number(fields[4]), number(fields[5])});
        } else if (fields[0] == "counted" && fields.size() == 2) {
            verdict.counted = fields[1];
        } else if (fields[0] == "verdict" && fields.size() > 2 && verdict.verdict.empty()) {
            take_verdict(verdict, fields);
        }
    }
    if (!verdict.verdict.empty()) return verdict;
    verdict.verdict = ran_out ? "endless loop" : "crash";
    verdict.reason = ran_out ? "it did not end within " + limit_text(false) + ", and was stopped"
                             : "the program ended without a result";
    verdict.next = "Look at the loops and the plain pointers of the kernel.";
    if (ran_out) verdict.next += kBusy;
    return verdict;
}

void add_hint(LabVerdict& verdict, const LabTask& lab) {
    if (!verdict.right() || !lab.shared_atomics) return;
    uint64_t requests = 0;
    for (const LineCost& cost : verdict.costs) {
        if (cost.atomic && cost.unit == "passes") return;
        if (cost.atomic) requests += cost.requests;
    }
    if (requests == 0) return;
    verdict.hint = "all atomics go to global memory, " + counted(requests, "request") +
                   " of warps in the counted run; the lab asks for counts in shared memory first";
}

LabVerdict not_built(const LabBuild& build) {
    LabVerdict verdict;
    verdict.verdict = "does not compile";
    verdict.reason = "the first messages of the compiler:";
    verdict.next = "Fix the first error; later ones often follow from it.";
    if (build.ran_out) {
        verdict.verdict = "not built in time";
        verdict.reason = "the compiler did not end within " + std::to_string(int(build.seconds)) + " s";
        verdict.next =
            "Check again when the machine has less to do. If it stays so, a template or a constant expression of the "
            "kernel does not end.";
        return verdict;
    }
    if (build.declaration) {
        verdict.reason = "kernel.cu has no kernel with the declaration that the lab calls, or has one twice";
        verdict.next =
            "Give the kernel its first declaration back: `sweeplab lab new` into another folder shows it.";
        return verdict;
    }
    if (out_of_memory(build.messages))
        verdict.reason = "the compiler needs more than its " + std::to_string(kMostCompiler_GiB) + " GiB:";
    if (build.messages.find("lab::Element<") != build.messages.npos) verdict.next = kElementNext;
    verdict.details = own_messages(build.messages);
    return verdict;
}

}  // namespace app
