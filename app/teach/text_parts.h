// What the texts of a lesson share.
#pragma once
#include <string>
#include <vector>

#include "app/teach/layout.h"
#include "app/teach/lesson.h"

namespace app {

std::vector<Cell> cells_of(const std::vector<uint32_t>& words, int decimals = 0);

/// Returns "bits 2-3", "bit 4": of the digit of a pass. The lesson has digits.
std::string bits_of_pass(const Lesson& lesson, int pass);

/// Returns "pass 1 (bits 2-3)"
std::string pass_name(const Lesson& lesson, int pass);

/// Returns "64 keys, displaced:3, seed 1; value = index in the input"
std::string input_line(const Lesson& lesson, const std::string& what);

}  // namespace app
