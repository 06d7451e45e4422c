// The lesson of the parameters of a page.
#pragma once
#include <cstdint>
#include <string>

#include "app/site/answer.h"
#include "app/teach/make.h"

namespace app::site {

/// A lesson as a page asks for it.
struct LessonParams {
    std::string engine, broken;
    InputChoice input;
    int digit_bits = 0;
    std::optional<uint64_t> slow_tile, tile, warp;
};

/// Throws BadUsage.
LessonParams lesson_params(const char* text);

struct KeptLesson {
    Lesson lesson;
    std::string what;  // the keys are: "uniform, seed 1"
};

/// Returns the lesson, made now or one of the last few. It is valid until the next call. Throws as make_lesson(), and
/// BadUsage.
const KeptLesson& lesson_of(const char* params);

}  // namespace app::site
