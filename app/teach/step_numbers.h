// Numbers of a lesson's steps that belong to one kind of stage; those of all stages are in lesson.cpp.
#pragma once
#include "app/teach/lesson.h"

namespace app {

/// Adds the number of comparisons to a step with networks or merges.
void add_compares(LessonStep& step, const LessonSetup& setup);
/// Adds the tiles read per look-back to a step with an array "look-back".
void add_look_back(LessonStep& step);
/// Adds the number of inversions to steps with Part::displacement, in a lesson whose pictures are known.
void add_inversions(Lesson& lesson);
/// Adds numbers to the steps with Part::waits.
void add_waits(Lesson& lesson);

}  // namespace app
