#include "app/base/text/read_number.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "app/base/text/letters.h"
#include "app/base/text/utf8.h"

namespace app {
namespace {

constexpr int64_t kMostExponent = 1'000'000;  // larger ones say no more

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The parts of a number in decimal notation.
struct Decimal {
    bool negative = false, any_digit = false, only_zeros = true, is_whole = true;
    size_t marker = std::string_view::npos;  // where the letter of the exponent is
    int64_t order = 0;                       // the number is below 10^order, and at least a tenth of that
};

/// Returns how many bytes of `word` are a number.
size_t measure(std::string_view word, Decimal& number) {
    size_t at = 0;
    if (at < word.size() && (word[at] == '+' || word[at] == '-')) number.negative = word[at++] == '-';
    bool point = false;
    for (; at < word.size() && (is_digit(word[at]) || (word[at] == '.' && !point)); ++at) {
        if (word[at] == '.') {
            point = true;
            number.is_whole = false;
            continue;
        }
        number.any_digit = true;
        number.only_zeros &= word[at] == '0';
        if (!point && !number.only_zeros) ++number.order;
        if (point && number.only_zeros) --number.order;
    }
    if (!number.any_digit) return 0;
    size_t digits = at + 1;
    if (at >= word.size() || std::string_view("eEdD").find(word[at]) == std::string_view::npos) return at;
    const bool negative = digits < word.size() && word[digits] == '-';
    if (negative || (digits < word.size() && word[digits] == '+')) ++digits;
    if (digits >= word.size() || !is_digit(word[digits])) return at;
    number.marker = at;
    number.is_whole = false;
    int64_t exponent = 0;
    for (at = digits; at < word.size() && is_digit(word[at]); ++at)
        exponent = std::min(exponent * 10 + (word[at] - '0'), kMostExponent);
    number.order += negative ? -exponent : exponent;
    return at;
}

/// Reads a number of plain decimal notation, of which all is known to be one. Returns false where it is out of range.
template <class T>
bool read_decimal(const std::string& word, T& value) {
#ifdef __cpp_lib_to_chars
    return std::from_chars(word.data(), word.data() + word.size(), value).ec == std::errc();
#else
    if constexpr (std::same_as<T, float>)
        value = std::strtof(word.c_str(), nullptr);
    else
        value = std::strtod(word.c_str(), nullptr);
    return std::isfinite(value);
#endif
}

template <class T>
bool read_unusual(std::string_view word, T& value) {
    Decimal number;
    if (word.empty() || measure(word, number) != word.size()) return false;
    std::string plain(word.substr(word[0] == '+'));
    if (number.marker != word.npos) plain[number.marker - (word[0] == '+')] = 'e';
    if (read_decimal(plain, value)) return std::isfinite(value);
    if (number.order > 0) return false;
    value = number.negative ? T(-0.0) : T(0);
    return true;
}

/// "nan", "-inf", "1.#qnan": as programs write them.
bool is_not_finite(std::string_view small) {
    if (small.starts_with('+') || small.starts_with('-')) small.remove_prefix(1);
    return small.starts_with("nan") || small == "inf" || small == "infinity" || small.starts_with("1.#");
}

std::string comma_fault(std::string_view word) {
    std::string with_point(word);
    std::replace(with_point.begin(), with_point.end(), ',', '.');
    Decimal number;
    if (std::count(word.begin(), word.end(), ',') == 1 && !word.ends_with(',') &&
        measure(with_point, number) == word.size())
        return "a decimal comma? write " + with_point;
    return "numbers stand without commas";
}

std::string code_text(const Utf8Character& read) {
    char text[16];
    std::snprintf(text, sizeof text, read.valid && read.code >= 0x80 ? "U+%04X" : "\\x%02x",
                  static_cast<unsigned>(read.code));
    return text;
}

bool is_plain(char c) { return c > ' ' && c < 0x7f; }

constexpr std::pair<uint32_t, const char*> kCharacters[] = {{0x00a0, "a no-break space"},
                                                            {0x00ad, "a soft hyphen"},
                                                            {0x2009, "a thin space"},
                                                            {0x200b, "a zero-width space"},
                                                            {0x200e, "a direction mark"},
                                                            {0x2011, "a no-break hyphen"},
                                                            {0x2013, "a dash"},
                                                            {0x202f, "a narrow no-break space"},
                                                            {0x2060, "a word joiner"},
                                                            {0x2212, "a minus sign that is no hyphen"},
                                                            {0x3000, "an ideographic space"},
                                                            {0xfeff, "a byte order mark"}};

}  // namespace

bool read_unusual_number(std::string_view word, float& value) { return read_unusual(word, value); }
bool read_unusual_number(std::string_view word, double& value) { return read_unusual(word, value); }

NumberFault number_fault(std::string_view word, bool whole) {
    using enum NumberFault::Kind;
    if (word.empty()) return {no_number, "empty"};
    if (const std::string odd = odd_character(word); !odd.empty()) return {other, "it contains " + odd};
    if (word.find(',') != word.npos) return {other, comma_fault(word)};
    const std::string small = small_letters(word);
    if (is_not_finite(small))
        return {not_finite, small.find("inf") == small.npos ? "not a number (NaN)" : "infinite"};
    Decimal number;
    const size_t length = measure(word, number);
    if (length == word.size() && whole && !number.is_whole) return {other, "not a whole number"};
    if (int64_t read = 0; length == word.size() && whole && read_number(word, read))
        return read < 0 ? NumberFault{other, "negative"} : NumberFault{no_number, ""};
    if (length == word.size()) return {too_large, "too large"};
    if (small.find("0x") <= 1) return {other, "hexadecimal numbers are not read"};
    if (length > 0) return {other, "a number with " + shown_word(word.substr(length)) + " behind it"};
    return {no_number, "not a number"};
}

std::string number_reason(std::string_view word, bool whole) {
    const NumberFault fault = number_fault(word, whole);
    return fault.kind == NumberFault::no_number ? "" : "; " + fault.text;
}

std::string shown_word(std::string_view word) {
    constexpr size_t kMost = 40;
    std::string text = "'";
    for (size_t at = 0; at < word.size();) {
        if (at >= kMost) {
            text += "...";
            break;
        }
        const Utf8Character read = first_character(word.substr(at));
        text += is_plain(word[at]) || word[at] == ' ' ? std::string(1, word[at]) : code_text(read);
        at += read.bytes;
    }
    return text + "'";
}

std::string odd_character(std::string_view word) {
    const auto odd = std::find_if_not(word.begin(), word.end(), is_plain);
    if (odd == word.end()) return "";
    const Utf8Character read = first_character(word.substr(size_t(odd - word.begin())));
    std::string text = code_text(read);
    for (const auto& [code, name] : kCharacters) {
        if (read.valid && read.code == code) text += std::string(", ") + name;
    }
    return text;
}

}  // namespace app
