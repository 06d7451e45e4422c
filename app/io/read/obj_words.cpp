#include "app/io/read/obj_words.h"

#include <algorithm>
#include <cctype>

#include "app/base/text/letters.h"
#include "app/base/text/read_number.h"

namespace app {
namespace {

constexpr std::string_view kPassedOver[] = {
    "vn", "vt", "vp", "g", "o", "s", "mg", "l", "p", "usemtl", "mtllib", "usemap", "maplib", "bevel",
    "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj", "ctech", "stech",
    // curves and surfaces of free form, beside their own lines
    "cstype", "deg", "bmat", "step", "parm", "trim", "hole", "scrv", "sp", "end", "con", "res", "bzp", "bsp",
    "cdc", "cdp", "curv", "curv2",
    // colours and weights that other programs add
    "vc", "vw"};

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)); }

/// `v` or `f`, whatever stands around it: "V", "f:", "+v"; else "".
std::string bare_word(std::string_view word) {
    std::string bare;
    for (const char c : small_letters(word)) {
        if (is_letter_or_digit(c)) bare += c;
        if (bare.size() > 2) break;
    }
    return bare == "v" || bare == "f" || bare == "fo" ? bare : "";
}

}  // namespace

ObjWord obj_word(std::string_view word) {
    const std::string small = small_letters(word);
    if (small == "surf") return ObjWord::surface;
    if (small == "call" || small == "csh") return ObjWord::other_file;
    const bool known =
        std::find(std::begin(kPassedOver), std::end(kPassedOver), small) != std::end(kPassedOver);
    return known ? ObjWord::passed_over : ObjWord::unknown;
}

bool looks_like_number(std::string_view word) {
    return word.find_first_not_of("0123456789+-.,/eEdD") == word.npos &&
           word.find_first_of("0123456789") != word.npos;
}

std::string may_be_vertex_or_face(std::span<const std::string_view> words) {
    const std::string_view first = words[0];
    if (const std::string odd = odd_character(first); !odd.empty()) return "it contains " + odd;
    if (const std::string bare = bare_word(first); !bare.empty()) {
        const bool capital = small_letters(first) == bare;
        return std::string(capital ? "a small letter expected: '" : "'") + bare +
               (capital ? "'" : "' expected");
    }
    const char letter = small_letters(first.substr(0, 1))[0];
    if ((letter == 'v' || letter == 'f') && looks_like_number(first.substr(1)))
        return std::string("a blank behind '") + letter + "' expected";
    if (looks_like_number(first)) return "a number begins the line; 'v', 'f' or another word expected";
    const auto rest = words.subspan(1);
    const std::string small = small_letters(first);
    const bool named = small.starts_with("vert") || small.starts_with("face") || small.starts_with("tri");
    const auto numbers = std::count_if(rest.begin(), rest.end(), looks_like_number);
    if (numbers >= 2 && (named || size_t(numbers) == rest.size()))
        return "it may be a vertex or a face; 'v' or 'f' expected";
    for (size_t i = 1; i + 1 < words.size(); ++i) {
        if (!bare_word(words[i]).empty() && looks_like_number(words[i + 1]))
            return shown_word(words[i]) + " behind it; a line of its own expected";
    }
    return "";
}

}  // namespace app
