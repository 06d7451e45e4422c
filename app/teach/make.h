// A lesson made from a request: the model sorts, and the kernels too where they can.
#pragma once
#include <span>
#include <string>

#include "app/teach/input.h"
#include "app/teach/lesson.h"

namespace app {

struct LessonRequest {
    std::string engine;  // or ENGINE:VARIANT
    LessonInput input{};
    int digit_bits = 0;            // 0: the engine's usual
    std::string backend = "auto";  // auto, cpu, cuda
    int device = 0;
    std::string broken{};         // one of the model's breaks: then the model alone sorts, wrongly; "": none
    int slow_tile = -1;           // of lessons with a map of waits (has_waits); -1: none
    bool quiet = false;           // no word on stderr of kernels that are compiled
    uint64_t tile = 0, warp = 0;  // pairs and threads; 0: the lesson's usual ones (app/teach/sizes.h)
};

/// The lesson, and where kernel and model differ: "" nowhere, or the kernels did not run.
struct MadeLesson {
    Lesson lesson;
    std::string difference;
};

/// Throws BadUsage (no such lesson or break, the near names; digits, tiles or warps that it has not) and
/// sort::Unavailable (the kernels were requested and cannot run).
MadeLesson make_lesson(const LessonRequest& request);

/// Returns the model of a lesson named "fourway", or of its variant "fourway:no-shuffle"; null: it is no sort, or there
/// is none.
const sort::Model* find_lesson_model(const std::string& lesson);
/// Returns the variant of "fourway:no-shuffle"; null: the name has none that the model tells.
const sort::LessonVariant* find_variant(const std::string& lesson);
/// Throws BadUsage, with the near names: there is no such lesson, or none of such a variant.
void require_lesson(const std::string& lesson);

/// Returns the names of all lessons, sorted: those of the sorts, and of app/teach/maker.h. Variants are not among them.
std::vector<std::string> lesson_names();
/// The same with the variants, each behind its lesson.
std::vector<std::string> lesson_and_variant_names();

/// Returns whether the lesson can be made from kernels, or compared with them, on a machine that has a device.
bool has_kernels(const std::string& lesson);

/// Returns the breaks of the lesson: steps that can be left out. Empty: there are none.
std::span<const sort::Break> breaks_of(const std::string& lesson);
/// Returns the break of that name; null: there is none.
const sort::Break* find_break(const std::string& lesson, const std::string& name);

/// Returns whether the lesson shows tiles that wait for each other, so that one of them can be slow.
bool has_waits(const std::string& lesson);
/// Returns LessonRequest::slow_tile of a number that was given for these lessons. Throws BadUsage where none of them
/// has waits, or it is none of their tiles.
int checked_slow_tile(uint64_t tile, std::span<const std::string> lessons);

struct LessonTitle {
    std::string name, title, paper;  // paper: "" for none
};

/// Returns the titles of all lessons, sorted by name.
std::vector<LessonTitle> lesson_titles();

}  // namespace app
