// What the readers of tables have in common: the text of a file line by line, its numbers, and what is wrong with them.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/errors.h"
#include "app/base/text/read_number.h"
#include "app/io/read/growth.h"
#include "app/io/read/lines.h"
#include "app/io/tables/number_table.h"

namespace app {

/// Most bytes of a table, and most columns of one that is a text.
inline constexpr uint64_t kMostTableBytes = uint64_t{1} << 34;
inline constexpr size_t kMostTableColumns = 256;

/// Lines of a text with the words of each; refusals name the line.
class TableText {
public:
    TableText(std::string_view text, const std::string& path) : lines_(text), path_(path) {}

    [[noreturn]] void refuse(const std::string& why) const {
        throw BadFile(path_ + ":" + std::to_string(std::max<uint64_t>(lines_.number(), 1)) + ": " + why);
    }
    /// Takes the next line. Returns false at the end.
    bool next_line(std::string_view& line) { return lines_.next(line); }
    /// Takes the words of the next line that has some. Returns false at the end.
    bool next(std::vector<std::string_view>& words) {
        words.clear();
        std::string_view line;
        while (words.empty() && lines_.next(line)) add_words(line, words);
        return !words.empty();
    }
    double number(std::string_view word, const std::string& what) const {
        double value = 0;
        if (!read_number(word, value))
            refuse(what + " " + shown_word(word) + ": a number expected" + number_reason(word));
        return value;
    }
    uint64_t count(std::string_view word, const std::string& what) const {
        uint64_t value = 0;
        if (!read_number(word, value) || value > UINT32_MAX)
            refuse(what + " " + shown_word(word) + ": a whole number from 0 to 4294967295 expected" +
                   number_reason(word, true));
        return value;
    }
    const std::string& path() const { return path_; }

private:
    Lines lines_;
    const std::string& path_;
};

/// Adds a value; takes memory only as values come.
inline void add_value(std::vector<double>& column, double value, const std::string& path) {
    require_growth(column, path);
    column.push_back(value);
}

}  // namespace app
