// The text in front of a NumPy array: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 6), }
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// A field of records.
struct NpyField {
    std::string name;  // "": bytes that fill a record up
    std::string type;  // as plain_npy_type names it; "": several values
};

struct NpyHeader {
    std::string type;              // as plain_npy_type names it; "": records
    std::vector<NpyField> fields;  // of records
    bool fortran_order = false;
    std::vector<uint64_t> shape;
};

/// Parses a header as NumPy does, that of Python 2 too: (2L, 6L). Throws std::invalid_argument that says what
/// is wrong with the text.
NpyHeader parse_npy_header(std::string_view text);

/// Returns "(3, 6)"
std::string shape_text(const std::vector<uint64_t>& shape);

}  // namespace app
