// What --fail-above asks of measured cases: which are judged, and the failure that slower ones are.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/cli/flags.h"

namespace app {

struct GateOptions {
    std::optional<double> fail_above;  // a ratio of times above 0; none: nothing fails
    std::vector<std::string> judge;    // cases that fail_above asks; none: the usual ones
};

/// --fail-above and --judge. `where`: "with --baseline: ", before the first text.
void gate_flags(Flags& flags, GateOptions& options, const std::string& where);

/// Throws BadUsage for --judge without --fail-above.
void require_limit(const GateOptions& gate);

/// Throws CheckFailed: "check failed: 2 of 3 cases slower than --fail-above 1.05: a; b". `how_many`: "2 of 3 cases", or
/// "".
[[noreturn]] void fail_gate(double fail_above, const std::string& how_many, const std::string& names);

}  // namespace app
