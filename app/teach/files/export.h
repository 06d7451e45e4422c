// Lessons as files: pictures of steps, slides, a page, a film.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "app/teach/figure/inks.h"
#include "app/teach/lesson.h"

namespace app {

struct ExportRequest {
    /// .svg or .png: the step, or with a number like %02d in the name, all steps by their number; .pdf: slides, of the
    /// steps; .html, .mp4: the whole lesson.
    std::string path;
    std::string what;                   // the keys are: "uniform, seed 1"
    std::pair<size_t, size_t> steps;    // [first, end), from 0
    std::optional<uint64_t> operation;  // how many of the step's operations are done; none: all
    InkTheme theme = InkTheme::light;
    bool quiet = false;
    bool still = false;      // .mp4: one picture per operation, none between them
    bool projector = false;  // .svg, .png: slides, by their own numbers, since a step may take several
};

/// Sets what `--theme` of a lesson says: "dark", "light", which is also "", or kProjector.
inline constexpr const char* kProjector = "projector";
void set_theme(ExportRequest& request, const std::string& theme);

/// Returns whether slides are written: files in large type, readable with about 16 keys.
bool has_slides(const ExportRequest& request);

/// Throws BadUsage: the ending is none of the known ones, or does not take one step or one operation.
/// `one_step`: one step is named; `some_steps`: one or several.
void check_export(const ExportRequest& request, bool one_step, bool some_steps);

/// Writes the files of a lesson, each whole or not at all. Returns how many were written. Throws BadFile,
/// BadUsage (an operation that the step does not have), sort::Unavailable (no rsvg-convert, no ffmpeg).
size_t export_lesson(const Lesson& lesson, const ExportRequest& request);

}  // namespace app
