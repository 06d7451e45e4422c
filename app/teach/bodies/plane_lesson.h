// What the lessons of bodies in a plane share: steps, arrays, and sorts by an engine of the program.
#pragma once
#include <memory>

#include "app/teach/bodies/tree.h"
#include "app/teach/lesson.h"

namespace app {

struct LessonInput;

inline constexpr uint32_t kPlaneLessonKeys = 32;
inline constexpr const char *kPlaneX = "Where the body is, in m: 7/8 of the input key.",
                            *kPlaneY = "Where it is on y, in m.";

/// Returns the lesson with its keys and without steps.
Lesson plane_lesson(const LessonInput& input);

/// Returns a step on these pairs, which moves none; values = ids of the bodies.
LessonStep plane_step(const char* stage, const char* sentence, const std::vector<uint32_t>& keys,
                      const std::vector<uint32_t>& values);
/// Returns a word per pair.
LessonArray body_array(const char* name, const char* sentence, std::vector<uint32_t> words);
/// Returns the array with a unit: its words have `decimals` decimals.
LessonArray measured(LessonArray array, const char* unit, int decimals);
/// Returns a list: a word per `row`.
LessonArray word_list(const char* name, const char* sentence, const char* row, std::vector<uint32_t> words);

/// Returns the pairs sorted by the lower `bits` of the keys, by an engine of the CPU.
LessonStep sorted_step(const char* stage, const char* sentence, const std::vector<uint32_t>& keys,
                       const std::vector<uint32_t>& values, uint32_t bits);

/// The bodies by id: where they are.
void add_bodies_step(Lesson& lesson, const LessonPlane& plane);

/// Returns a member of the bodies, in the order of `ids`.
std::vector<uint32_t> body_words(const LessonPlane& plane, const std::vector<uint32_t>& ids,
                                 uint32_t PlaneBody::*part);

/// Rounded to whole numbers.
uint32_t whole(float number);
std::string metres(float length_m);

}  // namespace app
