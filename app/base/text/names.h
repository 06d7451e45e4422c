// Names that the user may have mistyped: finds the nearest one and words the refusal.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace app {

/// Typing errors between two words: insertions, deletions, replacements and swaps of neighbours.
int edit_distance(const std::string& a, const std::string& b);

/// Returns the known name with the fewest typing errors, "" when none is near.
std::string nearest_name(const std::string& wrong, const std::vector<std::string>& known);

/// Returns "unknown scene 'pil': did you mean 'pile'? (gas, mixed, pile)"
std::string unknown_name(const std::string& what, const std::string& wrong,
                         const std::vector<std::string>& known);

/// Returns "a, b, c"
std::string join(const std::vector<std::string>& words, const std::string& between = ", ");

/// Splits a text at every `at`: "a|b" is "a", "b"; "" is one empty word.
std::vector<std::string> split(const std::string& text, char at);

/// Returns "1 box", "2 boxes": the noun of one, and of many where that is more than an s behind it.
std::string counted(uint64_t count, const std::string& one, const std::string& many = "");

}  // namespace app
