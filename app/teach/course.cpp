// Reads what the guides use of Markdown: heads, paragraphs, lists, fenced commands, parts that unfold.
#include "app/teach/course.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <regex>
#include <sstream>

#include "app/base/embedded_files.h"
#include "app/base/errors.h"
#include "app/teach/layout.h"

namespace app {
namespace {

constexpr std::string_view kFolder = "assets/course/";

/// Returns the guides by number.
std::map<int, std::string_view> guides() {
    std::map<int, std::string_view> all;
    for (const EmbeddedFile& file : embedded_pages()) {
        if (!file.path.starts_with(kFolder)) continue;
        int number = 0;
        const std::string_view name = file.path.substr(kFolder.size());
        std::from_chars(name.data(), name.data() + name.size(), number);
        if (number > 0) all[number] = file.text;
    }
    return all;
}

/// Returns a text without Markdown: "**Aim:** `scan`, *stable*" as "Aim: scan, stable".
std::string plain(const std::string& text) {
    static const std::regex kStrong("\\*\\*|`"), kEmphasis("\\*([^ *][^*]*)\\*");
    return std::regex_replace(std::regex_replace(text, kStrong, ""), kEmphasis, "$1");
}

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// Returns the aim of a guide, from "# 3. Title" and "**Aim:** sentence. 15 minutes."
std::string aim(std::string_view text) {
    const size_t begin = text.find("**Aim:** ");
    return plain(std::string(text.substr(begin + 9, text.find('\n', begin) - begin - 9)));
}

}  // namespace

std::string course_text(bool colour) {
    Page page(colour);
    for (const auto& [number, text] : guides()) page.term(first_line(text).substr(2), aim(text));
    page.blank();
    page.paragraph(
        "A guide: sweeplab teach --course N, with the solutions: --answers. The words: sweeplab teach "
        "--words");
    return page.text();
}

std::string guide_text(const std::string& number, bool solutions, bool colour) {
    const auto all = guides();
    const auto guide = std::find_if(all.begin(), all.end(),
                                    [&](const auto& one) { return std::to_string(one.first) == number; });
    if (guide == all.end())
        throw BadUsage("--course " + number + ": the course has lessons 1 to " + std::to_string(all.size()));
    std::istringstream lines{std::string(guide->second)};
    Page page(colour);
    bool fenced = false, blank = false, folded = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("<details>")) folded = true;
        const bool left_out = folded && !solutions;
        if (line.starts_with("</details>")) folded = false;
        if (left_out) continue;
        const size_t summary = line.find("<summary>");
        if (line.starts_with("```")) {
            fenced = !fenced;
        } else if (fenced) {
            page.paragraph(line, 4, 4);
        } else if (line.starts_with("#")) {
            page.rule(plain(line.substr(line.find(' ') + 1)), "", line.starts_with("##") ? '-' : '=');
        } else if (summary != line.npos) {
            const size_t begin = summary + 9;
            page.paragraph(line.substr(begin, line.find("</summary>") - begin) + ":");
        } else if (line.starts_with("</details>")) {
            continue;
        } else if (line.empty()) {
            if (!blank) page.blank();
        } else {
            const bool item = line.size() > 2 && (line.starts_with("- ") || line.substr(1, 2) == ". ");
            page.paragraph(plain(line), 0, item ? 3 : 0);
        }
        blank = line.empty();
    }
    if (!solutions) page.paragraph("The solutions: sweeplab teach --course " + number + " --answers");
    return page.text();
}

}  // namespace app
