// A lesson for programs: every stage with every array.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/teach/lesson.h"

namespace app {

/// {"schema": 1, "lessons": [...]}. `what` says what the keys are: "uniform, seed 1".
nlohmann::ordered_json lessons_json(const std::vector<const Lesson*>& lessons, const std::string& what);

}  // namespace app
