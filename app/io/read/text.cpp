#include "app/io/read/text.h"

#include <algorithm>
#include <cstring>

#include "app/base/errors.h"

namespace app {
namespace {

using namespace std::string_view_literals;

[[noreturn]] void refuse_encoding(const std::string& path, const std::string& what, const char* name) {
    throw BadFile(path + ": is " + what + "; UTF-8 expected (iconv -f " + name + " -t UTF-8 converts it)");
}

/// Throws BadFile for UTF-16 and UTF-32, recognized by their byte order marks, or by where the first bytes
/// are zero, as they are in English text.
void refuse_wide_text(std::string_view bytes, const std::string& path) {
    if (bytes.starts_with("\xff\xfe\0\0"sv) || bytes.starts_with("\0\0\xfe\xff"sv))
        refuse_encoding(path, "UTF-32 text", "UTF-32");
    if (bytes.starts_with("\xff\xfe"sv) || bytes.starts_with("\xfe\xff"sv))
        refuse_encoding(path, "UTF-16 text", "UTF-16");
    const std::string_view start = bytes.substr(0, std::min<size_t>(bytes.size(), 256) & ~size_t{3});
    const size_t text_bytes = start.empty() ? 0 : start.size() / 4;
    size_t zeros[4] = {};
    for (size_t i = 0; i < start.size(); ++i) zeros[i % 4] += start[i] == '\0';
    const auto all = [&](size_t k) { return zeros[k] == text_bytes; };
    const auto most = [&](size_t k) { return zeros[k] * 4 > text_bytes * 3; };
    const auto few = [&](size_t k) { return zeros[k] * 4 < text_bytes; };
    if (text_bytes == 0) return;
    if (few(0) && all(1) && all(2) && all(3))
        refuse_encoding(path, "UTF-32 text (little endian)", "UTF-32LE");
    if (all(0) && all(1) && all(2) && few(3)) refuse_encoding(path, "UTF-32 text (big endian)", "UTF-32BE");
    if (few(0) && most(1) && few(2) && most(3))
        refuse_encoding(path, "UTF-16 text (little endian)", "UTF-16LE");
    if (most(0) && few(1) && most(2) && few(3)) refuse_encoding(path, "UTF-16 text (big endian)", "UTF-16BE");
}

[[noreturn]] void refuse_zero_byte(std::string_view text, size_t at, const std::string& path) {
    const std::string_view before = text.substr(0, at);
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const bool only_zeros = text.find_first_not_of('\0', at) == text.npos;
    throw BadFile(
        path + ":" + std::to_string(lines + 1) + ":" + std::to_string(at - line_start + 1) +
        ": a zero byte; a text has none" +
        (only_zeros ? "; all bytes from there on are zero: the file was not written completely" : ""));
}

/// \r\n and \r become \n, in place.
void join_line_ends(std::string& text) {
    const size_t first = text.find('\r');
    if (first == text.npos) return;
    size_t to = first;
    for (size_t from = first; from < text.size();) {
        text[to++] = '\n';
        from += from + 1 < text.size() && text[from + 1] == '\n' ? 2 : 1;
        const size_t next = std::min(text.find('\r', from), text.size());
        std::memmove(text.data() + to, text.data() + from, next - from);
        to += next - from;
        from = next;
    }
    text.resize(to);
}

}  // namespace

std::string plain_text(std::string bytes, const std::string& path, FileKind expected) {
    const Content is = content_of(std::string_view(bytes).substr(0, kBytesOfKind));
    // The first line of an .obj may be "g = 1".
    const bool may_be =
        is.kind == FileKind::toml && expected == FileKind::obj && kind_by_name(path) == expected;
    if (expected != FileKind::unknown && is.kind != FileKind::unknown && is.kind != expected && !may_be)
        throw BadFile(path + ": is " + is.name + "; " + name_of(expected) + " expected");
    refuse_wide_text(bytes, path);
    size_t marks = 0;
    while (std::string_view(bytes).substr(marks).starts_with(kByteOrderMark)) marks += kByteOrderMark.size();
    bytes.erase(0, marks);
    while (bytes.ends_with('\x1a')) bytes.pop_back();  // the end of a text on DOS
    join_line_ends(bytes);
    if (const size_t zero = bytes.find('\0'); zero != bytes.npos) refuse_zero_byte(bytes, zero, path);
    return bytes;
}

}  // namespace app
