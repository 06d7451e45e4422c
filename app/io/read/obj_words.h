// The words that begin the lines of .obj files, and what lines may be whose word is not known.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace app {

enum class ObjWord {
    passed_over,  // it says nothing of vertices and faces
    surface,      // of a free form, which is not read
    other_file,   // reads another file or runs a program
    unknown
};

/// Returns the meaning of a line's first word. All but `v`, `f` and `fo` may be in small letters or capitals.
ObjWord obj_word(std::string_view word);

/// Digits with signs, points, commas, slashes and exponents.
bool looks_like_number(std::string_view word);

/// The line of an unknown word may have been a vertex or a face, and why: "small letters expected: 'v'"; "": it is only
/// text. `words` is the line, its first word too.
std::string may_be_vertex_or_face(std::span<const std::string_view> words);

}  // namespace app
