// Bytes that are not UTF-8 in what is written.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/base/text/csv.h"
#include "app/base/text/json_text.h"
#include "app/base/text/utf8.h"
#include "app/base/text/xml.h"

namespace {

const std::string kBroken = "\xef\xbf\xbd";

TEST(Utf8, what_is_none_is_replaced_and_what_is_stays) {
    const std::pair<std::string, std::string> cases[] = {
        {"plain", "plain"},
        {"caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80"},
        {"caf\xe9.toml", "caf" + kBroken + ".toml"},
        {"\xff\xfe", kBroken + kBroken},
        {"\xc0\xaf", kBroken + kBroken},                              // overlong
        {"\xed\xa0\x80", kBroken + kBroken + kBroken},                // half of a pair
        {"\xf4\x90\x80\x80", kBroken + kBroken + kBroken + kBroken},  // over U+10FFFF
        {"\xe6\xbc", kBroken},                                        // breaks off
        {"\xe6\xbc"
         "a",
         kBroken + "a"},
        {std::string("a\0b", 3), std::string("a\0b", 3)}};
    for (const auto& [bytes, text] : cases) EXPECT_EQ(app::as_utf8(bytes), text) << bytes;
}

TEST(Utf8, any_bytes_come_back_from_a_file_that_is_text) {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    for (const std::string& bytes : {all, std::string("caf\xe9.toml"), std::string("\xc3\xa9\xe9"),
                                     std::string("\xee\xbf\xa9"), std::string("")}) {
        const std::string text = app::exact_utf8(bytes);
        EXPECT_EQ(app::as_utf8(text), text) << "is UTF-8";
        EXPECT_EQ(app::exact_bytes(text), bytes);
    }
    EXPECT_EQ(app::exact_utf8("caf\xc3\xa9"), "caf\xc3\xa9") << "names that are UTF-8 stay readable";
    EXPECT_EQ(app::exact_utf8("caf\xe9"), "caf\xee\xbf\xa9");
}

TEST(Utf8, no_name_loses_a_report) {
    const std::string name = "caf\xe9,\x01\"<.toml";
    const nlohmann::ordered_json json = {{"scene", name}, {name, {1, 2}}};
    for (const std::string& text :
         {app::json_text(json, 1), app::json_text(json, -1), app::pretty_json(json)}) {
        const auto read = nlohmann::ordered_json::parse(text);
        EXPECT_EQ(read["scene"], "caf" + kBroken + ",\x01\"<.toml");
    }
    EXPECT_EQ(app::xml_text(name), "caf" + kBroken + ", &quot;&lt;.toml");
    EXPECT_EQ(app::csv_field(name), "\"caf" + kBroken + ",\x01\"\"<.toml\"");
    EXPECT_EQ(app::csv_field("plain"), "plain");
    EXPECT_EQ(app::csv_field("two\r\nlines"), "\"two\r\nlines\"");
}

}  // namespace
