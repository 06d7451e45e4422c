// A table that is printed row by row as its rows become known. The plain form, of terminals and pipes, keeps
// within table_width() columns: what does not fit stands under its row. The Markdown form has all columns.
#pragma once
#include <ostream>
#include <string>
#include <vector>

#include "app/base/numbers.h"

namespace app {

struct Column {
    std::string title;
    size_t width = 0;    // at least the title's
    bool words = false;  // to the left; numbers stand to the right
    int moves = 0;  // when a row is too wide, the columns of the largest number go under it first; 0: never
    std::string under = "";  // text before the columns that go under a row: "% of the step"
};

enum class TableForm { plain, markdown };

class Table {
public:
    Table(std::ostream& out, std::vector<Column> columns, TableForm form);

    /// The first row prints the heads before it. One cell per column; a "-" is left out under a row.
    void row(const std::vector<std::string>& cells);

private:
    bool markdown() const { return form_ == TableForm::markdown; }
    void fit();
    void line(const std::vector<std::string>& cells);
    std::string under_text(const std::vector<std::string>& cells) const;

    std::ostream& out_;
    std::vector<Column> columns_;
    std::vector<bool> under_;  // by column
    TableForm form_;
    bool started_ = false;
};

/// Four digits that mean something: "0.0123", "1.234", "12.34", "1234.5".
std::string ms_text(double ms);

}  // namespace app
