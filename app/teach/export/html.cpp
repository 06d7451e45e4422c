// One section per stage, between one for the input and one for the result. Style and script are
// assets/lesson/lesson.css and lesson.js; without the script all sections stand below each other. Where a host's
// Content-Security-Policy forbids style and script in the page, it is that, with its pictures in the light colours.
#include "app/teach/export/html.h"
#include "app/base/text/xml.h"

#include "app/base/embedded_files.h"
#include "app/teach/code/lit_lines.h"
#include "app/teach/export/themed_svg.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/layout.h"
#include "app/teach/quiz.h"
#include "app/teach/text.h"
#include "app/teach/text_parts.h"

namespace app {
namespace {

std::string asset(const std::string& name) {
    for (const EmbeddedFile& file : embedded_pages()) {
        if (file.path == "assets/lesson/" + name) return std::string(file.text);
    }
    return "";
}

std::string element(const char* name, const std::string& text) {
    return std::string("<") + name + ">" + xml_text(text) + "</" + name + ">\n";
}

std::string unfolding(const std::string& head, const std::string& inside) {
    return "<details><summary>" + xml_text(head) + "</summary>" + inside + "</details>\n";
}

std::string badge(const Lesson& lesson, const LessonStep& step) {
    const bool broken = !lesson.broken.name.empty();
    const char* text = broken ? "model, broken" : agreement_text(lesson.source_kind, step.agreement);
    return " <span class=\"badge\" title=\"" + xml_text(lesson.source) + "\">" + text + "</span>";
}

struct Section {
    std::string id, name, sentence, inside;
    size_t operations = 0;
    int pass = -1;
};

std::string section_html(const Section& section) {
    return "<section id=\"" + section.id + "\" data-name=\"" + xml_text(section.name) +
           "\" data-sentence=\"" + xml_text(section.sentence) + "\" data-operations=\"" +
           std::to_string(section.operations) + "\" data-pass=\"" + std::to_string(section.pass) + "\">\n" +
           section.inside + "</section>\n";
}

Section first_section(const Lesson& lesson, const std::string& what) {
    Section section{"input", "input", lesson.title, ""};
    section.inside = element("h2", lesson.title);
    if (!lesson.paper.empty()) section.inside += element("p", "Paper: " + lesson.paper);
    if (!lesson.broken.name.empty()) {
        const LessonBreak& broken = lesson.broken;
        section.inside += element("p", "Broken: " + broken.title + ". " + broken.sentence) +
                          element("p", broken.wrong ? "Wrong: " + broken.wrong_what + "."
                                                    : "The result is right with these keys.");
    }
    Page keys(false);
    keys.rows({{"key", cells_of(lesson.keys)}}, lesson.setup.tile_pairs);
    section.inside +=
        element("p", "Input: " + input_line(lesson, what)) + element("p", "Source: " + lesson.source) +
        "<pre>" + keys.text() + "</pre>\n" +
        "<p class=\"soft\"><kbd>Right</kbd> <kbd>Left</kbd> operation, <kbd>Down</kbd> <kbd>Up</kbd> "
        "stage, <kbd>PgDn</kbd> <kbd>PgUp</kbd> pass, <kbd>Space</kbd> play, <kbd>T</kbd> dark or "
        "light, <kbd>+</kbd> <kbd>-</kbd> size, <kbd>F</kbd> whole picture</p>\n";
    return section;
}

/// Returns the sentence of the step in which a broken model first differs; "" for all other steps.
std::string first_wrong_text(const Lesson& lesson, size_t index) {
    const LessonBreak& broken = lesson.broken;
    if (broken.name.empty() || broken.first_step != static_cast<int>(index)) return "";
    const std::string text = "Here the broken model first differs from the right one";
    if (!broken.first_word) return text + ".";
    return text + ": " + (broken.first_array.empty() ? "the keys after the stage" : broken.first_array) +
           ", word " + std::to_string(*broken.first_word) + " (outlined).";
}

/// Returns the lines of the source that do the stage, each with the numbers of the operations that light it.
std::string code_html(const Lesson& lesson, const LessonStep& step,
                      const std::vector<std::string>& operations) {
    const CodeExcerpt* const excerpt = excerpt_of(lesson.engine, step.stage);
    if (!excerpt) return "";
    const std::vector<std::string> lines = lines_of(*excerpt);
    std::vector<std::string> lit(lines.size());
    for (size_t i = 0; i < operations.size(); ++i) {
        for (const size_t line : lit_lines(*excerpt, step.stage, operations[i]))
            lit[line] += " " + std::to_string(i + 1);
    }
    std::string text = "<pre class=\"code\">";
    for (size_t i = 0; i < lines.size(); ++i)
        text += "<span data-lit=\"" + lit[i] + " \">" + xml_text(lines[i]) + "\n</span>";
    return unfolding("Code: " + place_of(*excerpt), text + "</pre>");
}

Section step_section(const Lesson& lesson, size_t index, ThemedPictures& pictures) {
    const LessonStep& step = lesson.steps[index];
    const std::string number = std::to_string(index + 1);
    Section section{"step-" + number, "stage " + number + ": " + step.stage, step.sentence, ""};
    section.pass = step.pass;
    section.inside =
        "<h2>Stage " + number + " of " + std::to_string(lesson.steps.size()) + ": " + xml_text(step.stage);
    if (step.pass >= 0)
        section.inside += " <span class=\"soft\">" + xml_text(pass_name(lesson, step.pass)) + "</span>";
    section.inside +=
        badge(lesson, step) + "</h2>\n<p class=\"sentence\">" + xml_text(step.sentence) + "</p>\n";
    if (!step.ran) {
        section.sentence = "Skipped: " + why_skipped(step) + ".";
        section.inside += element("p", section.sentence);
        return section;
    }
    const std::string first_wrong = first_wrong_text(lesson, index);
    if (!first_wrong.empty()) section.inside += element("p", first_wrong);
    const Figure figure = stage_figure(lesson, index);
    section.operations = figure.operations.size();
    section.inside += "<figure>" +
                      pictures.add(figure, style_for(figure), xml_text(step.stage + ": " + step.sentence)) +
                      "</figure>\n";
    section.inside += "<ol class=\"operations\">\n";
    for (const std::string& operation : figure.operations) section.inside += element("li", operation);
    section.inside += "</ol>\n<ul>\n";
    for (const LessonNumber& one : step.numbers)
        section.inside += element(
            "li", one.name + ": " + one.value + (one.meaning.empty() ? "" : " (" + one.meaning + ")"));
    section.inside += "</ul>\n";
    section.inside += code_html(lesson, step, figure.operations);
    for (const LessonQuestion& question : questions_of(lesson, index))
        section.inside += unfolding("Question: " + question.question, element("p", question.answer));
    section.inside +=
        unfolding("All arrays as text", "<pre>" + xml_text(step_text(lesson, index, {})) + "</pre>");
    return section;
}

Section last_section(const Lesson& lesson) {
    const bool is_sort = lesson.result.empty();
    const char* keys = lesson.sorted ? "The keys are sorted." : "The keys are NOT sorted.";
    Section section{"result", "result", is_sort ? keys : "Result: " + lesson.result + ".", ""};
    section.inside = element("h2", "Result") + "<pre>" + xml_text(result_text(lesson, {})) + "</pre>\n";
    return section;
}

constexpr const char* kBar = R"(<nav id="bar" aria-label="Steps" hidden>
<input id="scrub" type="range" min="0" value="0" aria-label="Step">
<div class="row"><button id="back" aria-label="One operation back">&#9664;</button>
<button id="play">Play</button><button id="on" aria-label="One operation on">&#9654;</button>
<p id="now" aria-live="polite"></p>
<span id="count" class="soft"></span>
<select id="speed" aria-label="Speed of play"><option value="3000">slow</option>
<option value="1200" selected>usual</option><option value="400">quick</option></select>
<button id="theme" aria-label="Dark or light">&#9680;</button></div></nav>
)";

/// Returns the title of the page.
std::string title_of(const Lesson& lesson) {
    return lesson.result.empty() ? "How " + lesson.engine + " sorts" : lesson.title;
}

}  // namespace

std::string lesson_html(const Lesson& lesson, const std::string& what) {
    ThemedPictures pictures;
    std::string sections = section_html(first_section(lesson, what));
    for (size_t i = 0; i < lesson.steps.size(); ++i)
        sections += section_html(step_section(lesson, i, pictures));
    sections += section_html(last_section(lesson));
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
           xml_text(title_of(lesson)) + "</title>\n<style>\n" + asset("lesson.css") + pictures.css() +
           "</style></head><body>\n<h1>" + xml_text(title_of(lesson)) + "</h1>\n" + pictures.patterns() +
           "<main>\n" + sections + "</main>\n" + kBar + "<script>\n" + asset("lesson.js") +
           "</script>\n</body></html>\n";
}

}  // namespace app
