// Pages are short, and so are their paragraphs; comments that cite the contract name a part that has a page.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "tests/source_tree.h"

namespace {

using source_tree::kRoot;
namespace fs = std::filesystem;

constexpr size_t kMostBytes = 12 * 1024, kMostCharacters = 600;

/// All pages but the logs of measurements, which are what programs printed.
std::vector<fs::path> pages() {
    std::vector<fs::path> found;
    for (auto entry = fs::recursive_directory_iterator(kRoot); entry != fs::recursive_directory_iterator();
         ++entry) {
        const std::string name = entry->path().filename().string();
        if (entry->is_directory() && (name == ".git" || name.starts_with("build"))) {
            entry.disable_recursion_pending();
        } else if (name.ends_with(".md") && !name.starts_with("log-")) {
            found.push_back(entry->path());
        }
    }
    return found;
}

/// Returns the paragraphs, headings, items of lists and cells of tables; code is none of them.
std::vector<std::string> paragraphs_of(const std::string& page) {
    const std::regex item(R"(([-*+]|\d+\.) .*)");
    std::vector<std::string> paragraphs(1);
    bool code = false;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        line.erase(0, line.find_first_not_of(' '));
        if (line.starts_with("```")) code = !code;
        const bool row = line.starts_with('|');
        if (line.empty() || code || row || line.starts_with('#') || std::regex_match(line, item))
            paragraphs.emplace_back();
        if (code) continue;
        for (size_t i = 0; i < line.size(); ++i) {
            if (row && line[i] == '|' && (i == 0 || line[i - 1] != '\\')) paragraphs.emplace_back();
            paragraphs.back() += line[i];
        }
        paragraphs.back() += ' ';
    }
    return paragraphs;
}

/// Returns the number of characters of UTF-8, without a table's bars and blanks around them.
size_t characters(const std::string& text) {
    const size_t first = text.find_first_not_of("| "), last = text.find_last_not_of(' ');
    if (first == text.npos) return 0;
    return size_t(std::count_if(text.begin() + ptrdiff_t(first), text.begin() + ptrdiff_t(last) + 1,
                                [](char c) { return (c & 0xc0) != 0x80; }));
}

TEST(Pages, are_short) {
    ASSERT_GT(pages().size(), 60u) << "pages were not found";
    for (const fs::path& page : pages())
        EXPECT_LE(fs::file_size(page), kMostBytes) << page << ": part it by its subjects";
}

TEST(Pages, have_short_paragraphs) {
    for (const fs::path& page : pages()) {
        for (const std::string& paragraph : paragraphs_of(source_tree::text_of(page))) {
            EXPECT_LE(characters(paragraph), kMostCharacters) << page << ": " << paragraph.substr(0, 60);
        }
    }
}

TEST(Pages, of_the_contract_are_there_for_every_part_that_is_cited) {
    std::set<std::string> parts;
    for (const auto& entry : fs::directory_iterator(kRoot / "app/contract"))
        parts.insert(entry.path().filename().string().substr(0, 1));
    const std::regex citation("contract, part (\\d+)");
    size_t cited = 0;
    for (const std::string folder : {"app", "sim", "sort"}) {
        for (const fs::path& file : source_tree::sources(folder)) {
            const std::string text = source_tree::text_of(file);
            for (std::sregex_iterator at(text.begin(), text.end(), citation), end; at != end; ++at, ++cited)
                EXPECT_TRUE(parts.count((*at)[1])) << file << ": " << at->str();
        }
    }
    EXPECT_GT(cited, 5u);
}

}  // namespace
