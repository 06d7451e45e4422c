// Lessons that are no sorts: each is made by a function of its own, registered by its name. app/teach/make.cpp
// finds them beside those of the sorts.
#pragma once
#include <span>

#include "app/teach/make.h"

namespace app {

struct LessonMaker {
    const char* name;                          // "scan"
    const char* title;                         // one line, as of a model
    Lesson (*make)(const LessonInput& input);  // source and sorted are known
};

/// Sorted by name.
std::span<const LessonMaker> lesson_makers();

/// Called by the registering line of each maker's file; a repeated name aborts at start.
bool add_lesson_maker(const LessonMaker& maker);

}  // namespace app
