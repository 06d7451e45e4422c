// Exact: the digits are read as an integer and shifted by the exponent, so that 2^53+1 stays what it is.
#include "app/numbers.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "app/errors.h"
#include "sort/errors.h"

namespace app {
namespace {

using Wide = unsigned __int128;
constexpr Wide kTooBig = Wide(1) << 64;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Grows up to kTooBig and stays there.
Wide times(Wide a, uint64_t b) { return a >= kTooBig ? kTooBig : a * b < kTooBig ? a * b : kTooBig; }

[[noreturn]] void refuse(const std::string& flag, const std::string& text, const std::string& why) {
    throw BadUsage(flag + " '" + text + "': " + why);
}

uint64_t unit_of(const std::string& suffix) {
    if (suffix.empty()) return 1;
    if (suffix == "k" || suffix == "K") return 1000;
    if (suffix == "M") return 1000000;
    if (suffix == "Ki") return 1024;
    if (suffix == "Mi") return 1048576;
    return 0;
}

}  // namespace

uint64_t parse_count(const std::string& flag, const std::string& text) {
    const char* kExpected = "a whole number is expected, such as 4000, 1e6, 128k, 2M, 64Ki or 1Mi";
    const char* c = text.c_str();
    if (*c == '-') refuse(flag, text, std::string("a negative number; ") + kExpected);
    if (*c == '+') ++c;

    // Read digits and fraction as one integer, and count how many digits stood behind the point.
    Wide value = 0;
    int digits = 0, behind_point = 0;
    bool lost = false;  // digits that no longer fit: only harmless while the value is too big anyway
    for (bool point = false; is_digit(*c) || (*c == '.' && !point); ++c) {
        if (*c == '.') {
            point = true;
            continue;
        }
        const Wide grown = value >= kTooBig ? kTooBig : value * 10 + static_cast<unsigned>(*c - '0');
        lost = lost || (value >= kTooBig && point);
        value = grown;
        ++digits;
        behind_point += point;
    }
    if (digits == 0 || lost) refuse(flag, text, kExpected);

    // Apply the exponent and the unit.
    int exponent = 0;
    if ((*c == 'e' || *c == 'E') && (is_digit(c[1]) || ((c[1] == '+' || c[1] == '-') && is_digit(c[2])))) {
        const char* from = c[1] == '+' ? c + 2 : c + 1;
        const auto [end, error] = std::from_chars(from, c + std::strlen(c), exponent);
        if (error != std::errc()) exponent = *from == '-' ? -1000 : 1000;
        c = end;
    }
    const uint64_t unit = unit_of(c);
    if (unit == 0) refuse(flag, text, kExpected);
    value = times(value, unit);
    int shift = exponent - behind_point;
    for (; shift > 0 && value != 0 && value < kTooBig; --shift) value = times(value, 10);
    for (; shift < 0 && value != 0; ++shift) {
        if (value % 10 != 0) refuse(flag, text, std::string("not a whole number; ") + kExpected);
        value /= 10;
    }
    if (value >= kTooBig) throw sort::OverLimit(flag + " " + text + ": the limit of any number is 2^64 - 1");
    return static_cast<uint64_t>(value);
}

float parse_length(const std::string& flag, const std::string& text) {
    float value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || !std::isfinite(value)) refuse(flag, text, "a finite number is expected, such as 0.05");
    if (value < 0) refuse(flag, text, "a number of at least 0 is expected");
    return value;
}

void parse_size(const std::string& flag, const std::string& text, int& width, int& height) {
    int used = 0, w = 0, h = 0;
    const bool read = text.size() < 16 && std::sscanf(text.c_str(), "%dx%d%n", &w, &h, &used) == 2;
    if (!read || static_cast<size_t>(used) != text.size() || w < 16 || h < 16 || w > 16384 || h > 16384) {
        refuse(flag, text, "WIDTHxHEIGHT in pixels is expected, each 16 to 16384, such as 1280x720");
    }
    width = w;
    height = h;
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

}  // namespace app
