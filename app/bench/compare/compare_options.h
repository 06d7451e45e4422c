// What `sweeplab bench compare` is asked for.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/common/bench_options.h"
#include "app/bench/common/gate.h"

namespace app {

struct CompareOptions : BenchOptions {
    std::vector<std::string> subjects;  // OLD NEW, and for programs the words of the command that both run
    std::optional<uint64_t> rounds;     // none: 10
    bool once = false;                  // suspects are not measured again
    GateOptions gate;
};

/// Returns the exit code. Throws what the bench driver throws, and sort::Unavailable where a program cannot be started or
/// fails.
int run_bench_compare(const CompareOptions& options);

}  // namespace app
