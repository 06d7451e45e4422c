// The first line decides: names or numbers, what stands between them, and how many columns there are.
#include "app/base/text/letters.h"
#include "app/base/text/names.h"
#include "app/io/tables/table_text.h"

namespace app {
namespace {

std::string_view trimmed(std::string_view cell) {
    while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
    while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
    return cell;
}

/// Splits a line at `between`; at blanks for ' '.
void split_cells(std::string_view line, char between, std::vector<std::string_view>& cells) {
    cells.clear();
    if (between == ' ') return add_words(line, cells);
    while (true) {
        const size_t end = line.find(between);
        cells.push_back(trimmed(line.substr(0, end)));
        if (end == line.npos) return;
        line.remove_prefix(end + 1);
    }
}

char separator_of(std::string_view line) {
    for (const char one : {';', ','}) {
        if (line.find(one) != line.npos) return one;
    }
    return ' ';
}

bool is_passed_over(std::string_view line) {
    const std::string_view cell = trimmed(line);
    return cell.empty() || cell.front() == '#';
}

void name_columns(const TableText& text, const std::vector<std::string_view>& cells, NumberTable& table) {
    if (cells.size() > kMostTableColumns)
        text.refuse(counted(cells.size(), "column") + "; at most " + std::to_string(kMostTableColumns) +
                    " expected");
    double number = 0;
    const bool numbers = read_number(cells[0], number);
    for (size_t i = 0; i < cells.size(); ++i) {
        std::string name = numbers ? std::to_string(i) : small_letters(cells[i]);
        if (name.empty()) text.refuse("column " + std::to_string(i) + ": a name or a number expected");
        if (table.find({name})) text.refuse("two columns are called " + shown_word(name));
        table.names.push_back(std::move(name));
    }
    table.columns.resize(cells.size());
}

}  // namespace

NumberTable read_csv(InputFile& file) {
    const std::string bytes = file.text(kMostTableBytes, FileKind::unknown);
    TableText text(bytes, file.path());
    NumberTable table;
    std::vector<std::string_view> cells;
    char between = ',';
    for (std::string_view line; text.next_line(line);) {
        if (is_passed_over(line)) continue;
        const bool first = table.names.empty();
        if (first) between = separator_of(line);
        split_cells(line, between, cells);
        if (first) {
            name_columns(text, cells, table);
            if (table.names[0] != "0") continue;
        }
        if (cells.size() != table.names.size())
            text.refuse(counted(cells.size(), "value") + "; " + std::to_string(table.names.size()) +
                        " expected, as in the first line");
        for (size_t i = 0; i < cells.size(); ++i)
            add_value(table.columns[i], text.number(cells[i], "column " + table.names[i] + ":"), file.path());
    }
    if (table.names.empty()) throw BadFile(file.path() + ": empty; a table of numbers expected");
    return table;
}

}  // namespace app
