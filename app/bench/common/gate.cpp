#include "app/bench/common/gate.h"

#include <cstdio>

#include "app/base/errors.h"
#include "app/base/numbers.h"

namespace app {

void gate_flags(Flags& flags, GateOptions& options, const std::string& where) {
    flags.read(
        "--fail-above", "R",
        where + "exit code 1 where now/before is above R, such as 1.05; only if its whole interval is",
        [&options](const std::string& word) {
            const double value = parse_number("--fail-above", word);
            if (!(value > 0))
                throw BadUsage("--fail-above " + word + ": a ratio above 0, such as 1.05, is expected");
            options.fail_above = value;
        });
    flags.list(
        "--judge", "NAME,...",
        "the cases that --fail-above looks at, by name or a whole word of it [profile: step; others: all]",
        [&options](const std::string& word) { options.judge.push_back(word); });
}

void require_limit(const GateOptions& gate) {
    if (!gate.judge.empty() && !gate.fail_above)
        throw BadUsage("--judge: --fail-above R is expected beside it");
}

void fail_gate(double fail_above, const std::string& how_many, const std::string& names) {
    char limit[32];
    std::snprintf(limit, sizeof limit, "%g", fail_above);
    throw CheckFailed("check failed: " + how_many + (how_many.empty() ? "" : " ") +
                      "slower than --fail-above " + limit + ": " + names);
}

}  // namespace app
