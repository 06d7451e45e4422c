// Tables and texts keep within their width: what does not fit goes under its row, words stay whole.
#include <gtest/gtest.h>

#include <sstream>

#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/field.h"

namespace {

std::string table_text(const std::vector<app::Column>& columns, const std::vector<std::string>& cells,
                       app::TableForm form) {
    std::ostringstream out;
    app::Table table(out, columns, form);
    table.row(cells);
    return out.str();
}

constexpr app::TableForm kPlain = app::TableForm::plain;

TEST(Table, keeps_what_fits_in_the_row) {
    EXPECT_EQ(
        table_text({{"name", 6, true}, {"ms", 5, false, 1}, {"check", 5, true}}, {"a", "1.5", "ok"}, kPlain),
        "name       ms  check\na         1.5  ok\n");
}

TEST(Table, moves_the_largest_number_first_and_leaves_out_what_is_not_there) {
    const std::vector<app::Column> columns = {{"name", 60, true},
                                              {"best", 30, false, 1},
                                              {"keys", 40, false, 2, "ms by stage"},
                                              {"sort", 40, false, 2, "ms by stage"},
                                              {"gone", 40, false, 2, "ms by stage"},
                                              {"check", 5, true}};
    const std::string text = table_text(columns, {"a", "7", "1", "2", "-", "ok"}, kPlain);
    EXPECT_NE(text.find("best  check\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n    ms by stage: keys 1, sort 2\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("gone"), std::string::npos) << text;
}

TEST(Table, puts_several_groups_under_a_row_and_wraps_them) {
    std::vector<app::Column> columns = {{"name", 119, true}, {"best", 4, false, 1}};
    std::vector<std::string> cells = {"a", "7"};
    for (int i = 0; i < 30; ++i) {
        columns.push_back({"stage" + std::to_string(i), 4, false, 2, "shares"});
        cells.push_back(std::to_string(i));
    }
    std::istringstream lines(table_text(columns, cells, kPlain));
    std::string line, all;
    for (int i = 0; std::getline(lines, line); ++i) {
        EXPECT_LE(line.size(), app::kTableWidth) << line;
        if (i >= 2) {
            EXPECT_TRUE(line.starts_with("    ") && line[4] != ' ') << line;
        }
        all += line + " ";
    }
    EXPECT_NE(all.find("    best 7; shares: stage0 0, stage1 1,"), std::string::npos) << all;
    EXPECT_NE(all.find("stage29 29 "), std::string::npos) << all;
}

TEST(Table, fits_at_exactly_its_width) {
    const std::vector<app::Column> columns = {{"name", 60, true}, {"n", 4}, {"ms", 52, false, 1}};
    const std::string fits = table_text(columns, {"a", "7", "1.5"}, kPlain);
    EXPECT_EQ(fits.find('\n'), app::kTableWidth);
    EXPECT_EQ(fits.find("ms 1.5"), std::string::npos) << fits;
    std::vector<app::Column> wider = columns;
    ++wider[0].width;
    EXPECT_NE(table_text(wider, {"a", "7", "1.5"}, kPlain).find("\n    ms 1.5\n"), std::string::npos);
}

TEST(Table, has_all_columns_in_markdown) {
    EXPECT_EQ(table_text({{"name", 70, true}, {"ms", 70, false, 1}}, {"a", "-"}, app::TableForm::markdown)
                  .find("\n    "),
              std::string::npos);
    EXPECT_EQ(table_text({{"name", 4, true}, {"ms", 4, false, 1}}, {"a", "1.5"}, app::TableForm::markdown),
              "| name |   ms |\n| ---- | ---: |\n| a    |  1.5 |\n");
}

struct Timing {
    std::string name;
    uint64_t n;
    std::vector<double> ms;
    bool measured() const { return !ms.empty(); }
    double least() const { return measured() ? ms[0] : 0; }
};

TEST(Fields, give_table_report_and_file) {
    const app::Fields<Timing> fields = {
        {{"name", 4, true}, "name", &Timing::name},
        {{"n", 6}, "n", &Timing::n, app::kCount},
        {{"us", 6}, "least_ms", &Timing::least, {1e3, 1}},
        app::Field<Timing>::of_csv("twice", [](const Timing& row) { return 2 * row.n; }),
        {"twice", [](const Timing&) { return "of the report"; }},
        {{"ms", 6}, "", app::value_if(&Timing::measured, &Timing::least), app::kMs},
        {"few", app::value_if(&Timing::measured, &Timing::n, app::no_key())},
        {"samples_ms", &Timing::ms}};
    const Timing rows[] = {{"a,b", 65536, {0.5, 2}}, {"", 7, {}}};
    EXPECT_EQ(app::columns_of(fields).size(), 4u);
    EXPECT_EQ(app::cells_of(fields, rows[0]), (std::vector<std::string>{"a,b", "64Ki", "500.0", "0.5000"}));
    EXPECT_EQ(app::cells_of(fields, rows[1]), (std::vector<std::string>{"-", "7", "-", "-"}));
    std::ostringstream json, csv;
    json << app::rows_json<Timing>(fields, rows);
    EXPECT_EQ(json.str(),
              R"([{"name":"a,b","n":65536,"least_ms":0.5,"twice":"of the report","few":65536,)"
              R"("samples_ms":[0.5,2.0]},{"name":"","n":7,"least_ms":0.0,"twice":"of the report",)"
              R"("samples_ms":[]}])");
    app::write_csv<Timing>(csv, {"name,twice,sample,ms"}, fields, rows);
    EXPECT_EQ(csv.str(), "name,twice,sample,ms\n\"a,b\",131072,0,0.5\n\"a,b\",131072,1,2\n");
}

TEST(Wrapped, breaks_at_blanks_only) {
    EXPECT_EQ(app::wrapped("one two three", 100, 0, 0), "one two three");
    EXPECT_EQ(app::wrapped("one two three", 0, 0, 0), "one two three") << "no width: no break";
    EXPECT_EQ(app::wrapped("one two three", 7, 0, 2), "one two\n  three");
    EXPECT_EQ(app::wrapped("one two three", 10, 4, 4), "one\n    two\n    three");
    EXPECT_EQ(app::wrapped("incomprehensible", 5, 0, 2), "incomprehensible");
    EXPECT_EQ(app::wrapped("a incomprehensible b", 5, 0, 2), "a\n  incomprehensible\n  b");
    EXPECT_EQ(app::wrapped("", 5, 0, 2), "");
}

TEST(Counted, knows_one_and_many) {
    EXPECT_EQ(app::counted(0, "box", "boxes"), "0 boxes");
    EXPECT_EQ(app::counted(1, "box", "boxes"), "1 box");
    EXPECT_EQ(app::counted(2, "pair"), "2 pairs");
    EXPECT_EQ(app::counted(1, "pair"), "1 pair");
}

}  // namespace
