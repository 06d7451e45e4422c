// What people type: numbers with units, names with typing errors.
#include "app/base/text/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/xml.h"
#include "sort/base/errors.h"
#include "sort/registry.h"
#include "tests/temp_dir.h"

namespace {

using testing::HasSubstr;

TEST(Xml, text_has_none_of_the_characters_that_mean_something) {
    EXPECT_EQ(app::xml_text("a <b> & \"c\" 'd'\x01\n"), "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; \n");
}

TEST(Numbers, take_exponents_and_units_exactly) {
    const std::pair<const char*, uint64_t> kCases[] = {
        {"0", 0},
        {"4000", 4000},
        {"1e6", 1000000},
        {"1.5e3", 1500},
        {"1E+2", 100},
        {"128k", 128000},
        {"2.5M", 2500000},
        {"64Ki", 65536},
        {"1Mi", 1048576},
        {"0.5Ki", 512},
        {"100e-2", 1},
        {"+7", 7},
        {"1.0", 1},
        {"0e999999999999", 0},
        {"9007199254740993", 9007199254740993},
        {"18446744073709551615", UINT64_MAX},
    };
    for (const auto& [text, value] : kCases) EXPECT_EQ(app::parse_count("--n", text), value) << text;
}

TEST(Numbers, refuse_everything_else) {
    for (const char* text : {"", "-1", "-0", "abc", "1.5", "1e-1", "1e", "nan", "inf", "0x10", "1 000", "5kk",
                             "5G", ".", "e5", "1..2", "1k5", "١"}) {
        EXPECT_THAT(message_of<app::BadUsage>([&] { app::parse_count("--n", text); }),
                    HasSubstr("whole number"))
            << text;
    }
}

TEST(Numbers, marks_between_thousands_are_refused) {
    const std::pair<const char*, const char*> cases[] = {
        {"10.000", "may be 10000 or 10, write one of them"},
        {"1.000.000", "digits stand without marks between them, write 1000000"},
        {"10,000", "may be 10000 or 10, write one of them"},
        {"10,000k", "may be 10000k or 10k, write one of them"},
        {"1'000M", "write 1000M"},
        {"1,500k", "may be 1500k or 1.5k, write one of them"},
        {"1'000'000", "write 1000000"},
        {"1_000", "write 1000"},
        {"1.500.000k", "write 1500000k"},
        {"1,5M", "a decimal comma? write 1.5M"},
        {"0,5", "a decimal comma? write 0.5"},
    };
    for (const auto& [text, message] : cases) {
        EXPECT_THAT(message_of<app::BadUsage>([&] { app::parse_count("--n", text); }), HasSubstr(message))
            << text;
    }
    const std::pair<const char*, uint64_t> read[] = {{"1.500k", 1500},     {"10.0", 10},
                                                     {"1000.000", 1000},   {"0.000", 0},
                                                     {"1.000e6", 1000000}, {"0.500M", 500000}};
    for (const auto& [text, value] : read) EXPECT_EQ(app::parse_count("--n", text), value) << text;
}

TEST(Numbers, refuse_more_than_64_bits_by_limit) {
    for (const char* text :
         {"18446744073709551616", "1e20", "1e999999", "99999999999999999999999999999999999999999"}) {
        EXPECT_THAT(message_of<sort::OverLimit>([&] { app::parse_count("--n", text); }), HasSubstr("2^64"))
            << text;
    }
    EXPECT_EQ(app::parse_count("--n", "1e12"), 1000000000000u);
}

TEST(Numbers, lengths_and_sizes) {
    EXPECT_EQ(app::parse_length("--r", "0.25"), 0.25f);
    EXPECT_EQ(app::parse_length("--r", "0"), 0);
    EXPECT_EQ(app::parse_length("--r", "+1e-99"), 0);
    EXPECT_THAT(message_of<app::BadUsage>([] { app::parse_length("--r", "0,5"); }),
                HasSubstr("a decimal comma? write 0.5"));
    for (const char* text : {"-1", "-0.001", "x", "", "1m", "nan", "inf", "1e99"}) {
        EXPECT_THROW(app::parse_length("--r", text), app::BadUsage) << text;
    }
    int width = 0, height = 0;
    app::parse_size("--size", "1920x1080", width, height);
    EXPECT_EQ(width, 1920);
    EXPECT_EQ(height, 1080);
    for (const char* text :
         {"1920", "1920x", "0x10", "-5x100", "1920x1080x", "1e3x1e3", "99999x99999", "a"}) {
        EXPECT_THROW(app::parse_size("--size", text, width, height), app::BadUsage) << text;
    }
}

TEST(Numbers, tiles_are_threads_and_pairs_per_thread) {
    EXPECT_EQ(app::parse_tile("--tile", "256x8"), (sort::TileShape{256, 8}));
    EXPECT_EQ(app::parse_tile("--tile", "32"), (sort::TileShape{32, 1})) << "a pair per thread";
    EXPECT_EQ(sort::tile_text({128, 16}), "128x16");
    for (const char* text :
         {"", "x", "x8", "256x", "0x8", "256x0", "-1x8", "256x8x1", "256 x8", "2^8x8", "99999x8", "+2x8"})
        EXPECT_THROW(app::parse_tile("--tile", text), app::BadUsage) << text;
}

TEST(Numbers, shares_are_parts_or_percents) {
    EXPECT_EQ(app::parse_share("--share", "0.25"), 0.25);
    EXPECT_EQ(app::parse_share("--share", "25%"), 0.25);
    EXPECT_EQ(app::parse_share("--share", "200%"), 2);
    for (const char* text : {"0", "0%", "-1%", "%", "x", "1%%"})
        EXPECT_THROW(app::parse_share("--share", text), app::BadUsage) << text;
}

TEST(Numbers, ranges_of_bits) {
    const app::BitRange range = app::parse_range("--bits", "8-24", 32);
    EXPECT_EQ(range.begin, 8);
    EXPECT_EQ(range.end, 24);
    for (const char* text : {"8", "8-8", "24-8", "-8", "8-33", "a-b", "8-24-32"})
        EXPECT_THROW(app::parse_range("--bits", text, 32), app::BadUsage) << text;
}

TEST(Numbers, bytes_for_people) {
    EXPECT_EQ(app::human_bytes(0), "0 B");
    EXPECT_EQ(app::human_bytes(999), "999 B");
    EXPECT_EQ(app::human_bytes(1500), "1.5 kB");
    EXPECT_EQ(app::human_bytes(24e9), "24.0 GB");
}

TEST(Names, edit_distance_counts_typing_errors) {
    EXPECT_EQ(app::edit_distance("pile", "pile"), 0);
    EXPECT_EQ(app::edit_distance("pile", "pil"), 1);
    EXPECT_EQ(app::edit_distance("frames", "framse"), 1);  // neighbours swapped
    EXPECT_EQ(app::edit_distance("", "gas"), 3);
    EXPECT_EQ(app::edit_distance("kitten", "sitting"), 3);
}

TEST(Names, the_nearest_one_is_offered_and_none_when_far) {
    const std::vector<std::string> known = {"gas", "mixed", "pile"};
    EXPECT_EQ(app::nearest_name("plie", known), "pile");
    EXPECT_EQ(app::nearest_name("mix", known), "mixed");
    EXPECT_EQ(app::nearest_name("waterfall", known), "");
    EXPECT_EQ(app::nearest_name("", known), "");
    EXPECT_EQ(app::unknown_name("scene", "plie", known),
              "unknown scene 'plie': did you mean 'pile'? (gas, mixed, pile)");
    EXPECT_EQ(app::unknown_name("scene", "waterfall", known), "unknown scene 'waterfall' (gas, mixed, pile)");
}

}  // namespace
