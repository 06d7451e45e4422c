// The claim of the header is checked against what the file holds before any memory is taken for it.
#include "app/io/npy.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/io/input_file.h"
#include "app/io/npy_header.h"
#include "app/io/read/file_kind.h"
#include "app/io/read/npy_type.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr char kMagic[] = "\x93NUMPY";
constexpr size_t kMagicBytes = 6;
constexpr uint32_t kMaxHeaderBytes = 1 << 20;

}  // namespace

NpyHeader read_npy_header(InputFile& file, const std::string& instead) {
    const std::string& path = file.path();
    unsigned char start[12] = {};
    const Content is = content_of(file.start());
    if (is.kind != FileKind::npy && is.kind != FileKind::unknown) {
        throw BadFile(path + ": not a NumPy file but " + is.name + "; a NumPy array (.npy)" +
                      (instead.empty() ? "" : " or " + instead) + " expected");
    }
    if (file.read(start, 10) < 10 || std::memcmp(start, kMagic, kMagicBytes) != 0) {
        throw BadFile(path + ": not a NumPy file: it must start with \\x93NUMPY" +
                      (instead.empty() ? "" : "; or it must be " + instead));
    }
    const int major = start[6], minor = start[7];
    if (major < 1 || major > 3 || minor != 0) {
        throw BadFile(path + ": NumPy format " + std::to_string(major) + "." + std::to_string(minor) +
                      "; 1.0, 2.0 or 3.0 expected");
    }
    uint32_t length = start[8] | start[9] << 8;
    if (major > 1) {
        if (file.read(start + 10, 2) < 2) throw BadFile(path + ": ends inside its header");
        length |= static_cast<uint32_t>(start[10]) << 16 | static_cast<uint32_t>(start[11]) << 24;
    }
    if (length > kMaxHeaderBytes) {
        throw BadFile(path + ": a header of " + std::to_string(length) + " bytes; at most 2^20 expected");
    }
    std::string text(length, '\0');
    if (file.read(text.data(), length) < length) throw BadFile(path + ": ends inside its header");
    try {
        return parse_npy_header(text);
    } catch (const std::invalid_argument& error) {
        throw BadFile(path + ": " + error.what());
    }
}

void refuse_fortran_order(const std::string& path, const NpyHeader& header) {
    const std::vector<uint64_t>& shape = header.shape;
    const bool empty = std::count(shape.begin(), shape.end(), 0) > 0;
    const auto sides = std::count_if(shape.begin(), shape.end(), [](uint64_t side) { return side > 1; });
    const bool same_in_both = empty || sides <= 1;
    if (header.fortran_order && !same_in_both)
        throw BadFile(path + ": Fortran order; C order expected: numpy.ascontiguousarray(a) makes it");
}

namespace {

void check_sides(const std::string& path, const NpyHeader& header, const NpyExpected& form) {
    const auto fits = [&](uint64_t side) { return side >= form.least_side && side <= form.most_side; };
    if (header.shape.size() != 2 || !fits(header.shape[0]) || !fits(header.shape[1])) {
        throw BadFile(path + ": shape " + shape_text(header.shape) +
                      "; (rows, columns) expected, each from " + std::to_string(form.least_side) + " to " +
                      std::to_string(form.most_side));
    }
    refuse_fortran_order(path, header);
}

/// Returns " with the fields x, y"
std::string fields_text(const std::vector<NpyField>& of) {
    std::vector<std::string> fields;
    for (const NpyField& one : of) {
        if (!one.name.empty()) fields.push_back(one.name);
    }
    if (fields.empty()) return "";
    constexpr size_t kMost = 8;
    const std::vector<std::string> first(fields.begin(),
                                         fields.begin() + ptrdiff_t(std::min(fields.size(), kMost)));
    return " with the fields " + join(first) + (fields.size() > kMost ? ", ..." : "");
}

/// Returns the numpy expression that gives an array the expected shape; "": none does for sure.
std::string reshaping(const std::vector<uint64_t>& shape, uint64_t columns) {
    if (columns == 0) {
        const bool one_long =
            std::count_if(shape.begin(), shape.end(), [](uint64_t n) { return n != 1; }) <= 1;
        return !shape.empty() && one_long ? ": a.ravel() makes it" : "";
    }
    if (shape.size() == 2 && shape[0] == columns) return ": a.T.copy() makes it";
    const bool flat = shape.size() == 1 && shape[0] % columns == 0;
    if (flat || (shape.size() == 3 && shape[1] * shape[2] == columns))
        return ": a.reshape(-1, " + std::to_string(columns) + ") makes it";
    return "";
}

void check_kind(const std::string& path, const NpyHeader& header, const NpyExpected& form) {
    const auto& types = form.types;
    if (std::find(types.begin(), types.end(), header.type) == types.end()) {
        std::vector<std::string> names;
        for (const std::string& type : types) names.push_back(npy_type_name(type));
        throw BadFile(path + ": holds " + npy_type_name(header.type) + fields_text(header.fields) + "; " +
                      join(names, " or ") +
                      " expected, little endian: " + npy_conversion(header.type, types) + " makes it");
    }
    if (form.most_side) return check_sides(path, header, form);
    const size_t dimensions = form.columns ? 2 : 1;
    const bool fits = header.shape.size() == dimensions && (!form.columns || header.shape[1] == form.columns);
    if (!fits) {
        const std::string expected = form.columns ? "(N, " + std::to_string(form.columns) + ")" : "(N,)";
        throw BadFile(path + ": shape " + shape_text(header.shape) + "; " + expected + " expected" +
                      reshaping(header.shape, form.columns));
    }
    if (dimensions > 1) refuse_fortran_order(path, header);
}

}  // namespace

bool is_npy_name(const std::string& path) { return kind_by_name(path) == FileKind::npy; }

NpyArray read_npy(const std::string& path, const NpyExpected& form) {
    InputFile file(path);
    return read_npy(file, form);
}

NpyArray read_npy(InputFile& file, const NpyExpected& form) {
    if (file.start().empty()) throw BadFile(file.path() + ": empty; a NumPy array expected");
    const NpyHeader header = read_npy_header(file, form.instead);
    check_kind(file.path(), header, form);
    return {header.type, header.shape, read_npy_items(file, header, form.max_rows)};
}

/// What the header claims, wide enough for any two factors: above 2^64 it is no more than some number above.
static unsigned __int128 claimed_bytes(const NpyHeader& header) {
    auto claimed = static_cast<unsigned __int128>(header.type[2] - '0');
    for (const uint64_t side : header.shape)
        claimed = side == 0 ? 0 : claimed > UINT64_MAX ? claimed : claimed * side;
    return claimed;
}

static std::string claim_of(const std::string& path, const NpyHeader& header) {
    return path + ": the header says shape " + shape_text(header.shape);
}

std::vector<std::byte> read_npy_items(InputFile& file, const NpyHeader& header, uint64_t max_rows) {
    const unsigned __int128 claimed = claimed_bytes(header);
    const std::string claim = claim_of(file.path(), header);
    if (file.size() && claimed > *file.size()) {
        throw BadFile(claim + ", but the whole file is " + std::to_string(*file.size()) + " bytes");
    }
    if (!header.shape.empty() && header.shape[0] > max_rows) {
        throw sort::OverLimit(claim + "; the limit is " + std::to_string(max_rows) + " rows");
    }

    // Read exactly that, and see the end behind it.
    const uint64_t expected = static_cast<uint64_t>(std::min<unsigned __int128>(claimed, UINT64_MAX));
    std::vector<std::byte> bytes;
    const uint64_t got = file.append(bytes, expected);
    char extra;
    if (got < expected) {
        throw BadFile(claim + ", " + std::to_string(expected) + " bytes, but only " + std::to_string(got) +
                      " are there");
    }
    if (file.read(&extra, 1) != 0) {
        throw BadFile(claim + ", " + std::to_string(expected) + " bytes, but more follow");
    }
    return bytes;
}

std::vector<std::byte> read_npy_part(InputFile& file, const NpyHeader& header, uint64_t index,
                                     uint64_t max_rows) {
    NpyHeader part = header;
    part.shape.erase(part.shape.begin());
    const unsigned __int128 one = claimed_bytes(part);
    const std::string claim = claim_of(file.path(), header);
    if (!file.size()) throw BadFile(file.path() + ": a pipe; a file expected, of which parts can be read");
    if (one > *file.size()) {
        throw BadFile(claim + ", but the whole file is " + std::to_string(*file.size()) + " bytes");
    }
    if (index >= header.shape[0]) throw BadFile(claim + "; there is no index " + std::to_string(index));
    if (!part.shape.empty() && part.shape[0] > max_rows)
        throw sort::OverLimit(claim + "; the limit is " + std::to_string(max_rows) + " rows");
    file.skip(uint64_t(one) * index);
    std::vector<std::byte> bytes;
    const uint64_t got = file.append(bytes, uint64_t(one));
    if (got < one)
        throw BadFile(claim + ", but the file ends within index " + std::to_string(index) + ", after " +
                      std::to_string(got) + " of its " + std::to_string(uint64_t(one)) + " bytes");
    return bytes;
}

/// `descr` as Python writes it.
static void write_array(std::ostream& out, const std::string& descr, const std::vector<uint64_t>& shape,
                        std::span<const std::byte> bytes) {
    std::string text =
        "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
    const size_t before = kMagicBytes + 4;
    text.append(63 - (before + text.size()) % 64, ' ');
    text += '\n';
    const char length[] = {static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
    out.write(kMagic, kMagicBytes).write("\x01\x00", 2).write(length, 2) << text;
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void write_npy(std::ostream& out, const std::string& type, const std::vector<uint64_t>& shape,
               std::span<const std::byte> bytes) {
    write_array(out, "'" + type + "'", shape, bytes);
}

void write_npy_records(std::ostream& out, const std::vector<NpyField>& fields, uint64_t count,
                       std::span<const std::byte> bytes) {
    std::string descr = "[";
    for (const NpyField& one : fields)
        descr += (descr.size() > 1 ? ", ('" : "('") + one.name + "', '" + one.type + "')";
    write_array(out, descr + "]", {count}, bytes);
}

}  // namespace app
