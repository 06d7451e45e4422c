// Words that were dropped (app/words.md) do not come back, in code and on pages.
#include <gtest/gtest.h>

#include <regex>

#include "tests/source_tree.h"

namespace {

using source_tree::kRoot;
namespace fs = std::filesystem;

/// Those of the left column of the page's second table.
std::vector<std::string> dropped_words() {
    const std::string page = source_tree::text_of(kRoot / "app/words.md");
    const std::string table = page.substr(page.find("| dropped |"));
    std::vector<std::string> words;
    const std::regex row("\n\\| (`[^|]*`) \\|"), word("`(\\w+)`");
    for (std::sregex_iterator at(table.begin(), table.end(), row), end; at != end; ++at) {
        const std::string left = (*at)[1];
        for (std::sregex_iterator own(left.begin(), left.end(), word); own != end; ++own)
            words.push_back((*own)[1]);
    }
    return words;
}

/// Sources, shaders and pages, but for records and the page itself.
std::vector<fs::path> texts() {
    std::vector<fs::path> found;
    const std::set<std::string> endings = {".h",    ".cpp",  ".cu",   ".cuh",  ".md",
                                           ".glsl", ".vert", ".frag", ".comp", ".sh"};
    for (const std::string folder : {"app", "sim", "sort", "shaders", "assets/course", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
            if (endings.count(entry.path().extension().string())) found.push_back(entry.path());
        }
    }
    return found;
}

std::set<std::string> words_of(const std::string& text) {
    std::set<std::string> words;
    std::string word;
    for (const char c : text + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
            word += c;
        } else {
            words.insert(std::exchange(word, ""));
        }
    }
    return words;
}

TEST(Words, that_were_dropped_do_not_come_back) {
    const std::vector<std::string> dropped = dropped_words();
    ASSERT_GT(dropped.size(), 20u) << "the table was not found";
    const std::set<fs::path> old_names = {"app/words.md", "app/cli/settings.cpp",
                                          "tests/app/ui_settings_test.cpp"};
    for (const fs::path& path : texts()) {
        const fs::path name = fs::relative(path, kRoot);
        if (old_names.count(name)) continue;
        const std::set<std::string> words = words_of(source_tree::text_of(path));
        for (const std::string& word : dropped) EXPECT_FALSE(words.count(word)) << name << ": " << word;
    }
}

}  // namespace
