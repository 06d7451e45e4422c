// What is said of a state that is wrong, or may be: bodies outside the container, bodies that are not finite,
// bodies that move by more than their radius per step.
#pragma once
#include <string>

#include "sim/exec/counters.h"

namespace app {

/// The flag that allows it, and what its help says.
inline constexpr const char
    *kAllowOutside = "--allow-outside",
    *kAllowOutsideMeaning =
        "exit code 0 even if bodies were outside the container, or not finite, after a step; "
        "without it, that is exit code 1";

/// Returns "3 outside, 1 not finite, 20 fast": those of the last step that there are; "" where all is well.
std::string wrong_state_text(const sim::Counters& counters);

/// Returns whether a body is outside or not finite after the last step. All else that wrong_state_text()
/// lists may be right.
bool is_wrong(const sim::Counters& counters);

/// Returns a report's line about wrong states in the last step and in all steps; "" if there were none.
std::string wrong_state_line(const sim::Counters& counters);

/// Throws CheckFailed if in any step a body was outside or not finite, unless that is allowed.
void require_right_state(const sim::Counters& counters, bool allowed);

}  // namespace app
