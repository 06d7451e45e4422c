// NumPy arrays, header versions 1.0 to 3.0, C order, little endian: keys, values, boxes and pairs.
#pragma once
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "app/io/input_file.h"
#include "app/io/npy_header.h"

namespace app {

struct NpyArray {
    std::string type;              // "<u2", "<u4", "<i4", "<f4", "<u8", "<i8", "<f8"
    std::vector<uint64_t> shape;   // (N,) or (N, columns)
    std::vector<std::byte> bytes;  // C order

    uint64_t rows() const { return shape.empty() ? 0 : shape[0]; }

    template <typename T>
    std::span<const T> as() const {
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
};

/// Form of array that the caller accepts: shape (N,) for no columns, else (N, columns), with at most
/// `max_rows`; or, with most_side other than 0, any of two dimensions, both from `least_side` to `most_side`.
struct NpyExpected {
    std::vector<std::string> types;
    uint64_t columns = 0;
    uint64_t max_rows = 0xffffffffu;
    std::string instead = "";  // what else the caller reads, for messages: "a mesh, NAME.obj"
    uint64_t least_side = 0, most_side = 0;
};

/// Throws BadFile with the file's name and what was expected; sort::OverLimit for more than max_rows.
NpyArray read_npy(const std::string& path, const NpyExpected& form);
NpyArray read_npy(InputFile& file, const NpyExpected& form);

/// Reads the header alone. Throws BadFile; `instead` is what else the caller reads, for messages.
NpyHeader read_npy_header(InputFile& file, const std::string& instead = "");

/// Reads all items behind the header, of one of the types "<f4" and the like; nothing may follow. Throws BadFile,
/// sort::OverLimit for more than max_rows.
std::vector<std::byte> read_npy_items(InputFile& file, const NpyHeader& header, uint64_t max_rows);

/// Reads the items of one index of the first dimension, whose second has at most max_rows; those behind it may be
/// missing. Throws as read_npy_items().
std::vector<std::byte> read_npy_part(InputFile& file, const NpyHeader& header, uint64_t index,
                                     uint64_t max_rows);

/// Throws BadFile for an array in Fortran order, unless both orders are the same.
void refuse_fortran_order(const std::string& path, const NpyHeader& header);

/// Returns whether a path names a .npy file by its ending, in small letters or capitals.
bool is_npy_name(const std::string& path);

/// Header version 1.0; the data starts at a multiple of 64 bytes. `bytes` must match type and shape.
void write_npy(std::ostream& out, const std::string& type, const std::vector<uint64_t>& shape,
               std::span<const std::byte> bytes);

/// Likewise of `count` records, field behind field; names are of letters and digits.
void write_npy_records(std::ostream& out, const std::vector<NpyField>& fields, uint64_t count,
                       std::span<const std::byte> bytes);

}  // namespace app
