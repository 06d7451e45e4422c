// A table that is printed row by row as its rows become known: aligned, or Markdown that is aligned too.
#pragma once
#include <ostream>
#include <string>
#include <vector>

namespace app {

struct Column {
    std::string title;
    size_t width = 0;    // at least the title's
    bool words = false;  // to the left; numbers stand to the right
};

class Table {
public:
    Table(std::ostream& out, std::vector<Column> columns, bool markdown);

    /// The first row prints the heads before it. One cell a column.
    void row(const std::vector<std::string>& cells);

private:
    void line(const std::vector<std::string>& cells);

    std::ostream& out_;
    std::vector<Column> columns_;
    bool markdown_, started_ = false;
};

/// Four digits that mean something: "0.0123", "1.234", "12.34", "1234.5".
std::string ms_text(double ms);

/// printf's %.*f.
std::string fixed_text(double value, int decimals);

}  // namespace app
