// Exact: digits and fraction are read as one integer, which unit and exponent then scale. So 2^53 + 1, which
// a double does not hold, stays what it is.
#include "sort/base/numbers.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace sort {
namespace {

__extension__ typedef unsigned __int128 Wide;  // which -Wpedantic does not know
constexpr Wide kTooBig = Wide{1} << 64;
constexpr size_t kMaxDigits = 31;    // 10^31 times any unit fits in 128 bits
constexpr int kMaxExponent = 10000;  // more says no more

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the factor of a suffix, 0 for an unknown one.
uint32_t unit_of(std::string_view suffix) {
    if (suffix.empty()) return 1;
    if (suffix == "k" || suffix == "K") return 1000;
    if (suffix == "M") return 1000000;
    if (suffix == "Ki") return 1024;
    if (suffix == "Mi") return 1048576;
    return 0;
}

/// Takes an exponent such as e6, E+6 or e-3 off the front of `text`, if there is one.
int take_exponent(std::string_view& text) {
    if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return 0;
    size_t at = 1;
    const bool negative = text.size() > 1 && text[1] == '-';
    if (negative || (text.size() > 1 && text[1] == '+')) ++at;
    if (at >= text.size() || !is_digit(text[at])) return 0;
    int exponent = 0;
    for (; at < text.size() && is_digit(text[at]); ++at) {
        exponent = std::min(exponent * 10 + (text[at] - '0'), kMaxExponent);
    }
    text.remove_prefix(at);
    return negative ? -exponent : exponent;
}

/// Returns whether a text has groups of digits, as "10.000", "1,000,000", "10'000": one to three digits, the
/// first not 0, then threes. With one point and a unit or an exponent it is a fraction: "1.500k".
bool is_grouped(std::string_view text) {
    const auto digits = [](std::string_view s) {
        return std::min(s.find_first_not_of("0123456789"), s.size());
    };
    const size_t first = digits(text);
    if (first == 0 || first > 3 || text[0] == '0' || first == text.size()) return false;
    const char mark = text[first];
    if (std::string_view(".,'_ ").find(mark) == std::string_view::npos) return false;
    size_t groups = 0;
    for (text.remove_prefix(first); text.starts_with(mark) && digits(text.substr(1)) == 3; ++groups)
        text.remove_prefix(4);
    const bool plain = text.empty();
    return groups > 0 && (plain || ((groups > 1 || mark != '.') && unit_of(text) != 0));
}

}  // namespace

WholeNumber parse_whole_number(std::string_view text) {
    if (text.starts_with('-')) return {0, NumberFault::negative};
    if (text.starts_with('+')) text.remove_prefix(1);
    if (is_grouped(text)) return {0, NumberFault::grouped};

    // Read digits and fraction as one integer; zeros at its ends are left to the exponent.
    std::string digits;
    bool point = false, any = false;
    int exponent = 0;
    for (; !text.empty() && (is_digit(text[0]) || (text[0] == '.' && !point)); text.remove_prefix(1)) {
        if (text[0] == '.') {
            point = true;
            continue;
        }
        any = true;
        if (text[0] != '0' || !digits.empty()) digits += text[0];
        if (point) --exponent;
    }
    for (; digits.ends_with('0'); digits.pop_back()) ++exponent;
    exponent += take_exponent(text);
    const uint32_t unit = unit_of(text);
    if (!any || unit == 0) return {0, NumberFault::not_a_number};
    if (digits.empty()) return {};
    if (digits.size() > kMaxDigits) {
        return {0, exponent < 0 ? NumberFault::fraction : NumberFault::too_big};
    }

    // Apply the unit and the exponent.
    Wide value = 0;
    for (const char digit : digits) value = value * 10 + static_cast<unsigned>(digit - '0');
    value *= unit;
    for (; exponent < 0; ++exponent) {
        if (value % 10 != 0) return {0, NumberFault::fraction};
        value /= 10;
    }
    for (; exponent > 0 && value < kTooBig; --exponent) value *= 10;
    if (value >= kTooBig) return {0, NumberFault::too_big};
    return {static_cast<uint64_t>(value)};
}

std::string grouped(uint64_t number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (size_t place = 0; place < digits.size(); place++) {
        if (place > 0 && (digits.size() - place) % 3 == 0) text += ',';
        text += digits[place];
    }
    return text;
}

std::string human_bytes(double bytes) {
    const char* kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    int unit = 0;
    for (; bytes >= 999.5 && unit < 6; ++unit) bytes /= 1000;
    char text[32];
    std::snprintf(text, sizeof text, unit == 0 || bytes >= 99.95 ? "%.0f %s" : "%.1f %s", bytes,
                  kUnits[unit]);
    return text;
}

}  // namespace sort
