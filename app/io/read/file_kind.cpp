#include "app/io/read/file_kind.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "app/base/text/ending.h"
#include "app/base/text/letters.h"
#include "app/base/text/read_number.h"

namespace app {
namespace {

using namespace std::string_view_literals;

struct Magic {
    std::string_view bytes;
    Content content;
    size_t at = 0;
};

const Magic kMagic[] = {
    {"\x93NUMPY"sv, {FileKind::npy, "a NumPy array"}},
    {"\x89PNG\r\n\x1a\n"sv, {FileKind::png, "a PNG picture"}},
    {"\xff\xd8\xff"sv, {FileKind::other, "a JPEG picture"}},
    {"GIF8"sv, {FileKind::other, "a GIF picture"}},
    {"BM"sv, {FileKind::other, "a BMP picture"}},  // and 4 zero bytes, see below
    {"II*\0"sv, {FileKind::other, "a TIFF picture"}},
    {"MM\0*"sv, {FileKind::other, "a TIFF picture"}},
    {"P5"sv, {FileKind::other, "a PGM picture"}},
    {"P2"sv, {FileKind::other, "a PGM picture"}},
    {"WEBP"sv, {FileKind::other, "a WebP picture"}, 8},
    {"\x76\x2f\x31\x01"sv, {FileKind::other, "an OpenEXR picture"}},
    {"PK\x03\x04"sv, {FileKind::other, "a ZIP archive (.npz, .zip); unpack it, or numpy.save one array"}},
    {"PK\x05\x06"sv, {FileKind::other, "an empty ZIP archive"}},
    {"\x1f\x8b"sv, {FileKind::other, "a gzip archive; unpack it with gunzip"}},
    {"\x28\xb5\x2f\xfd"sv, {FileKind::other, "a zstd archive; unpack it with unzstd"}},
    {"\xfd"
     "7zXZ\0"sv,
     {FileKind::other, "an xz archive; unpack it with unxz"}},
    {"BZh"sv, {FileKind::other, "a bzip2 archive; unpack it with bunzip2"}},
    {"7z\xbc\xaf\x27\x1c"sv, {FileKind::other, "a 7z archive"}},
    {"\x89HDF\r\n\x1a\n"sv, {FileKind::other, "an HDF5 file"}},
    {"MATLAB 5.0 MAT-file"sv, {FileKind::other, "a MATLAB file"}},
    {"glTF"sv, {FileKind::other, "a binary glTF scene (.glb)"}},
    {"Kaydara FBX Binary"sv, {FileKind::other, "an FBX scene"}},
    {"BLENDER"sv, {FileKind::other, "a Blender scene"}},
    {"ply\n"sv, {FileKind::other, "a PLY mesh"}},
    {"ply\r"sv, {FileKind::other, "a PLY mesh"}},
    {"OFF\n"sv, {FileKind::other, "an OFF mesh"}},
    {"OFF\r"sv, {FileKind::other, "an OFF mesh"}},
    {"%PDF-"sv, {FileKind::other, "a PDF document"}},
    {"\x7f"
     "ELF"sv,
     {FileKind::other, "a program"}},
    {"SQLite format 3\0"sv, {FileKind::other, "an SQLite data base"}},
    {"<?xml"sv, {FileKind::other, "an XML file"}},
    {"<!DOCTYPE"sv, {FileKind::other, "an HTML page"}},
    {"<html"sv, {FileKind::other, "an HTML page"}},
};

/// Two letters may begin a text, too.
bool fits_behind(const Magic& magic, std::string_view start) {
    if (magic.at > 0) return start.starts_with("RIFF");
    if (magic.bytes == "BM") return start.substr(0, 16).find('\0') != start.npos;
    if (magic.bytes[0] == 'P' && magic.bytes.size() == 2)
        return start.size() > 2 && std::string_view(" \t\r\n#").find(start[2]) != start.npos;
    return true;
}

bool starts_with(std::string_view text, std::string_view start) {
    return text.size() >= start.size() &&
           std::equal(start.begin(), start.end(), text.begin(),
                      [](char a, char b) { return small_letter(a) == small_letter(b); });
}

constexpr const char* kBlank = " \t\r\n\v\f";

/// Takes the next line off that is neither empty nor a comment: its words, eight at most. None: there is no such line.
std::vector<std::string_view> next_words(std::string_view& text) {
    std::vector<std::string_view> words;
    while (words.empty() && !text.empty()) {
        const size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        for (size_t at = 0; (at = line.find_first_not_of(kBlank, at)) != line.npos && words.size() < 8;) {
            const size_t stop = std::min(line.find_first_of(kBlank, at), line.size());
            words.push_back(line.substr(at, stop - at));
            at = stop;
        }
        if (!words.empty() && words[0][0] == '#') words.clear();
    }
    return words;
}

/// Returns whether a mesh begins here: names of its parts, if any, then a vertex. A line `mtllib FILE` alone
/// is enough.
bool begins_mesh(std::string_view text) {
    const auto is = [](std::string_view word, std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), word) != names.end();
    };
    while (true) {
        const std::vector<std::string_view> words = next_words(text);
        if (words.empty() || (words.size() > 1 && words[1] == "=")) return false;
        if (is(words[0], {"v", "vn", "vt"})) {
            float number = 0;
            return words.size() > 2 && read_number(words[1], number) && read_number(words[2], number);
        }
        if (words[0] == "mtllib" && words.size() == 2) return true;
        if (!is(words[0], {"mtllib", "usemtl", "o", "g", "s"})) return false;
    }
}

/// Texts without a magic number, by the first line that says something.
Content kind_of_text(std::string_view text) {
    if (starts_with(text, "%%matrixmarket")) return {FileKind::mtx, "a Matrix Market file"};
    if (text.starts_with("solid") && text.find("facet") != text.npos) return {FileKind::other, "an STL mesh"};
    if (begins_mesh(text)) return {FileKind::obj, "an .obj mesh"};
    std::string_view rest = text;
    const std::vector<std::string_view> words = next_words(rest);
    if (words.empty()) return {};
    const std::string_view first = words[0];
    if (first[0] == '{') return {FileKind::json, "a JSON file"};
    if (words.size() == 2 && first == "newmtl") return {FileKind::other, "a list of materials (.mtl)"};
    const auto letter = [](char c) {
        return (small_letter(c) >= 'a' && small_letter(c) <= 'z') || c == '_' || c == '.' || c == '[';
    };
    if (first[0] == '[' && first.back() == ']' && first.size() > 2 && letter(first[1]))
        return {FileKind::toml, "a TOML file"};
    if (words.size() > 2 && words[1] == "=" && std::all_of(first.begin(), first.end(), letter))
        return {FileKind::toml, "a TOML file"};
    return {};
}

}  // namespace

FileKind kind_by_name(std::string_view path) {
    static constexpr std::pair<const char*, FileKind> kEndings[] = {
        {".npy", FileKind::npy},   {".png", FileKind::png}, {".obj", FileKind::obj},
        {".toml", FileKind::toml}, {".mtx", FileKind::mtx}, {".json", FileKind::json}};
    for (const auto& [ending, kind] : kEndings) {
        if (has_ending(path, ending)) return kind;
    }
    return FileKind::unknown;
}

Content content_of(std::string_view start) {
    for (const Magic& magic : kMagic) {
        if (start.size() < magic.at + magic.bytes.size()) continue;
        if (start.substr(magic.at, magic.bytes.size()) != magic.bytes) continue;
        if (!fits_behind(magic, start)) continue;
        return magic.content;
    }
    while (start.starts_with(kByteOrderMark)) start.remove_prefix(kByteOrderMark.size());
    return kind_of_text(start);
}

const char* name_of(FileKind kind) {
    switch (kind) {
        case FileKind::npy:
            return "a NumPy array (.npy)";
        case FileKind::png:
            return "a PNG picture";
        case FileKind::obj:
            return "an .obj mesh";
        case FileKind::toml:
            return "a TOML file";
        case FileKind::mtx:
            return "a Matrix Market file (.mtx)";
        case FileKind::json:
            return "a JSON file";
        default:
            return "another file";
    }
}

}  // namespace app
