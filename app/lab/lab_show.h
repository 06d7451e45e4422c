// One run of a student's kernel as a lesson: what the arrays hold at each barrier.
#pragma once
#include <cstdint>

#include "app/lab/lab_check.h"
#include "app/teach/lesson.h"

namespace app {

struct ShownLab {
    LabVerdict verdict;     // of this run alone
    Lesson lesson;          // no steps: the kernel was not built
    uint32_t left_out = 0;  // stores at the end that are not in the lesson
};

/// Builds the kernel with small tiles and runs it once, on `count` keys that `seed` chooses, blocks and threads in order.
/// Throws sort::Unavailable where the compiler is not there.
ShownLab show_lab(const LabFolder& folder, uint32_t count, uint64_t seed);

}  // namespace app
