// Widths are given before the first row, so that no row waits for the last one.
#include "app/bench/table.h"

#include <algorithm>
#include <cstdio>

namespace app {

Table::Table(std::ostream& out, std::vector<Column> columns, bool markdown)
    : out_(out), columns_(std::move(columns)), markdown_(markdown) {
    for (Column& column : columns_) column.width = std::max(column.width, column.title.size());
}

void Table::line(const std::vector<std::string>& cells) {
    std::string text = markdown_ ? "|" : "";
    for (size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        const std::string blanks(column.width - std::min(column.width, cells[i].size()), ' ');
        if (markdown_) text += ' ';
        if (!markdown_ && i > 0) text += "  ";
        text += column.words ? cells[i] + blanks : blanks + cells[i];
        if (markdown_) text += " |";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out_ << text << '\n';
}

void Table::row(const std::vector<std::string>& cells) {
    if (!started_) {
        std::vector<std::string> titles, rules;
        for (const Column& column : columns_) {
            titles.push_back(column.title);
            std::string rule(column.width, '-');
            if (!column.words) rule.back() = ':';
            rules.push_back(rule);
        }
        line(titles);
        if (markdown_) line(rules);
        started_ = true;
    }
    line(cells);
    out_.flush();
}

std::string fixed_text(double value, int decimals) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string ms_text(double ms) { return fixed_text(ms, ms < 1 ? 4 : ms < 10 ? 3 : ms < 100 ? 2 : 1); }

}  // namespace app
