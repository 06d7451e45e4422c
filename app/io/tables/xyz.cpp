// N, a line of comment, then N lines. Extended XYZ names its columns in the comment:
// Properties=species:S:1:pos:R:3:radius:R:1.
#include "app/base/text/letters.h"
#include "app/base/text/names.h"
#include "app/io/tables/table_text.h"

namespace app {
namespace {

/// The columns of a line, by their place; "": words that are passed over.
std::vector<std::string> plain_columns() { return {"", "x", "y", "z"}; }

std::vector<std::string> columns_of(const TableText& text, std::string_view comment) {
    const std::string small = small_letters(comment);
    const size_t at = small.find("properties=");
    if (at == small.npos) return plain_columns();
    std::string value = small.substr(at + 11);
    const bool quoted = value.starts_with('"');
    if (quoted) value.erase(0, 1);
    value = value.substr(0, value.find_first_of(quoted ? "\"" : " \t\r"));
    const std::vector<std::string> words = split(value, ':');
    std::vector<std::string> columns;
    for (size_t i = 0; i + 2 < words.size(); i += 3) {
        const uint64_t many = text.count(words[i + 2], "Properties: columns of " + words[i]);
        if (columns.size() + many > kMostTableColumns)
            text.refuse("Properties: at most " + std::to_string(kMostTableColumns) + " columns expected");
        const bool number = words[i + 1] == "r" || words[i + 1] == "i";
        const bool place = (words[i] == "pos" || words[i] == "positions") && many == 3;
        for (uint64_t k = 0; k < many; ++k)
            columns.push_back(!number     ? ""
                              : place     ? std::string(1, "xyz"[k])
                              : many == 1 ? words[i]
                                          : words[i] + std::to_string(k));
    }
    if (words.size() % 3 != 0 || std::find(columns.begin(), columns.end(), "x") == columns.end())
        text.refuse("Properties: NAME:TYPE:COLUMNS, ... with pos:R:3 expected");
    return columns;
}

}  // namespace

NumberTable read_xyz(InputFile& file) {
    const std::string bytes = file.text(kMostTableBytes, FileKind::unknown);
    TableText text(bytes, file.path());
    std::vector<std::string_view> words;
    if (!text.next(words)) throw BadFile(file.path() + ": empty; the number of points expected");
    if (words.size() != 1) text.refuse("the number of points, alone in the first line, expected");
    const uint64_t count = text.count(words[0], "points");
    std::string_view comment;
    if (!text.next_line(comment)) text.refuse("a line of comment expected, the file ends");
    const std::vector<std::string> columns = columns_of(text, comment);

    NumberTable table;
    std::vector<size_t> places;
    for (size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].empty()) continue;
        if (table.find({columns[i]})) text.refuse("two columns are called " + shown_word(columns[i]));
        table.names.push_back(columns[i]);
        places.push_back(i);
    }
    table.columns.resize(places.size());
    for (uint64_t point = 0; point < count; ++point) {
        const std::string what = "point " + std::to_string(point);
        if (!text.next(words))
            text.refuse(what + " of " + std::to_string(count) + " expected, the file ends");
        if (words.size() < columns.size())
            text.refuse(what + ": " + counted(words.size(), "word") + "; " + std::to_string(columns.size()) +
                        " expected");
        for (size_t k = 0; k < places.size(); ++k)
            add_value(table.columns[k], text.number(words[places[k]], what + ", " + table.names[k] + ":"),
                      file.path());
    }
    if (text.next(words))
        text.refuse("nothing behind " + counted(count, "point") +
                    " expected; each frame is a file of its own");
    return table;
}

}  // namespace app
