// Every word is placed by itself, so that columns stand below each other in any font.
#include "app/teach/files/sheet.h"

#include <algorithm>
#include <cstdio>

#include "app/base/errors.h"
#include "app/base/text/ending.h"
#include "app/base/text/names.h"
#include "app/base/text/xml.h"
#include "app/io/output_stream.h"
#include "app/teach/files/raster.h"

namespace app {
namespace {

// In points.
constexpr double kSheetWidth = 595, kSheetHeight = 842, kLeft = 50, kTop = 48, kBottom = 800;
constexpr double kLetter = 6.1, kSize = 10, kLine = 13, kBoxLine = 22, kBoxHeight = 17;

std::string tag(const char* form, double a, double b, double c, double d = 0) {
    char text[200];
    std::snprintf(text, sizeof text, form, a, b, c, d);
    return text;
}

struct Word {
    size_t column;
    std::string text;
};

std::vector<Word> words_of(const std::string& line) {
    std::vector<Word> words;
    for (size_t at = line.find_first_not_of(' '); at != line.npos; at = line.find_first_not_of(' ', at)) {
        const size_t end = std::min(line.find(' ', at), line.size());
        words.push_back({at, line.substr(at, end - at)});
        at = end;
    }
    return words;
}

bool is_box(const Word& word) { return word.text == "?" || word.text == "?|"; }

bool has_boxes(const std::vector<Word>& words) {
    for (const Word& word : words) {
        if (is_box(word)) return true;
    }
    return false;
}

class Sheets {
public:
    explicit Sheets(const std::string& title) : title_(title) { begin(); }

    /// Begins a sheet where these lines would be divided, unless they are too many for one.
    void keep_together(const std::vector<std::string>& part) {
        double height = 0;
        for (const std::string& line : part) height += height_of(words_of(line));
        if (y_ > kTop && y_ + height > kBottom && kTop + height <= kBottom) begin();
    }

    void add(const std::string& line) {
        const std::vector<Word> words = words_of(line);
        if (words.empty() && y_ + kLine > kBottom) return;
        const bool boxes = has_boxes(words);
        const double height = height_of(words);
        if (y_ + height > kBottom) begin();
        const double base = y_ + height - (boxes ? 8 : 4);
        size_t end_before = 0;
        for (const Word& word : words) {
            const size_t end = word.column + 1;
            if (is_box(word)) {  // as wide as the column, up to the word before
                const size_t first = std::max(end_before + 1, end < 4 ? 0 : end - 4);
                pages_.back() +=
                    tag("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
                        "stroke=\"#000000\" stroke-width=\"0.7\"/>\n",
                        x_of(first), base - kBoxHeight + 5, x_of(end) - x_of(first), kBoxHeight);
            } else {
                pages_.back() +=
                    tag("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\">", x_of(word.column), base, kSize) +
                    xml_text(word.text) + "</text>\n";
            }
            end_before = word.column + word.text.size();
        }
        y_ += height;
    }

    const std::vector<std::string>& pages() const { return pages_; }

private:
    static double height_of(const std::vector<Word>& words) { return has_boxes(words) ? kBoxLine : kLine; }
    static double x_of(size_t column) { return kLeft + static_cast<double>(column) * kLetter; }

    void begin() {
        pages_.push_back(tag("<text x=\"%.0f\" y=\"%.0f\" font-size=\"%.0f\">", kLeft, 34, 12) +
                         xml_text(title_) + ", sheet " + std::to_string(pages_.size() + 1) +
                         "</text>\n<text x=\"330\" y=\"34\" font-size=\"10\">Name:</text>\n" +
                         tag("<path d=\"M%.0f %.0fH%.0f\" stroke=\"#000000\" stroke-width=\"%.1f\"/>\n", 370,
                             36, 545, 0.7));
        y_ = kTop;
    }

    std::string title_;
    std::vector<std::string> pages_;
    double y_ = kTop;
};

/// Divides lines where a question, or the first of several, begins.
std::vector<std::vector<std::string>> parts_of(const std::vector<std::string>& lines) {
    std::vector<std::vector<std::string>> parts(1);
    bool asked = false;
    for (const std::string& line : lines) {
        if (line.starts_with("Question ") && !asked) parts.emplace_back();
        asked = line.starts_with("Question ") || (asked && !line.starts_with("=="));
        parts.back().push_back(line);
    }
    return parts;
}

std::string document(const std::string& inside, size_t sheets) {
    const double height = kSheetHeight * static_cast<double>(sheets);
    return tag("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0fpt\" height=\"%.0fpt\" "
               "viewBox=\"0 0 %.0f %.0f\" font-family=\"DejaVu Sans Mono, monospace\">\n",
               kSheetWidth, height, kSheetWidth, height) +
           "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + inside + "</svg>\n";
}

std::string page_head(const std::string& title) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
           xml_text(title) + "</title>\n";
}

void write_document(const std::string& path, const std::string& bytes) {
    OutputStream file(path);
    file.stream() << bytes;
    file.commit();
}

}  // namespace

void check_sheet(const std::string& path) {
    for (const char* ending : {".pdf", ".html", ".svg"}) {
        if (has_ending(path, ending)) return;
    }
    throw BadUsage("-o " + path + ": a sheet of questions is a .pdf, .html or .svg");
}

size_t write_sheet(const std::string& path, const std::string& title, const std::string& text) {
    check_sheet(path);
    Sheets sheets(title);
    for (const std::vector<std::string>& part : parts_of(split(text, '\n'))) {
        sheets.keep_together(part);
        for (const std::string& line : part) sheets.add(line);
    }
    const std::vector<std::string>& pages = sheets.pages();
    if (has_ending(path, ".svg")) {
        std::string inside;
        for (size_t i = 0; i < pages.size(); ++i)
            inside += "<g transform=\"translate(0 " + std::to_string(i * static_cast<size_t>(kSheetHeight)) +
                      ")\">\n" + pages[i] + "</g>\n";
        write_document(path, document(inside, pages.size()));
    } else if (has_ending(path, ".html")) {
        std::string page =
            page_head(title) +
            "<style>svg{display:block;margin:0 auto;break-after:page}@page{size:A4;margin:0}</style>\n";
        for (const std::string& inside : pages) page += document(inside, 1);
        write_document(path, page + "</html>\n");
    } else {
        std::vector<std::string> documents;
        for (const std::string& inside : pages) documents.push_back(document(inside, 1));
        write_document(path, pdf_of(documents));
    }
    return pages.size();
}

void write_text_page(const std::string& path, const std::string& title, const std::string& text) {
    if (!has_ending(path, ".html")) throw BadUsage("-o " + path + ": expected a name that ends in .html");
    write_document(
        path,
        page_head(title) +
            "<style>:root{color-scheme:light dark}pre{font:1rem/1.4 monospace;max-width:80ch;margin:1rem "
            "auto;white-space:pre-wrap}</style>\n<pre>" +
            xml_text(text) + "</pre>\n</html>\n");
}

}  // namespace app
