// One pass over the text, line by line. What the size line claims is only compared with what comes: nothing
// is allocated for it.
#include "app/io/matrix_market.h"

#include <algorithm>
#include <charconv>

#include "app/base/errors.h"
#include "app/base/text/letters.h"
#include "app/base/text/names.h"
#include "app/base/text/read_number.h"
#include "app/io/input_file.h"
#include "app/io/read/growth.h"
#include "app/io/read/lines.h"

namespace app {
namespace {

constexpr uint64_t kMaxBytes = uint64_t{1} << 34;
constexpr std::string_view kBanner = "%%matrixmarket";

enum class Field { real, integer, pattern, complex };
enum class Symmetry { general, symmetric, skew, hermitian };

class Reader {
public:
    Reader(std::string_view text, const std::string& path) : lines_(text), path_(path) {}

    [[noreturn]] void refuse(const std::string& why) const {
        throw BadFile(path_ + ":" + std::to_string(std::max<uint64_t>(lines_.number(), 1)) + ": " + why);
    }

    /// Reads the next line's words. Returns false at the end.
    bool next(std::vector<std::string_view>& words) {
        words.clear();
        std::string_view line;
        if (!lines_.next(line)) return false;
        add_words(line, words);
        return true;
    }

    /// Reads the next line that is neither empty nor a comment. Returns false at the end.
    bool next_data(std::vector<std::string_view>& words) {
        while (next(words)) {
            if (!words.empty() && words[0][0] != '%') return true;
        }
        return false;
    }

    uint64_t number(std::string_view word, const char* what, uint64_t low, uint64_t high) const {
        uint64_t value = 0;
        const bool read = read_number(word, value);
        if (!read || value < low || value > high) {
            refuse(std::string(what) + " " + shown_word(word) + ": a whole number from " +
                   std::to_string(low) + " to " + std::to_string(high) + " expected" +
                   (read ? "" : number_reason(word, true)));
        }
        return value;
    }

    double value(std::string_view word, Field field, MatrixValues values) const {
        double real = 0;
        int64_t integer = 0;
        const bool whole = field == Field::integer, kept = values == MatrixValues::kept;
        if (whole && read_number(word, integer)) return double(integer);
        if (!whole && read_number(word, real)) return real;
        // What is too large or not finite is a number all the same, where nobody needs it.
        const NumberFault fault = number_fault(word, whole);
        if (!kept &&
            (fault.kind == NumberFault::too_large || (!whole && fault.kind == NumberFault::not_finite)))
            return 0;
        refuse("value " + shown_word(word) + ": " +
               (whole  ? "a whole number"
                : kept ? "a finite number"
                       : "a number") +
               " expected" + number_reason(word, whole));
    }

    /// Throws BadFile for a number of words other than expected; commas and invisible characters are named.
    [[noreturn]] void refuse_words(const std::string& expected,
                                   const std::vector<std::string_view>& words) const {
        const auto strange = [](std::string_view word) {
            return word.find(',') != word.npos || !odd_character(word).empty();
        };
        const auto found = std::find_if(words.begin(), words.end(), strange);
        refuse(expected + " expected" +
               (found == words.end() ? "" : "; " + shown_word(*found) + ": " + number_fault(*found).text));
    }

private:
    Lines lines_;
    const std::string& path_;
};

/// Returns the place of `word` in a list of known words; refuses others with the list.
template <size_t kCount>
size_t one_of(const Reader& reader, std::string_view word, const char* what,
              const char* const (&known)[kCount]) {
    const auto place = std::find(std::begin(known), std::end(known), small_letters(word));
    if (place == std::end(known)) {
        reader.refuse(std::string(what) + " '" + std::string(word.substr(0, 40)) +
                      "': " + join({std::begin(known), std::end(known)}, " or ") + " expected");
    }
    return static_cast<size_t>(place - std::begin(known));
}

struct Header {
    Field field;
    Symmetry symmetry;
};

Header read_header(Reader& reader) {
    std::vector<std::string_view> words;
    reader.next(words);
    if (words.size() != 5 || small_letters(words[0]) != kBanner) {
        reader.refuse("'%%MatrixMarket matrix coordinate FIELD SYMMETRY' expected");
    }
    one_of(reader, words[1], "object", {"matrix"});
    one_of(reader, words[2], "format", {"coordinate"});
    const Header header{
        static_cast<Field>(one_of(reader, words[3], "field", {"real", "integer", "pattern", "complex"})),
        static_cast<Symmetry>(
            one_of(reader, words[4], "symmetry", {"general", "symmetric", "skew-symmetric", "hermitian"}))};
    if (header.symmetry == Symmetry::hermitian && header.field != Field::complex) {
        reader.refuse("hermitian: a matrix of complex numbers expected");
    }
    if (header.symmetry == Symmetry::skew && header.field == Field::pattern) {
        reader.refuse("skew-symmetric: a matrix with values expected");
    }
    return header;
}

/// Adds entries to a matrix, and their values where they are kept.
class EntryList {
public:
    EntryList(SparseEntries& matrix, MatrixValues values, const std::string& path)
        : matrix_(matrix), kept_(values == MatrixValues::kept), path_(path) {}

    void add(uint32_t row, uint32_t column, double value) {
        require_growth(matrix_.entries, path_);
        matrix_.entries.push_back({row, column});
        if (!kept_) return;
        require_growth(matrix_.values, path_);
        matrix_.values.push_back(value);
    }

private:
    SparseEntries& matrix_;
    bool kept_;
    const std::string& path_;
};

}  // namespace

SparseEntries parse_matrix_market(std::string_view text, const std::string& path, MatrixValues wanted) {
    Reader reader(text, path);
    const Header header = read_header(reader);
    if (wanted == MatrixValues::kept && header.field == Field::complex) {
        reader.refuse(std::string(header.symmetry == Symmetry::hermitian ? "hermitian: " : "complex: ") +
                      "a matrix of real numbers expected");
    }
    std::vector<std::string_view> words;
    if (!reader.next_data(words)) reader.refuse("the line 'ROWS COLUMNS ENTRIES' expected, the file ends");
    if (words.size() != 3) reader.refuse_words("'ROWS COLUMNS ENTRIES'", words);
    SparseEntries matrix;
    matrix.rows = static_cast<uint32_t>(reader.number(words[0], "rows", 1, UINT32_MAX));
    matrix.columns = static_cast<uint32_t>(reader.number(words[1], "columns", 1, UINT32_MAX));
    const uint64_t claimed = reader.number(words[2], "entries", 0, uint64_t{matrix.rows} * matrix.columns);
    const bool halved = header.symmetry != Symmetry::general;
    if (halved && matrix.rows != matrix.columns) reader.refuse("as many rows as columns expected");

    const size_t values = header.field == Field::pattern ? 0 : header.field == Field::complex ? 2 : 1;
    EntryList list(matrix, wanted, path);
    uint64_t read = 0;
    for (; reader.next_data(words); ++read) {
        if (read == claimed) reader.refuse("no more entries than " + std::to_string(claimed) + " expected");
        if (words.size() != 2 + values) {
            reader.refuse_words("a row, a column and " + std::to_string(values) + " values", words);
        }
        const auto row = static_cast<uint32_t>(reader.number(words[0], "row", 1, matrix.rows) - 1);
        const auto column = static_cast<uint32_t>(reader.number(words[1], "column", 1, matrix.columns) - 1);
        double value = 1;  // of an entry of a pattern
        for (size_t i = 0; i < values; ++i) value = reader.value(words[2 + i], header.field, wanted);
        if (halved && row < column) reader.refuse("an entry on or below the diagonal expected");
        if (header.symmetry == Symmetry::skew && row == column) {
            reader.refuse("an entry below the diagonal expected");
        }
        list.add(row, column, value);
        if (halved && row != column)
            list.add(column, row, header.symmetry == Symmetry::skew ? -value : value);
    }
    if (read < claimed) {
        reader.refuse(std::to_string(claimed) + " entries expected, the file ends after " +
                      std::to_string(read));
    }
    return matrix;
}

SparseEntries read_matrix_market(const std::string& path, MatrixValues values) {
    InputFile file(path);
    return parse_matrix_market(file.text(kMaxBytes, FileKind::mtx), file.path(), values);
}

void write_matrix_market(std::ostream& out, const SparseEntries& matrix) {
    out << "%%MatrixMarket matrix coordinate real general\n"
        << matrix.rows << ' ' << matrix.columns << ' ' << matrix.entries.size() << '\n';
    char value[64];
    for (size_t i = 0; i < matrix.entries.size(); ++i) {
        const auto end = std::to_chars(value, value + sizeof value, matrix.values[i]).ptr;
        out << matrix.entries[i].first + 1 << ' ' << matrix.entries[i].second + 1 << ' '
            << std::string_view(value, size_t(end - value)) << '\n';
    }
}

}  // namespace app
