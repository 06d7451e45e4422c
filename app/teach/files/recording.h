// The arrays of a lesson as the engine itself wrote them: the kernels on a GPU, or an engine of the CPU. The site compares
// them with its model (app/site/pages/recorded.js).
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/teach/input.h"
#include "app/teach/make.h"

namespace app {

/// Where the recorded arrays come from.
struct RecordingSource {
    InputChoice input;               // as it was asked for
    int digit_bits = 0;              // 0: the engine's usual
    int device = 0;                  // of the kernels
    std::vector<std::string> words;  // of the command
};

/// Returns the backend that records the lesson: that of its engine. Throws BadUsage: the lesson has no engine, its stages
/// lie inside one launch, or `backend` is not that of the engine.
std::string recording_backend(const std::string& lesson, const std::string& backend);

/// {"schema": 1, "kind": "lesson", "engine", "date", "machine", "build", "arguments", "params": what the site's lesson is
/// made of, "keys", "difference": "" where engine and model agreed, "steps": [{"stage", "pass", "ran", "keys_before",
/// "values_before", "keys", "values", "arrays": [{"name", "words", "packed"}]}], "sorted_keys", "sorted_values"}. Names and
/// words are those of `teach --json`. Throws BadUsage: the lesson was made by the model alone.
nlohmann::ordered_json recording_json(const MadeLesson& made, const RecordingSource& source);

}  // namespace app
