// Golden hashes of lessons: of what stands where in their pictures, of their words, of what is drawn on paper and on a
// screen, and of their files. They notice any change, and know nothing of what is right, which other tests say.
//
// Where a change is meant: WRITE=1 build/tests/teach_tests --gtest_filter='LessonGolden*' writes the list again; its
// diff says which lessons changed, and in which of the five. With DUMP=FOLDER it writes what was hashed, as text, into
// the folder, to be compared with that of another build.
#include <gtest/gtest.h>

#include <cctype>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/base/errors.h"
#include "app/teach/export/html.h"
#include "app/teach/export/lesson_json.h"
#include "app/teach/export/step_svg.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/files/sheet.h"
#include "app/teach/files/slides.h"
#include "app/teach/make.h"
#include "app/teach/paint/figure_paint.h"
#include "app/teach/quiz.h"
#include "app/teach/text.h"
#include "tests/source_tree.h"
#include "tests/temp_dir.h"

namespace {

using app::Figure;
using app::Lesson;

const source_tree::fs::path kList = source_tree::kRoot / "tests/app/lesson_golden.tsv";

/// Writes lines of numbers and texts. Rounded: the last bits of a float are nobody's concern.
class Lines {
public:
    Lines& operator<<(float x) { return *this << std::lround(double(x) * 1000); }
    template <class Number>
    requires std::is_integral_v<Number> || std::is_enum_v<Number> Lines& operator<<(Number number) {
        text_ += " " + std::to_string(static_cast<int64_t>(number));
        return *this;
    }
    Lines& operator<<(const std::string& text) {
        text_ += " '" + text + "'";
        return *this;
    }
    Lines& operator<<(const char* text) { return *this << std::string(text); }
    Lines& operator<<(app::Spot spot) { return *this << spot.x << spot.y; }
    Lines& operator<<(const app::Area& area) {
        return *this << area.x << area.y << area.width << area.height;
    }
    template <class Value>
    Lines& operator<<(const std::optional<Value>& value) {
        return value ? *this << *value : *this << "none";
    }

    Lines& begin(const char* what) {
        text_ += std::string("\n") + what;
        return *this;
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// All of the figure but its words.
void add_places(const Figure& figure, Lines& out) {
    out.begin("figure") << figure.width << figure.height << figure.bins << figure.operations.size();
    for (const app::FigureRow& row : figure.rows)
        out.begin("row") << row.y << row.height << row.words.size() << row.shown_at << row.keys << row.opacity
                         << row.decimals << row.columns;
    for (const app::FigureCell& cell : figure.cells) {
        out.begin("cell") << cell.area << cell.row << cell.index << cell.pair << cell.digit << cell.bar
                          << cell.tone << cell.state << cell.shown_at << cell.left_at << cell.opacity;
        for (const uint32_t pair : cell.addend_of) out << pair;
    }
    for (const app::FigureLine& line : figure.lines)
        out.begin("line") << line.from << line.to << line.curved << line.arrow << line.carries << line.pair
                          << line.digit << line.tone << line.width << line.shown_at << line.opacity;
    for (const app::FigureText& text : figure.texts)
        out.begin("text") << text.at << text.align << text.tone << text.shown_at << text.opacity;
    for (const app::FigureFrame& frame : figure.frames)
        out.begin("frame") << frame.kind << frame.area << frame.tone << frame.shown_at << frame.opacity;
    for (const app::FigurePlane& plane : figure.planes) {
        out.begin("plane") << plane.area << plane.aspect;
        for (const app::FigureShape& shape : plane.shapes) {
            out.begin("shape") << shape.kind << shape.from << shape.to << shape.size << shape.filled
                               << shape.arrow << shape.pair << shape.digit << shape.tone << shape.shown_at
                               << shape.left_at << shape.opacity;
            for (const app::Spot corner : shape.corners) out << corner;
        }
    }
}

void add_words(const Figure& figure, Lines& out) {
    for (const app::FigureRow& row : figure.rows)
        out.begin("row") << row.name << row.sentence << row.word_row << row.word_column;
    for (const app::FigureCell& cell : figure.cells)
        if (cell.row < 0) out.begin("cell") << cell.text;
    for (const app::FigureLine& line : figure.lines) out.begin("line") << line.label;
    for (const app::FigureText& text : figure.texts) out.begin("text") << text.text;
    for (const app::FigureFrame& frame : figure.frames) out.begin("frame") << frame.label;
    for (const app::FigurePlane& plane : figure.planes)
        for (const app::FigureShape& shape : plane.shapes) out.begin("shape") << shape.label;
    for (const std::string& operation : figure.operations) out.begin("operation") << operation;
}

/// Writes down what is drawn on a screen.
class Screen : public app::Canvas {
public:
    explicit Screen(Lines& out) : out_(out) {}

    void rectangle(const app::Area& area, const app::Paint& paint) override {
        add(out_.begin("rectangle") << area, paint);
    }
    void polygon(std::span<const app::Spot> corners, const app::Paint& paint) override {
        for (const app::Spot corner : corners) out_.begin("corner") << corner;
        add(out_.begin("polygon"), paint);
    }
    void circle(app::Spot middle, float radius, const app::Paint& paint) override {
        add(out_.begin("circle") << middle << radius, paint);
    }
    void line(const app::LinePath& path, const app::Stroke& stroke) override {
        add(out_.begin("line") << path.from << path.to << path.curved << path.head, stroke);
    }
    void polyline(std::span<const app::Spot> spots, const app::Stroke& stroke) override {
        for (const app::Spot spot : spots) out_.begin("spot") << spot;
        add(out_.begin("polyline"), stroke);
    }
    void text(app::Spot at, const std::string& text, const app::TextPaint& paint) override {
        out_.begin("text") << at << text << paint.size << paint.ink << paint.align << paint.halo
                           << paint.halo_width << paint.opacity;
    }
    void begin_group(float opacity) override { out_.begin("group") << opacity; }
    void end_group() override { out_.begin("end of group"); }
    void begin_clip(const app::Area& area) override { out_.begin("clip") << area; }
    void end_clip() override { out_.begin("end of clip"); }
    void begin_gutter() override { out_.begin("gutter"); }
    void end_gutter() override { out_.begin("end of gutter"); }
    float width_of(const std::string& text, float size) const override {
        return 0.5f * size * static_cast<float>(text.size());
    }
    app::FittedText fit(const std::string& text, float width, float height) override {
        return app::fitted(text.size(), width, height, 14);
    }

private:
    static void add(Lines& out, const app::Paint& paint) {
        out << paint.fill << paint.hatch << paint.hatch_ink << paint.edge << paint.edge_width << paint.dashed
            << paint.opacity;
    }
    static void add(Lines& out, const app::Stroke& stroke) {
        out << stroke.ink << stroke.width << stroke.dash << stroke.opacity;
    }

    Lines& out_;
};

/// In the middle of the stage, scrolled to the right, with one pair tracked and another one under the mouse.
void draw_on_screen(const Figure& figure, Lines& out) {
    app::PaintStyle style;
    style.screen = true;
    style.tracked = 5;
    style.hovered = 9;
    style.origin = {-30, 12};
    style.column = 21;
    style.line = 17;
    style.view_left = 90;
    style.view_right = 1000;
    style.names_right = 84;
    style.names_width = 80;
    style.cell_edge = 0;
    Screen screen(out);
    const double time = static_cast<double>(figure.operations.size()) / 2 + 0.25;
    app::paint_figure(app::figure_at(figure, time), app::TextNeeds(figure), style, screen);
}

/// Without the lines of the engines' sources, which change for other reasons.
std::string without_code(std::string html) {
    const std::pair<std::string, std::string> parts[] = {{"<pre class=\"code\">", "</pre>"},
                                                         {"<summary>Code: ", "</summary>"}};
    for (const auto& [begin, end] : parts)
        for (size_t at; (at = html.find(begin)) != html.npos;)
            html.erase(at, html.find(end, at) + end.size() - at);
    return html;
}

/// The lesson's files: a page, one for programs, slides as far as their type is large enough, and a sheet.
std::string files_of(const Lesson& lesson) {
    nlohmann::ordered_json json = app::lessons_json({&lesson}, "made");
    for (auto& step : json.at("lessons").at(0).at("steps")) step.erase("code");
    std::string files = without_code(app::lesson_html(lesson, "made")) + json.dump(1);
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        const Figure figure = app::stage_figure(lesson, i);
        try {
            for (const std::string& slide :
                 app::slides_of(lesson, i, figure, figure.operations.back(), app::InkTheme::light))
                files += slide;
        } catch (const app::BadUsage& error) {
            files += error.what();
        }
    }
    if (lesson.engine != "fourway") return files;  // sheets of others differ in their texts alone
    const TempDir dir;
    const std::string sheet = dir / "sheet.svg";
    app::write_sheet(sheet, "questions",
                     app::quiz_text(lesson, app::quiz_of(lesson, {0, lesson.steps.size()}, 2), false, {}));
    return files + source_tree::text_of(sheet);
}

/// What is hashed of a lesson, by the columns of the list.
std::map<std::string, std::string> parts_of(const Lesson& lesson, bool with_files) {
    Lines places, words, screen;
    std::string paper, text = app::heading_text(lesson, "made", {});
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        const Figure figure = app::stage_figure(lesson, i);
        add_places(figure, places.begin("stage") << i);
        add_words(figure, words.begin("stage") << i);
        draw_on_screen(figure, screen.begin("stage") << i);
        const auto theme = i % 2 ? app::InkTheme::light : app::InkTheme::dark;
        paper += app::step_svg(lesson, i, figure, figure.operations.back(), theme);
        text += app::step_text(lesson, i, {});
    }
    text += app::result_text(lesson, {});
    text += app::quiz_text(lesson, app::quiz_of(lesson, {0, lesson.steps.size()}, 1), true, {});
    return {{"1places", places.text()},
            {"2words", text + words.text()},
            {"3paper", paper},
            {"4screen", screen.text()},
            {"5files", with_files ? files_of(lesson) : ""}};
}

uint32_t hash_of(const std::string& text) {  // FNV-1a
    uint32_t hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

struct Case {
    std::string lesson, kind;
    uint32_t count;
    std::string broken = "";

    std::string name() const {
        return lesson + " " + kind + " " + std::to_string(count) +
               (broken.empty() ? "" : " without " + broken);
    }
};

/// The lesson with its usual keys, with others, and without each of its parts.
std::vector<Case> cases_of(const std::string& lesson) {
    std::vector<Case> all = {{lesson, app::usual_input(lesson), app::usual_keys(lesson)},
                             {lesson, "few:3", 33},
                             {lesson, "displaced:5", 128}};
    for (const sort::Break& broken : app::breaks_of(lesson))
        all.push_back({lesson, broken.input, broken.keys, broken.name});
    return all;
}

/// Returns the lines of the list for a lesson.
std::vector<std::string> lines_of(const std::string& lesson) {
    const char* const folder = std::getenv("DUMP");
    std::vector<std::string> lines;
    for (const Case& one : cases_of(lesson)) {
        app::LessonRequest request{one.lesson, app::made_input(one.kind, one.count, 1), 0, "cpu"};
        request.broken = one.broken;
        std::string line = one.name();
        for (const auto& [part, text] : parts_of(app::make_lesson(request).lesson, lines.empty())) {
            char hash[16];
            std::snprintf(hash, sizeof hash, "\t%08" PRIx32, hash_of(text));
            line += hash;
            if (folder) std::ofstream(source_tree::fs::path(folder) / (one.name() + "." + part)) << text;
        }
        lines.push_back(line);
    }
    return lines;
}

class LessonGolden : public testing::TestWithParam<std::string> {};

TEST_P(LessonGolden, has_the_pictures_and_words_of_the_list) {
    if (std::getenv("WRITE")) GTEST_SKIP() << "skipped: WRITE is set";
    const std::string list = source_tree::text_of(kList);
    for (const std::string& line : lines_of(GetParam()))
        EXPECT_NE(list.find("\n" + line + "\n"), list.npos) << "now: " << line;
}

INSTANTIATE_TEST_SUITE_P(Lessons, LessonGolden, testing::ValuesIn(app::lesson_and_variant_names()),
                         [](const auto& tested) {
                             std::string name = tested.param;
                             for (char& c : name)
                                 if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                             return name;
                         });

TEST(LessonGoldenList, has_the_cases_of_all_lessons_and_no_others) {
    const std::string list = source_tree::text_of(kList);
    const bool write = std::getenv("WRITE");
    std::string now =
        "# lesson\tplaces\twords\tpaper\tscreen\tfiles of the first; made by lesson_golden_test.cpp\n";
    std::vector<std::string> names, listed;
    for (const std::string& lesson : app::lesson_and_variant_names()) {
        for (const Case& one : cases_of(lesson)) names.push_back(one.name());
        if (write)
            for (const std::string& line : lines_of(lesson)) now += line + "\n";
    }
    if (write) {
        std::ofstream(kList, std::ios::binary) << now;
        return;
    }
    std::istringstream lines(list);
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with('#')) listed.push_back(line.substr(0, line.find('\t')));
    EXPECT_EQ(names, listed);
}

}  // namespace
