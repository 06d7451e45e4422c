// Which steps of a lesson are shown: --step N, N-M, all; --pass P.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "app/teach/lesson.h"

namespace app {

struct StepRange {
    bool given = false;
    uint64_t first = 1, last = UINT64_MAX;  // counted from 1, both included
};

/// Parses "3", "2-4" or "all". Throws BadUsage.
StepRange parse_steps(const std::string& text);

/// Returns the steps [first, end) of the lesson, counted from 0. Throws BadUsage with the nearest step or
/// pass that there is, and where both are given.
std::pair<size_t, size_t> steps_of(const Lesson& lesson, const StepRange& range,
                                   const std::optional<uint64_t>& pass);

}  // namespace app
