// All lessons on all kinds of input: model against kernels where they run, results against std::stable_sort.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/teach/make.h"

namespace app {

struct LessonCheck {
    std::string engine;
    uint32_t lessons = 0, stages = 0, compared = 0;  // compared: lessons in which the engine itself ran, too
    std::string
        failure;  // "few:16, seed 1, 64 keys: ..."; "": none. The check of an engine ends at the first
};

/// Returns the inputs of a check: every made kind, and typed keys at the edges (one key, all equal, 256 keys).
std::vector<LessonInput> check_inputs();

/// `request.input` is not used. `tick` is called after every lesson.
LessonCheck check_lessons(const LessonRequest& request, const std::vector<LessonInput>& inputs,
                          const std::function<void()>& tick);

/// Returns a table, one line per engine.
std::string check_text(const std::vector<LessonCheck>& checks, bool colour);

}  // namespace app
