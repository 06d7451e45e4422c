// What tests of pictures of lessons share.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "app/teach/lesson.h"

namespace figure_lessons {

/// Returns the number of the first step of a stage; fails where there is none.
inline size_t step_named(const app::Lesson& lesson, const std::string& stage) {
    for (size_t i = 0; i < lesson.steps.size(); ++i)
        if (lesson.steps[i].stage == stage) return i;
    ADD_FAILURE() << "no stage " << stage;
    return 0;
}

}  // namespace figure_lessons
