// The ending of the name decides.
#include "app/teach/files/export.h"

#include "app/base/errors.h"
#include "app/base/numbered_name.h"
#include "app/base/text/ending.h"
#include "app/base/text/names.h"
#include "app/io/output_stream.h"
#include "app/teach/export/html.h"
#include "app/teach/export/step_svg.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/files/film.h"
#include "app/teach/files/raster.h"

namespace app {
namespace {

constexpr int kPngWidth = 1920;

bool is_named(const std::string& path, const std::string& ending) {
    return has_ending(path, ending) && path != ending;
}

void write_whole(const std::string& path, const std::string& bytes) {
    OutputStream file(path);
    file.stream() << bytes;
    file.commit();
}

struct Drawn {
    std::string svg;
    int png_width;
};

/// Returns the picture of a step. One that was skipped has none: its title and why stand there.
Drawn picture(const Lesson& lesson, size_t index, const ExportRequest& request) {
    const LessonStep& step = lesson.steps[index];
    if (!step.ran) {
        Figure empty{.width = 64, .height = 1};
        const std::string why = "Skipped: " + why_skipped(step) + ".";
        return {step_svg(lesson, index, empty, why, request.theme), kPngWidth};
    }
    const Figure figure = stage_figure(lesson, index);
    const size_t last = figure.operations.size(), done = request.operation.value_or(last);
    if (done > last)
        throw BadUsage("--operation " + std::to_string(done) + ": this step has " +
                       counted(last, "operation") + "; the nearest is " + std::to_string(last));
    // The complete picture is explained by the stage, one on the way by its operation.
    const std::string& caption = request.operation && done > 0 ? figure.operations[done - 1] : step.sentence;
    return {step_svg(lesson, index, figure_at(figure, static_cast<double>(done)), caption, request.theme),
            png_width(figure, kPngWidth)};
}

}  // namespace

void check_export(const ExportRequest& request, bool one_step, bool some_steps) {
    const std::string name = "-o " + request.path + ": ";
    const bool picture = is_named(request.path, ".svg") || is_named(request.path, ".png");
    const bool whole = is_named(request.path, ".html") || is_named(request.path, ".mp4");
    if (!picture && !whole) throw BadUsage(name + "expected a name that ends in .svg, .png, .html or .mp4");
    if (whole && some_steps)
        throw BadUsage(name + "the whole lesson is written; --step and --pass belong to .svg and .png");
    if (request.operation && !(picture && one_step))
        throw BadUsage("--operation belongs to one step as .svg or .png: add --step N");
    if (request.still && !is_named(request.path, ".mp4")) throw BadUsage(name + "--still belongs to .mp4");
    if (!picture) return;
    const bool numbered = find_number(request.path).has_value();
    if (!numbered && !one_step)
        throw BadUsage(name + "expected --step N, or a number in the name for all steps, such as step_%02d" +
                       request.path.substr(request.path.size() - 4));
}

size_t export_lesson(const Lesson& lesson, const ExportRequest& request) {
    if (is_named(request.path, ".html")) {
        OutputStream file(request.path);
        file.stream() << lesson_html(lesson, request.what);
        file.commit();
        return 1;
    }
    if (is_named(request.path, ".mp4")) {
        write_film(lesson, request.path, request.theme, request.still, request.quiet);
        return 1;
    }
    if (lesson.steps.empty())
        throw BadUsage("-o " + request.path + ": the lesson has no stages with so few keys");
    const std::optional<NumberedName> number = find_number(request.path);
    const auto path = [&](size_t step) { return number ? number->name(step + 1) : request.path; };
    { const OutputStream can_be_written(path(request.steps.first)); }  // before the work starts
    const bool png = has_ending(request.path, ".png");
    for (size_t i = request.steps.first; i < request.steps.second; ++i) {
        const Drawn drawn = picture(lesson, i, request);
        write_whole(path(i), png ? png_of(drawn.svg, drawn.png_width) : drawn.svg);
    }
    return request.steps.second - request.steps.first;
}

}  // namespace app
