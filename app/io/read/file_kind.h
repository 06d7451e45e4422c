// Kinds of files: by their first bytes where these are of one kind only, else by the ending of the name. One
// place for all commands.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace app {

enum class FileKind { unknown, npy, png, obj, toml, mtx, json, other };

/// Byte order mark of UTF-8. Texts may begin with it, even more than once.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Bytes that `content_of` wants to see.
inline constexpr size_t kBytesOfKind = 4096;

/// Returns the kind by the ending of the name, in small letters or capitals: .npy, .png, .obj, .toml, .mtx, .json.
FileKind kind_by_name(std::string_view path);

struct Content {
    FileKind kind = FileKind::unknown;
    const char* name = "";  // "a PNG picture"
};

/// Returns the content by the first bytes of the file. `other`: a kind that this program does not read;
/// `unknown`: any.
Content content_of(std::string_view start);

/// Returns "an .obj mesh": what is expected, for messages.
const char* name_of(FileKind kind);

}  // namespace app
