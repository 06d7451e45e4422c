// Legacy files of version 1 to 5: the points of any data set that has a list of them, and what POINT_DATA says of each.
// Cells are passed over. Binary parts are big endian.
#include "app/base/text/letters.h"
#include "app/base/text/names.h"
#include "app/io/tables/binary_numbers.h"

namespace app {
namespace {

std::optional<NumberKind> kind_of_vtk(std::string_view name) {
    static constexpr std::pair<std::string_view, NumberKind> kNames[] = {
        {"char", NumberKind::i8},          {"unsigned_char", NumberKind::u8},
        {"short", NumberKind::i16},        {"unsigned_short", NumberKind::u16},
        {"int", NumberKind::i32},          {"unsigned_int", NumberKind::u32},
        {"long", NumberKind::i64},         {"unsigned_long", NumberKind::u64},
        {"vtktypeint64", NumberKind::i64}, {"vtkidtype", NumberKind::i32},
        {"float", NumberKind::f32},        {"double", NumberKind::f64}};
    for (const auto& [known, kind] : kNames) {
        if (known == name) return kind;
    }
    return {};
}

class VtkReader {
public:
    explicit VtkReader(InputFile& file) : file_(file) {}

    NumberTable read() {
        read_head();
        while (next()) {
            const std::string word = small_letters(words_[0]);
            if (word == "points") {
                read_points();
            } else if (word == "point_data") {
                read_point_data();
                break;
            } else if (word == "cell_data") {
                break;  // of cells from here on
            } else if (word == "metadata") {
                pass_over_metadata();
            } else if (word == "cells" || word == "vertices" || word == "lines" || word == "polygons" ||
                       word == "triangle_strips") {
                pass_over_cells();
            } else if (word == "cell_types") {
                pass_over(count(1, "cells"), NumberKind::i32);
            } else if (word == "field") {
                for (uint64_t arrays = count(2, "arrays"); arrays > 0; --arrays) read_field_array(0);
            } else {
                file_.refuse(shown_word(words_[0]) + ": POINTS, CELLS, POINT_DATA or CELL_DATA expected");
            }
        }
        if (table_.columns.empty()) file_.refuse("POINTS expected, the file ends");
        return std::move(table_);
    }

private:
    /// Takes the words of the next line that has some.
    bool next() {
        words_.clear();
        std::string_view line;
        while (words_.empty() && file_.next_line(line)) add_words(line, words_);
        return !words_.empty();
    }
    std::string_view word(size_t place, const char* what) const {
        if (place >= words_.size())
            file_.refuse(std::string(what) + " expected behind " + shown_word(words_[0]));
        return words_[place];
    }
    uint64_t count(size_t place, const char* what) const {
        uint64_t value = 0;
        if (!read_number(word(place, what), value) || value > UINT32_MAX)
            file_.refuse(std::string(what) + " " + shown_word(words_[place]) +
                         ": a whole number from 0 to 4294967295 expected");
        return value;
    }
    NumberKind kind(size_t place) const {
        const auto found = kind_of_vtk(small_letters(word(place, "a type")));
        if (!found) file_.refuse("type " + shown_word(words_[place]) + ": float, double, int, ... expected");
        return *found;
    }

    void read_head() {
        std::string_view line;
        if (!file_.next_line(line) || !line.starts_with("# vtk DataFile Version"))
            file_.refuse("'# vtk DataFile Version' expected");
        if (!file_.next_line(line)) file_.refuse("a title expected, the file ends");
        const bool there = next();
        const std::string form = there ? small_letters(words_[0]) : "";
        if (form != "ascii" && form != "binary") file_.refuse("ASCII or BINARY expected");
        ascii_ = form == "ascii";
        if (!next() || small_letters(words_[0]) != "dataset") file_.refuse("DATASET expected");
        const std::string set = small_letters(word(1, "a data set"));
        if (set != "polydata" && set != "unstructured_grid" && set != "structured_grid")
            file_.refuse("DATASET " + shown_word(words_[1]) + ": POLYDATA or UNSTRUCTURED_GRID expected");
        if (set != "structured_grid") return;
        if (!next() || small_letters(words_[0]) != "dimensions") file_.refuse("DIMENSIONS expected");
    }

    /// Reads one number of a part that is `what`.
    double number(NumberKind kind, const std::string& what) {
        if (!ascii_) {
            const char* const at = file_.take(size_of_number(kind));
            if (!at) file_.refuse(what + " expected, the file ends");
            return binary_number(at, kind, true);
        }
        const std::string_view word = file_.next_word();
        double value = 0;
        if (word.empty()) file_.refuse(what + " expected, the file ends");
        if (!read_number(word, value))
            file_.refuse(what + " " + shown_word(word) + ": a number expected" + number_reason(word));
        return value;
    }

    /// Reads rows of `parts` numbers; the first of each go to new columns of these names.
    void read_rows(uint64_t rows, uint64_t parts, NumberKind kind, const std::vector<std::string>& names) {
        if (parts == 0) return;  // nothing follows
        const size_t first = table_.columns.size();
        if (first + names.size() > kMostTableColumns)
            file_.refuse("at most " + std::to_string(kMostTableColumns) + " arrays expected");
        for (const std::string& name : names) {
            if (table_.find({name})) file_.refuse("two arrays are called " + name);
            table_.names.push_back(name);
            table_.columns.emplace_back();
        }
        for (uint64_t row = 0; row < rows; ++row) {
            for (uint64_t part = 0; part < parts; ++part) {
                const double value =
                    number(kind, "item " + std::to_string(row) + " of " + std::to_string(rows));
                if (part < names.size()) add_value(table_.columns[first + part], value, file_.path());
            }
        }
    }

    void pass_over(uint64_t numbers, NumberKind kind) {
        for (uint64_t i = 0; i < numbers; ++i) number(kind, "item " + std::to_string(i));
    }

    void read_points() {
        points_ = count(1, "points");
        read_rows(points_, 3, kind(2), {"x", "y", "z"});
    }

    /// Lists of cells are numbers in a row, or, from version 5 on, two arrays.
    void pass_over_cells() {
        const uint64_t cells = count(1, "cells"), numbers = count(2, "numbers");
        const char* const before = file_.peek();
        const uint64_t line = file_.line();
        if (next() && small_letters(words_[0]) == "offsets") {
            pass_over(cells, kind(1));
            if (!next() || small_letters(words_[0]) != "connectivity") file_.refuse("CONNECTIVITY expected");
            return pass_over(numbers, kind(1));
        }
        file_.go_back(before, line);
        pass_over(numbers, NumberKind::i32);
    }

    void pass_over_metadata() {
        std::string_view line;
        while (file_.next_line(line) && !line.empty()) {
        }
    }

    void read_point_data() {
        if (table_.columns.empty()) file_.refuse("POINTS expected before POINT_DATA");
        if (count(1, "points") != points_)
            file_.refuse("POINT_DATA " + std::string(words_[1]) + ": " + std::to_string(points_) +
                         " expected, as many as POINTS");
        while (next()) {
            const std::string what = small_letters(words_[0]);
            if (what == "scalars") {
                const std::string name = small_letters(word(1, "a name"));
                const NumberKind of = kind(2);
                const uint64_t parts = words_.size() > 3 ? count(3, "components") : 1;
                if (!next() || small_letters(words_[0]) != "lookup_table")
                    file_.refuse("LOOKUP_TABLE expected");
                read_rows(points_, parts, of, parts == 1 ? std::vector{name} : std::vector<std::string>{});
            } else if (what == "vectors") {
                const std::string name = small_letters(word(1, "a name"));
                read_rows(points_, 3, kind(2), {name + "_x", name + "_y", name + "_z"});
            } else if (what == "normals") {
                read_rows(points_, 3, kind(2), {});
            } else if (what == "tensors") {
                read_rows(points_, 9, kind(2), {});
            } else if (what == "texture_coordinates") {
                const uint64_t parts = count(2, "components");
                read_rows(points_, parts, kind(3), {});
            } else if (what == "field") {
                for (uint64_t arrays = count(2, "arrays"); arrays > 0; --arrays) read_field_array(points_);
            } else if (what == "metadata") {
                pass_over_metadata();
            } else if (what == "cell_data") {
                return;
            } else {
                file_.refuse(
                    shown_word(words_[0]) +
                    ": SCALARS, VECTORS, NORMALS, TENSORS, TEXTURE_COORDINATES, FIELD, METADATA or CELL_DATA expected");
            }
        }
    }

    /// Reads "NAME COMPONENTS TUPLES TYPE" and its numbers; one per point becomes a column.
    void read_field_array(uint64_t points) {
        if (!next()) file_.refuse("an array of FIELD expected, the file ends");
        if (small_letters(words_[0]) == "metadata") {
            pass_over_metadata();
            if (!next()) file_.refuse("an array of FIELD expected, the file ends");
        }
        const std::string name = small_letters(words_[0]);
        const uint64_t parts = count(1, "components"), tuples = count(2, "tuples");
        const NumberKind of = kind(3);
        const bool kept = parts == 1 && points > 0 && tuples == points;
        read_rows(tuples, parts, of, kept ? std::vector{name} : std::vector<std::string>{});
    }

    BytesAndLines file_;
    NumberTable table_;
    std::vector<std::string_view> words_;
    uint64_t points_ = 0;
    bool ascii_ = false;
};

}  // namespace

NumberTable read_vtk(InputFile& file) { return VtkReader(file).read(); }

}  // namespace app
