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
#include "app/teach/files/slides.h"

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

struct Moment {
    Figure figure;
    std::string caption;
};

/// Returns what a step shows. One that was skipped has no picture: its title and why stand there.
Moment moment_of(const Lesson& lesson, size_t index, const ExportRequest& request) {
    const LessonStep& step = lesson.steps[index];
    if (!step.ran) return {{.width = 64, .height = 1}, "Skipped: " + why_skipped(step) + "."};
    const Figure figure = stage_figure(lesson, index);
    const size_t last = figure.operations.size(), done = request.operation.value_or(last);
    if (done > last)
        throw BadUsage("--operation " + std::to_string(done) + ": this step has " +
                       counted(last, "operation") + "; the nearest is " + std::to_string(last));
    // The complete picture is explained by the stage, one on the way by its operation.
    const std::string& caption = request.operation && done > 0 ? figure.operations[done - 1] : step.sentence;
    return {figure_at(figure, static_cast<double>(done)), caption};
}

struct Picture {
    std::string svg;
    int png_width;
};

/// Returns the pictures of a step: one, or its slides.
std::vector<Picture> pictures_of(const Lesson& lesson, size_t index, const ExportRequest& request) {
    const auto [figure, caption] = moment_of(lesson, index, request);
    if (!has_slides(request))
        return {{step_svg(lesson, index, figure, caption, request.theme), png_width(figure, kPngWidth)}};
    std::vector<Picture> slides;
    for (std::string& slide : slides_of(lesson, index, figure, caption, request.theme))
        slides.push_back({std::move(slide), kPngWidth});
    return slides;
}

void write_slides_pdf(const Lesson& lesson, const ExportRequest& request) {
    std::vector<std::string> documents;
    for (size_t i = request.steps.first; i < request.steps.second; ++i) {
        for (Picture& slide : pictures_of(lesson, i, request)) documents.push_back(std::move(slide.svg));
    }
    write_whole(request.path, pdf_of(documents));
}

}  // namespace

void set_theme(ExportRequest& request, const std::string& theme) {
    request.theme = theme == "dark" ? InkTheme::dark : InkTheme::light;
    request.projector = theme == kProjector;
}

bool has_slides(const ExportRequest& request) { return request.projector || is_named(request.path, ".pdf"); }

void check_export(const ExportRequest& request, bool one_step, bool some_steps) {
    const std::string name = "-o " + request.path + ": ";
    const bool picture = is_named(request.path, ".svg") || is_named(request.path, ".png"),
               pdf = is_named(request.path, ".pdf");
    const bool whole = is_named(request.path, ".html") || is_named(request.path, ".mp4");
    if (!picture && !pdf && !whole)
        throw BadUsage(name + "expected a name that ends in .svg, .png, .pdf, .html or .mp4");
    if (whole && some_steps)
        throw BadUsage(name + "the whole lesson is written; --step and --pass belong to .svg, .png and .pdf");
    if (whole && request.projector)
        throw BadUsage(name + "--theme projector belongs to .svg, .png, .pdf and --view");
    if (request.operation && !((picture || pdf) && one_step))
        throw BadUsage("--operation belongs to one step as .svg, .png or .pdf: add --step N");
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
    if (is_named(request.path, ".pdf")) {
        write_slides_pdf(lesson, request);
        return 1;
    }
    const std::optional<NumberedName> number = find_number(request.path);
    const auto path = [&](size_t at) { return number ? number->name(at + 1) : request.path; };
    { const OutputStream can_be_written(path(request.steps.first)); }  // before the work starts
    const bool png = has_ending(request.path, ".png");
    size_t written = 0;
    for (size_t i = request.steps.first; i < request.steps.second; ++i) {
        const std::vector<Picture> pictures = pictures_of(lesson, i, request);
        if (!number && pictures.size() > 1)
            throw BadUsage("-o " + request.path + ": this step takes " + std::to_string(pictures.size()) +
                           " slides; put a number into the name, such as slide_%02d.svg, or write a .pdf");
        for (const Picture& picture : pictures) {
            write_whole(path(request.projector ? written : i),
                        png ? png_of(picture.svg, picture.png_width) : picture.svg);
            ++written;
        }
    }
    return written;
}

}  // namespace app
