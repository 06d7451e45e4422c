// Numbers in the words of files and command lines: one rule for all of them, whatever the locale.
#pragma once
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace app {

/// Reads what `read_number` leaves: numbers too small for the type, which become 0, and exponents as Fortran writes
/// them, 1.5D+03.
bool read_unusual_number(std::string_view word, float& value);
bool read_unusual_number(std::string_view word, double& value);

/// Reads a sign, digits with or without a point, and an exponent: the whole word and finite, or it returns false and
/// `number_fault` says why. Rounds to nearest.
template <std::floating_point T>
bool read_number(std::string_view word, T& value) {
#ifdef __cpp_lib_to_chars  // else for whole numbers alone
    const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data() + plus, end, value);
    if (error == std::errc() && stop == end && std::isfinite(value)) [[likely]]
        return true;
#endif
    return read_unusual_number(word, value);
}

/// Reads a sign and digits.
template <std::integral T>
bool read_number(std::string_view word, T& value) {
    const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data() + plus, end, value);
    return error == std::errc() && stop == end;
}

struct NumberFault {
    enum Kind { no_number, not_finite, too_large, other };
    Kind kind;
    std::string text;  // "a decimal comma? write 0.5", "infinite", "too large"
};

/// Returns why a word is no finite number, or no whole one.
NumberFault number_fault(std::string_view word, bool whole = false);

/// Returns the fault behind a message that says what is expected: "; a decimal comma? write 0.5"; "": it is
/// no number at all.
std::string number_reason(std::string_view word, bool whole = false);

/// Returns the word in quotes for a message: cut after 40 bytes, and what is not printable ASCII as U+00A0 or \x1b.
std::string shown_word(std::string_view word);

/// Returns "U+00A0, a no-break space": the first character of `word` that is not printable ASCII; "": there is none.
std::string odd_character(std::string_view word);

}  // namespace app
