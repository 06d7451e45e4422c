// A lesson as text: at most 80 columns wide, escape codes only where colour is requested.
#pragma once
#include <cstdint>
#include <set>
#include <string>

#include "app/teach/lesson.h"

namespace app {

struct TextStyle {
    bool colour = false;
    bool brief = false;  // sentences and numbers, no arrays
    bool code = false;   // the lines of the engine's source that do a stage, as long as they are there
};

/// What a quiz keeps from its reader: names of arrays in whose places question marks stand, and of those that would
/// answer a question, which are left out.
struct HiddenArrays {
    std::set<std::string> asked{}, left_out{};

    bool any() const { return !asked.empty() || !left_out.empty(); }
    bool is_asked(const std::string& name) const { return asked.contains(name); }
    bool is_left_out(const std::string& name) const { return !is_asked(name) && left_out.contains(name); }
};

/// A name among them that is no array's: the pairs as the stage leaves them.
inline constexpr const char* kHiddenAfter = "(after)";

/// Title, paper, where it comes from, and the input. `what` says what the keys are: "uniform, seed 1".
std::string heading_text(const Lesson& lesson, const std::string& what, const TextStyle& style);

/// Step `index` of the list. Where arrays are hidden, numbers and questions are left out.
std::string step_text(const Lesson& lesson, size_t index, const TextStyle& style,
                      const HiddenArrays& hidden = {});

/// Returns the steps [first, end); neighbouring stages that did not run share a line.
std::string steps_text(const Lesson& lesson, const TextStyle& style, size_t first = 0, size_t end = SIZE_MAX);

/// Returns the result, and the numbers of every pass in one table.
std::string result_text(const Lesson& lesson, const TextStyle& style);

}  // namespace app
