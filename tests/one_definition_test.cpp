// One name, one type: two classes of one qualified name in two files break the one-definition rule, and no
// linker says so.
#include <gtest/gtest.h>

#include <map>

#include "tests/source_tree.h"

namespace {

using Types = std::set<std::string>;

TEST(OneDefinition, no_two_files_define_a_type_of_one_name) {
    std::map<std::string, std::vector<std::string>> files_of;
    for (const std::string folder : {"app", "sim", "sort"}) {
        for (const auto& file : source_tree::sources(folder)) {
            for (const std::string& type : source_tree::types_defined(source_tree::text_of(file))) {
                files_of[type].push_back(std::filesystem::relative(file, source_tree::kRoot).string());
            }
        }
    }
    EXPECT_GT(files_of.size(), 300u) << "the search for types finds too few";
    EXPECT_EQ(files_of.count("app::Session"), 1u);
    for (const auto& [type, files] : files_of) {
        std::string all;
        for (const std::string& file : files) all += " " + file;
        EXPECT_EQ(files.size(), 1u) << type << " is defined in" << all;
    }
}

// What the search sees, since one that finds nothing would pass.
TEST(OneDefinition, types_at_namespace_scope_are_found) {
    EXPECT_EQ(source_tree::types_defined("namespace a { struct B { int x; }; enum class C : int { one }; }"),
              (Types{"a::B", "a::C"}));
    EXPECT_EQ(source_tree::types_defined("namespace a::b { class C final : public D {}; }"),
              Types{"a::b::C"});
    EXPECT_EQ(source_tree::types_defined("namespace a { template <class T> struct B { T x; }; }"),
              Types{"a::B"});
    EXPECT_EQ(source_tree::types_defined("namespace a { template <> struct B<int> {}; }"),
              Types{"a::B<int>"});
    EXPECT_EQ(source_tree::types_defined("namespace a { struct alignas(16) B { int x; }; }"), Types{"a::B"});
    EXPECT_EQ(source_tree::types_defined("namespace a { inline namespace b { union C { int x; }; } }"),
              Types{"a::b::C"});
}

TEST(OneDefinition, types_that_are_nobody_elses_are_not) {
    EXPECT_EQ(source_tree::types_defined("namespace a { namespace { struct B {}; } }"), Types{});
    EXPECT_EQ(source_tree::types_defined("namespace a { struct B { struct C {}; }; }"), Types{"a::B"});
    EXPECT_EQ(source_tree::types_defined("namespace a { void f() { struct B {}; } }"), Types{});
    EXPECT_EQ(source_tree::types_defined("namespace a { class B; struct C f(int); }"), Types{});
    EXPECT_EQ(source_tree::types_defined("namespace a { struct B x = {1}; }"), Types{});
    EXPECT_EQ(source_tree::types_defined("// namespace a { struct B {}; }\nconst char* t = \"struct C {}\";"),
              Types{});
    EXPECT_EQ(
        source_tree::types_defined("namespace a {\n#define X struct B {\nconst char c = '{', d = '\"';\n"
                                   "struct E {}; }"),
        Types{"a::E"});
}

}  // namespace
