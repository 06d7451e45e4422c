// Numbers of a lesson's steps that belong to one kind of stage; those of all stages are in lesson.cpp.
#pragma once
#include "app/teach/lesson.h"

namespace app {

/// Of networks and merges.
void add_compares(LessonStep& step, const LessonSetup& setup);
/// Of an array "look-back".
void add_look_back(LessonStep& step);
/// Of stages with Part::displacement, in a lesson whose pictures are known.
void add_inversions(Lesson& lesson);
/// Of stages with Part::waits.
void add_waits(Lesson& lesson);

}  // namespace app
