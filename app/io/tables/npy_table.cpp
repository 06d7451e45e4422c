// Records of a NumPy array, or the columns of a plain one, as a table.
#include <optional>

#include "app/base/text/letters.h"
#include "app/io/npy.h"
#include "app/io/read/npy_type.h"
#include "app/io/tables/binary_numbers.h"

namespace app {
namespace {

constexpr size_t kRowsAtOnce = 1024, kMostRowBytes = 1 << 16;

struct Field {
    size_t bytes = 0;
    std::optional<NumberKind> kind{};  // none: bytes that fill a record up
    bool swapped = false;
};

std::optional<NumberKind> kind_of_npy_type(const std::string& type) {
    static constexpr std::pair<std::string_view, NumberKind> kCodes[] = {
        {"i1", NumberKind::i8},  {"u1", NumberKind::u8},  {"i2", NumberKind::i16}, {"u2", NumberKind::u16},
        {"i4", NumberKind::i32}, {"u4", NumberKind::u32}, {"i8", NumberKind::i64}, {"u8", NumberKind::u64},
        {"f4", NumberKind::f32}, {"f8", NumberKind::f64}};
    for (const auto& [code, kind] : kCodes) {
        if (type.size() == 3 && std::string_view(type).substr(1) == code) return kind;
    }
    return {};
}

class NpyTable {
public:
    explicit NpyTable(InputFile& file) : file_(file), header_(read_npy_header(file)) {
        if (!header_.fields.empty()) {
            take_records();
        } else {
            take_columns();
        }
        for (const Field& field : fields_) row_bytes_ += field.bytes;
        if (table_.columns.empty()) refuse("no column of numbers in it");
        if (row_bytes_ > kMostRowBytes) refuse("records of more than 65,536 bytes");
    }

    NumberTable read() {
        const uint64_t rows = header_.shape[0];
        std::vector<char> bytes(row_bytes_ * kRowsAtOnce);
        for (uint64_t row = 0; row < rows;) {
            const size_t count = size_t(std::min<uint64_t>(kRowsAtOnce, rows - row));
            if (file_.read(bytes.data(), count * row_bytes_) < count * row_bytes_)
                refuse("the header says " + std::to_string(rows) + " rows, but the file ends within the " +
                       std::to_string(kRowsAtOnce) + " from row " + std::to_string(row) + " on");
            for (size_t i = 0; i < count; ++i, ++row) add_row(&bytes[i * row_bytes_]);
        }
        char extra;
        if (file_.read(&extra, 1) != 0)
            refuse("the header says " + std::to_string(rows) + " rows, but more bytes follow");
        return std::move(table_);
    }

private:
    [[noreturn]] void refuse(const std::string& why) const { throw BadFile(file_.path() + ": " + why); }

    void add_column(const std::string& name) {
        if (table_.names.size() == kMostTableColumns)
            refuse("at most " + std::to_string(kMostTableColumns) + " columns expected");
        table_.names.push_back(name);
        table_.columns.emplace_back();
    }

    void take_records() {
        if (header_.shape.size() != 1)
            refuse("records of shape " + shape_text(header_.shape) + "; (N,) expected");
        for (const NpyField& one : header_.fields) {
            const auto kind = kind_of_npy_type(one.type);
            if (kind) {
                if (table_.find({small_letters(one.name)})) refuse("two fields are called " + one.name);
                add_column(small_letters(one.name));
                fields_.push_back({size_of_number(*kind), kind, one.type[0] == '>'});
            } else if (uint64_t bytes = 0; one.name.empty() && one.type.starts_with("|V") &&
                                           read_number(std::string_view(one.type).substr(2), bytes) &&
                                           bytes <= kMostRowBytes) {
                fields_.push_back({size_t(bytes)});
            } else {
                refuse("field " + one.name + ": " +
                       (one.type.empty() ? "several values" : npy_type_name(one.type)) +
                       "; one number expected, of 8 to 64 bits");
            }
        }
    }

    void take_columns() {
        const auto kind = kind_of_npy_type(header_.type);
        const auto& shape = header_.shape;
        if (!kind || shape.empty() || shape.size() > 2 || (shape.size() == 2 && shape[1] > kMostTableColumns))
            refuse(npy_type_name(header_.type) + " " + shape_text(shape) +
                   "; records, or numbers of shape (N, columns) expected, at most " +
                   std::to_string(kMostTableColumns) + " columns");
        refuse_fortran_order(file_.path(), header_);
        for (uint64_t i = 0; i < (shape.size() == 2 ? shape[1] : 1); ++i) {
            add_column(std::to_string(i));
            fields_.push_back({size_of_number(*kind), kind, header_.type[0] == '>'});
        }
    }

    void add_row(const char* at) {
        size_t column = 0;
        for (const Field& field : fields_) {
            if (field.kind)
                add_value(table_.columns[column++], binary_number(at, *field.kind, field.swapped),
                          file_.path());
            at += field.bytes;
        }
    }

    InputFile& file_;
    NpyHeader header_;
    NumberTable table_;
    std::vector<Field> fields_;
    size_t row_bytes_ = 0;
};

}  // namespace

NumberTable read_npy_table(InputFile& file) { return NpyTable(file).read(); }

}  // namespace app
