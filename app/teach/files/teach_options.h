// Flags of `sweeplab teach`, and what is refused of them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/teach/range.h"

namespace app {

inline constexpr uint64_t kLeastSheetKeys = 8, kMostSheetKeys = 16;

struct TeachOptions : Options {
    std::string engine;  // "a" or "a,b"; "": list the lessons
    std::string input, broken;
    std::vector<uint32_t> keys;
    std::optional<uint64_t> count, pass, slow_tile, warp;
    StepRange steps;                    // of --step
    std::optional<uint64_t> operation;  // of an exported step
    std::string theme;                  // "": light in files, that of the last window
    bool glossary = false, course = false, check = false, brief = false, quiz = false, answers = false;
    bool code = false;
    bool text = false, view = false, still = false;
    std::string site;            // a folder to be written
    std::string record;          // a file for the engine's own arrays; "": none
    std::string color = "auto";  // auto, always, never
};

void declare_teach_flags(Flags& flags, TeachOptions& options);
/// Declares --theme, of whatever shows a lesson.
void lesson_theme_flag(Flags& flags, std::string& theme);

// Throw BadUsage.

/// For a flag that needs a lesson, where none is shown. `writes`: the text that is shown instead can be written
/// with -o.
void refuse_lesson_flags(const TeachOptions& options, const std::string& why, bool writes = false);
/// For a flag beside --quiz: a sheet of questions is text, with arrays.
void refuse_beside_quiz(const TeachOptions& options);
/// For a flag beside --view: the window shows a lesson whole, and writes nothing.
void refuse_beside_view(const TeachOptions& options);
/// For a flag beside --record: the whole lesson is recorded, of one engine, as it runs on its machine.
void refuse_beside_record(const TeachOptions& options);
/// For flags that the requested files would not show.
void refuse_of_files(const TeachOptions& options);
/// Returns LessonRequest::tile, of --tile; 0: none is requested.
uint64_t tile_pairs_of(const TeachOptions& options);
/// Returns LessonRequest::warp; 0 is none, so it cannot be asked for.
uint64_t warp_threads_of(const TeachOptions& options);

}  // namespace app
