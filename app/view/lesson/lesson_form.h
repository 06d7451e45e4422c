// What the user chose for a lesson: engines and keys. Becomes keys, or an error that is said at the field.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/teach/input.h"
#include "app/teach/lesson.h"

namespace app {

/// A lesson to open with, as a command line says it.
struct LessonStart {
    std::vector<std::string> engines;  // one or two; none: the scene's engine, or the first lesson
    std::string kind;                  // of made keys; "": uniform
    std::vector<uint32_t> keys;        // typed; none: made
    uint32_t count = 64;
    uint64_t seed = 1;
    int digit_bits = 0;
    std::string backend = "auto";
    int device = 0;
    std::string broken{};         // one of the first engine's breaks
    int slow_tile = -1;           // LessonRequest::slow_tile, of the engines that have one
    uint64_t tile = 0, warp = 0;  // LessonRequest's
    bool panels = true;           // false: hidden until the user shows them, for a projector
    size_t step = 0;              // 1, 2, ...: stands at the end of that one; 0: at the beginning
    std::optional<Lesson> own{};  // instead of engines: of a student's kernel; nothing of it is made anew
    std::string own_input{};      // of `own`: "seed 7"
};

enum class KeySource { made, typed, scene };

struct LessonKind {
    const char* name;  // "nearly sorted"
    const char* kind;  // of sort/lab/inputs.h
};
const std::vector<LessonKind>& lesson_kinds();

struct LessonForm {
    std::string engine, beside;   // "": nothing beside
    std::string broken;           // one of the engine's breaks; "": none
    int slow_tile = -1;           // LessonRequest::slow_tile
    uint64_t tile = 0, warp = 0;  // LessonRequest's; 0: the usual ones of each lesson
    int digit_bits = 0;           // of the first lesson; 0: its usual ones
    KeySource source = KeySource::made;
    std::string kind = "uniform";
    int count = 64;
    uint64_t seed = 1;
    std::string typed;                      // "5, 3, 0x9"
    std::vector<uint32_t> scene_keys, ids;  // read from the scene, and whose they are
    std::string scene_cut;  // what was taken from each of these keys: ", less 28,000"; "": nothing
    uint64_t ids_world = 0, ids_step = 0;  // WorldMoment of these bodies
    uint32_t first_rank = 0;               // theirs are first_rank, first_rank + 1, ...
    std::string typed_error, error;        // of the typed keys; of all else

    /// The keys; throws BadUsage, whose text belongs to the field of the source.
    LessonInput input() const;
};

/// Another engine: its usual kind of made keys, where those were the former engine's usual ones; nothing is broken.
void change_engine(LessonForm& form, const std::string& engine);

/// Returns keys as text that parse_keys() reads, with line breaks for the form's field.
std::string keys_text(const std::vector<uint32_t>& keys);

}  // namespace app
