// Matrix Market files: what they may say, and the messages for what they may not.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/base/errors.h"
#include "app/io/matrix_market.h"

namespace {

using Entries = std::vector<std::pair<uint32_t, uint32_t>>;

app::SparseEntries parse(const std::string& text) { return app::parse_matrix_market(text, "m.mtx"); }

/// The message of the refusal; "" when the text is taken.
std::string refusal(const std::string& text) {
    try {
        parse(text);
    } catch (const app::BadFile& error) {
        return error.what();
    }
    return "";
}

constexpr const char* kReal = "%%MatrixMarket matrix coordinate real general\n";
constexpr const char* kPattern = "%%MatrixMarket matrix coordinate pattern general\n";

TEST(MatrixMarket, reads_entries_in_the_order_of_the_file) {
    const auto matrix = parse(std::string(kReal) + "% a comment\n\n3 4 3\n3 1 -1.5e3\n1 4 +2\r\n2 2 0\n");
    EXPECT_EQ(matrix.rows, 3u);
    EXPECT_EQ(matrix.columns, 4u);
    EXPECT_EQ(matrix.entries, (Entries{{2, 0}, {0, 3}, {1, 1}}));
}

TEST(MatrixMarket, takes_every_field_and_words_in_any_case) {
    EXPECT_EQ(parse("%%matrixmarket MATRIX Coordinate Integer General\n2 2 1\n1 2 -7\n").entries.size(), 1u);
    EXPECT_EQ(
        parse("%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 0.5 -1e-400\n").entries.size(),
        1u);
    EXPECT_EQ(parse(std::string(kPattern) + "2 2 2\n1 1\n2 2").entries.size(), 2u);
    EXPECT_TRUE(parse(std::string(kPattern) + "5 5 0\n").entries.empty());
}

TEST(MatrixMarket, fills_in_the_other_half_of_a_symmetric_matrix) {
    const std::string entries = "3 3 2\n2 2 1\n3 1 1\n";
    EXPECT_EQ(parse("%%MatrixMarket matrix coordinate real symmetric\n" + entries).entries,
              (Entries{{1, 1}, {2, 0}, {0, 2}}));
    EXPECT_EQ(parse("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n3 1 1\n").entries,
              (Entries{{2, 0}, {0, 2}}));
    EXPECT_EQ(parse("%%MatrixMarket matrix coordinate complex hermitian\n3 3 2\n2 2 1 0\n3 1 1 1\n").entries,
              (Entries{{1, 1}, {2, 0}, {0, 2}}));
}

TEST(MatrixMarket, says_the_line_and_what_was_expected) {
    const std::pair<std::string, std::string> cases[] = {
        {"", "m.mtx:1: '%%MatrixMarket matrix coordinate FIELD SYMMETRY' expected"},
        {"1 1 1\n", "m.mtx:1: '%%MatrixMarket"},
        {"%%MatrixMarket matrix array real general\n1 1\n", "m.mtx:1: format 'array': coordinate expected"},
        {"%%MatrixMarket vector coordinate real general\n", "object 'vector': matrix expected"},
        {"%%MatrixMarket matrix coordinate float general\n", "field 'float': real or integer"},
        {"%%MatrixMarket matrix coordinate real upper\n", "symmetry 'upper': general or symmetric"},
        {"%%MatrixMarket matrix coordinate real hermitian\n",
         "m.mtx:1: hermitian: a matrix of complex numbers"},
        {"%%MatrixMarket matrix coordinate pattern skew-symmetric\n",
         "m.mtx:1: skew-symmetric: a matrix with"},
        {kReal, "m.mtx:1: the line 'ROWS COLUMNS ENTRIES' expected, the file ends"},
        {std::string(kReal) + "3 3\n", "m.mtx:2: 'ROWS COLUMNS ENTRIES' expected"},
        {std::string(kReal) + "0 3 0\n", "m.mtx:2: rows '0': a whole number from 1"},
        {std::string(kReal) + "3 -3 0\n", "m.mtx:2: columns '-3'"},
        {std::string(kReal) + "3 99999999999 0\n", "m.mtx:2: columns '99999999999'"},
        {std::string(kReal) + "3 3 10\n", "m.mtx:2: entries '10': a whole number from 0 to 9"},
        {std::string(kReal) + "% c\n3 3 2\n1 1 1\n4 1 1\n", "m.mtx:5: row '4': a whole number from 1 to 3"},
        {std::string(kReal) + "3 3 2\n1 1 1\n1 0 1\n", "m.mtx:4: column '0'"},
        {std::string(kReal) + "3 3 1\n1 1\n", "m.mtx:3: a row, a column and 1 values expected"},
        {std::string(kPattern) + "3 3 1\n1 1 1\n", "m.mtx:3: a row, a column and 0 values expected"},
        {std::string(kReal) + "3 3 1\n1 1 1x\n", "m.mtx:3: value '1x': a number expected"},
        {"%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 1 1.5\n", "value '1.5': a whole number"},
        {std::string(kReal) + "3 3 1\n1 1 1\n2 2 1\n", "m.mtx:4: no more entries than 1 expected"},
        {std::string(kReal) + "3 3 2\n1 1 1\n", "m.mtx:3: 2 entries expected, the file ends after 1"},
        {"%%MatrixMarket matrix coordinate real symmetric\n3 4 0\n", "m.mtx:2: as many rows as columns"},
        {"%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n1 2 1\n", "m.mtx:3: an entry on or below"},
        {"%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 1\n", "m.mtx:3: an entry below"},
    };
    for (const auto& [text, message] : cases) {
        EXPECT_NE(refusal(text).find(message), std::string::npos) << text << "-> " << refusal(text);
    }
}

TEST(MatrixMarket, reads_numbers_as_programs_write_them) {
    const auto matrix =
        parse(std::string(kReal) + "+3 3 +5\n+1 1 1D-05\n2 2 1e999\n3 3 nan\n1 2 .5\n1 3 -inf");
    EXPECT_EQ(matrix.entries.size(), 5u);
    const std::pair<std::string, std::string> cases[] = {
        {"3 3 1\n1 1 0,5\n", "m.mtx:3: value '0,5': a number expected; a decimal comma? write 0.5"},
        {"3 3 1\n1 1,5\n", "m.mtx:3: a row, a column and 1 values expected; '1,5': a decimal comma?"},
        {"3 3 1\n1.0 1 1\n", "row '1.0': a whole number from 1 to 3 expected; not a whole number"},
        {"3 3 1\n1 1\xc2\xa0"
         "1\n",
         "U+00A0, a no-break space"},
        {"3,3,1\n", "m.mtx:2: 'ROWS COLUMNS ENTRIES' expected; '3,3,1': numbers stand without commas"},
    };
    for (const auto& [text, message] : cases) {
        EXPECT_NE(refusal(kReal + text).find(message), std::string::npos)
            << text << "-> " << refusal(kReal + text);
    }
}

app::SparseEntries parse_values(const std::string& text) {
    return app::parse_matrix_market(text, "m.mtx", app::MatrixValues::kept);
}

TEST(MatrixMarket, keeps_values_where_they_are_requested) {
    EXPECT_TRUE(parse(std::string(kReal) + "3 3 1\n1 1 5\n").values.empty());
    EXPECT_EQ(parse_values(std::string(kReal) + "3 3 3\n1 1 -1.5e3\n2 2 1D-05\n1 1 .25\n").values,
              (std::vector<double>{-1500, 1e-5, 0.25}));
    EXPECT_EQ(parse_values(std::string(kPattern) + "3 3 2\n1 1\n2 3\n").values, (std::vector<double>{1, 1}));
    EXPECT_EQ(
        parse_values("%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 2 7\n3 1 -2\n").values,
        (std::vector<double>{7, -2, -2}));
    EXPECT_EQ(parse_values("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n3 1 1.5\n").values,
              (std::vector<double>{1.5, -1.5}));
}

TEST(MatrixMarket, refuses_values_that_no_product_can_have) {
    const std::pair<std::string, std::string> cases[] = {
        {"%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n",
         "m.mtx:1: complex: a matrix of real numbers expected"},
        {"%%MatrixMarket matrix coordinate complex hermitian\n1 1 1\n1 1 1 0\n",
         "m.mtx:1: hermitian: a matrix of real numbers expected"},
        {std::string(kReal) + "1 1 1\n1 1 inf\n", "m.mtx:3: value 'inf': a finite number expected; infinite"},
        {std::string(kReal) + "1 1 1\n1 1 nan\n", "value 'nan': a finite number expected"},
        {std::string(kReal) + "1 1 1\n1 1 1e999\n", "value '1e999': a finite number expected; too large"},
        {std::string(kReal) + "2 2 2\n1 1 1\n", "m.mtx:3: 2 entries expected, the file ends after 1"},
    };
    for (const auto& [text, message] : cases) {
        try {
            parse_values(text);
            FAIL() << text;
        } catch (const app::BadFile& error) {
            EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
        }
    }
}

TEST(MatrixMarket, is_written_so_that_it_is_read_as_the_same) {
    app::SparseEntries matrix{3, 5, {{0, 4}, {2, 0}, {1, 1}}, {0.1, -1e-300, 12345678901234567.0}};
    std::ostringstream out;
    app::write_matrix_market(out, matrix);
    EXPECT_EQ(out.str().find("%%MatrixMarket matrix coordinate real general\n3 5 3\n1 5 0.1\n"), 0u);
    const app::SparseEntries read = parse_values(out.str());
    EXPECT_EQ(read.entries, matrix.entries);
    EXPECT_EQ(read.values, matrix.values);
    EXPECT_EQ(read.columns, 5u);
}

TEST(MatrixMarket, allocates_nothing_for_what_the_size_line_claims) {
    EXPECT_NE(refusal(std::string(kPattern) + "4294967295 4294967295 18446744065119617025\n1 1\n")
                  .find("ends after 1"),
              std::string::npos);
}

TEST(MatrixMarket, any_cut_off_text_is_refused_or_read) {
    const std::string whole =
        "%%MatrixMarket matrix coordinate real symmetric\n% text\n3 3 3\n1 1 1\n2 1 -2e1\n3 3 4\n";
    for (size_t length = 0; length < whole.size(); ++length) {
        const std::string message = refusal(whole.substr(0, length));
        if (length + 1 < whole.size()) {
            EXPECT_FALSE(message.empty()) << length;
        }
    }
}

}  // namespace
