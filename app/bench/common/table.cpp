// Widths are given before the first row, so that no row waits for the last one.
#include "app/bench/common/table.h"

#include <algorithm>

#include "app/base/text/wrap.h"

namespace app {

Table::Table(std::ostream& out, std::vector<Column> columns, TableForm form)
    : out_(out), columns_(std::move(columns)), under_(columns_.size(), false), form_(form) {
    for (Column& column : columns_) column.width = std::max(column.width, column.title.size());
    if (!markdown()) fit();
}

void Table::fit() {
    for (;;) {
        size_t width = 0;
        int most = 0;
        for (size_t i = 0; i < columns_.size(); ++i) {
            if (under_[i]) continue;
            width += columns_[i].width + (width > 0 ? 2 : 0);
            most = std::max(most, columns_[i].moves);
        }
        if (width <= table_width() || most == 0) return;
        for (size_t i = 0; i < columns_.size(); ++i) under_[i] = under_[i] || columns_[i].moves == most;
    }
}

void Table::line(const std::vector<std::string>& cells) {
    std::string text = markdown() ? "|" : "";
    bool first = true;
    for (size_t i = 0; i < columns_.size(); ++i) {
        if (under_[i]) continue;
        const Column& column = columns_[i];
        const std::string blanks(column.width - std::min(column.width, cells[i].size()), ' ');
        if (markdown()) text += ' ';
        if (!markdown() && !first) text += "  ";
        text += column.words ? cells[i] + blanks : blanks + cells[i];
        if (markdown()) text += " |";
        first = false;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out_ << text << '\n';
}

std::string Table::under_text(const std::vector<std::string>& cells) const {
    std::string text, group;
    for (size_t i = 0; i < columns_.size(); ++i) {
        if (!under_[i] || cells[i].empty() || cells[i] == "-") continue;
        const Column& column = columns_[i];
        const bool same = !text.empty() && column.under == group;
        if (!text.empty()) text += same ? ", " : "; ";
        if (!same && !column.under.empty()) text += column.under + ": ";
        text += column.title + ' ' + cells[i];
        group = column.under;
    }
    return text;
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
        if (markdown()) line(rules);
        started_ = true;
    }
    line(cells);
    const std::string text = under_text(cells);
    constexpr size_t kIndent = 4;
    if (!text.empty())
        out_ << std::string(kIndent, ' ') << wrapped(text, table_width(), kIndent, kIndent) << '\n';
    out_.flush();
}

std::string ms_text(double ms) { return fixed_text(ms, ms < 1 ? 4 : ms < 10 ? 3 : ms < 100 ? 2 : 1); }

}  // namespace app
