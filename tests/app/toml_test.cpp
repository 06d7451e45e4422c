// Broken TOML is refused in every build: the library's assertions are off wherever it is included.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/base/toml.h"
#include "tests/source_tree.h"

namespace {

TEST(Toml, broken_files_are_refused) {
    for (const char* text : {"[scene]\nname = \"a\"\nspawn = \"gas\"\n[)indow]\n", "[[[[x", "[)x]"})
        EXPECT_THROW((void)toml::parse(std::string_view(text)), toml::parse_error) << text;
}

// Seen by the undefined-behaviour sanitizer: the library takes some of them for a place that is never reached.
TEST(Toml, letters_of_other_scripts_are_no_whitespace) {
    for (const char* text :
         {"a\xc3\xa4 = 1\n", "a = 1 \xc3\xa4\n", "a = 1\n\xe3\x80\x83 = 2\n", "a =\xc2\xa0 1\n"})
        EXPECT_THROW((void)toml::parse(std::string_view(text)), toml::parse_error) << text;
}

TEST(Toml, the_library_is_included_in_one_place_and_without_assertions) {
    for (const std::string folder : {"app", "sim", "sort"}) {
        for (const auto& file : source_tree::sources(folder)) {
            if (file == source_tree::kRoot / "app/base/toml.h") continue;
            for (const std::string& name : source_tree::includes(file))
                EXPECT_FALSE(name.starts_with("toml")) << file << " includes " << name;
        }
    }
    const std::string text = source_tree::text_of(source_tree::kRoot / "app/base/toml.h");
    const size_t off = text.find("\n#define TOML_ASSERT(condition) static_cast<void>(0)\n");
    ASSERT_NE(off, text.npos);
    EXPECT_LT(off, text.find("\n#include <toml++/"));
}

}  // namespace
