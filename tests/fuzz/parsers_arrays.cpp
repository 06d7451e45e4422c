// NumPy arrays as keys, boxes and heights; heights as pictures.
#include <zlib.h>

#include <cmath>
#include <cstring>

#include "app/io/boxes.h"
#include "app/io/height_map.h"
#include "app/io/npy_keys.h"
#include "tests/fuzz/parser.h"

namespace fuzz {
namespace {

bool read_keys(const std::string& path) {
    return read_or_refused(path, [&] {
        const app::KeyFile keys = app::read_keys(path);
        require(keys.array.bytes.size() == uint64_t{keys.count()} * uint64_t(keys.array.type[2] - '0'),
                "as many bytes as keys");
    });
}

bool read_boxes(const std::string& path) {
    return read_or_refused(path, [&] {
        std::vector<sim::Box> boxes = app::read_boxes(path);
        app::check_boxes(boxes, path);
        for (const sim::Box& box : boxes) {
            for (int axis = 0; axis < 3; ++axis) {
                require(box.min[axis] <= box.max[axis] && std::isfinite(box.max[axis] - box.max[axis]) &&
                            std::isfinite(box.min[axis]),
                        "boxes are finite, min <= max");
            }
        }
    });
}

bool read_npy(const std::string& path) {
    const bool keys = read_keys(path);
    const bool boxes = read_boxes(path);
    require(!(keys && boxes), "keys have one dimension, boxes two");
    return keys || boxes;
}

bool read_heights(const std::string& path) {
    return read_or_refused(path, [&] {
        const auto map = app::read_height_map(path, 100);
        require(map->heights_m.size() == size_t{map->columns} * map->rows, "as many heights as places");
        require(map->columns >= sim::kLeastSide && map->rows >= sim::kLeastSide, "sides in range");
        for (const float height : map->heights_m) require(std::fabs(height) <= 1e5f, "heights in range");
    });
}

/// The header's length as it is now: up to its newline.
std::string with_header_length(std::string bytes) {
    const bool wide = bytes.size() > 6 && bytes[6] > 1;
    const size_t start = wide ? 12 : 10, end = bytes.find('\n', start);
    if (bytes.size() < start || end == bytes.npos) return bytes;
    const size_t length = end + 1 - start;
    for (int k = 0; k < (wide ? 4 : 2); ++k) bytes[8 + size_t(k)] = char(length >> 8 * k);
    return bytes;
}

uint32_t big_endian(const std::string& bytes, size_t at) {
    uint32_t number = 0;
    for (size_t k = 0; k < 4; ++k) number = number << 8 | uint8_t(bytes[at + k]);
    return number;
}

std::string with_checksums(std::string bytes) {
    for (size_t at = 8; at + 12 <= bytes.size();) {
        const uint64_t length = big_endian(bytes, at), sum = at + 8 + length;
        if (sum + 4 > bytes.size()) break;
        const auto* start = reinterpret_cast<const Bytef*>(bytes.data()) + at + 4;
        const uint64_t crc = crc32(0, start, uInt(length + 4));
        for (size_t k = 0; k < 4; ++k) bytes[sum + k] = char(crc >> (24 - 8 * k));
        at = sum + 4;
    }
    return bytes;
}

const std::vector<std::string> kHeaderWords = {
    "'<f4'",
    "'<u2'",
    "'<u4'",
    "'<i4'",
    "'<f8'",
    "'<u8'",
    "'>f4'",
    "'|u1'",
    "'<f'",
    "''",
    "True",
    "False",
    "(6,)",
    "(2, 6)",
    "(0,)",
    "()",
    "(1, 1)",
    "(16, 16)",
    "(0, 6)",
    "18446744073709551615",
    "(-1, 6)",
    "(1e3,)",
    "4294967296",
    "'descr': '<f4'",
    "'shape': (3, 6)",
    "{",
    "}",
    "'",
    ",",
    "'fortran_order': False",
    "\n",
    "\"<f4\"",
    "\\",
    "(3, 6), ",
    "L",
    "[('x', '<f4')]",
    "u'",
    "'<f2'",
    "'|b1'",
    "'float32'",
    "\t",
};

}  // namespace

std::vector<Parser> parsers_of_arrays() {
    return {{"npy", ".npy", kHeaderWords, read_npy, with_header_length},
            {"heights", ".npy", kHeaderWords, read_heights, with_header_length},
            {"png",
             ".png",
             {"IHDR", "IDAT", "IEND", "tEXt", "gAMA", "sBIT", "PLTE", "iCCP", std::string(4, '\0')},
             read_heights,
             with_checksums}};
}

}  // namespace fuzz
