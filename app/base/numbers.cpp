// Numbers of the command line: what sort/base/numbers.h reads, with the flag in the message.
#include "app/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/base/errors.h"
#include "app/base/text/read_number.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"
#include "sort/registry.h"

namespace app {
namespace {

[[noreturn]] void refuse(const std::string& flag, const std::string& text, const std::string& why) {
    throw BadUsage(flag + " '" + text + "': " + why);
}

/// "10.000" is ten in one country and ten thousand in another.
std::string grouped_reason(const std::string& text) {
    const size_t end = std::min(text.find_first_not_of("0123456789.,'_ "), text.size());
    const std::string unit = text.substr(end);
    std::string digits;
    for (const char c : text.substr(0, end)) {
        if (c >= '0' && c <= '9') digits += c;
    }
    const size_t mark = text.find_first_of(".,");
    const bool may_be_fraction = mark < end && text.find_first_of(".,'_ ", mark + 1) >= end;
    if (!may_be_fraction) return "digits stand without marks between them, write " + digits + unit;
    std::string fraction = text.substr(0, mark) + "." + text.substr(mark + 1, end - mark - 1);
    while (fraction.back() == '0') fraction.pop_back();
    if (fraction.back() == '.') fraction.pop_back();
    return "may be " + digits + unit + " or " + fraction + unit + ", write one of them";
}

/// "; a decimal comma? write 1.5M"
std::string comma_reason(std::string text) {
    const size_t comma = text.find(',');
    if (comma == text.npos || text.find(',', comma + 1) != text.npos) return "";
    text[comma] = '.';
    return sort::parse_whole_number(text).fault == sort::NumberFault::not_a_number
               ? ""
               : "; a decimal comma? write " + text;
}

}  // namespace

uint64_t parse_count(const std::string& flag, const std::string& text) {
    const std::string expected = "a whole number is expected, such as 4000, 1e6, 128k, 2M, 64Ki or 1Mi";
    const sort::WholeNumber number = sort::parse_whole_number(text);
    switch (number.fault) {
        case sort::NumberFault::none:
            break;
        case sort::NumberFault::not_a_number:
            refuse(flag, text, expected + comma_reason(text));
        case sort::NumberFault::grouped:
            refuse(flag, text, grouped_reason(text) + "; " + expected);
        case sort::NumberFault::negative:
            refuse(flag, text, "a negative number; " + expected);
        case sort::NumberFault::fraction:
            refuse(flag, text, "not a whole number; " + expected);
        case sort::NumberFault::too_big:
            throw sort::OverLimit(flag + " " + text + ": the limit of any number is 2^64 - 1");
    }
    return number.value;
}

double parse_number(const std::string& flag, const std::string& text) {
    double value = 0;
    if (!read_number(text, value))
        refuse(flag, text, "a finite number is expected, such as 0.05" + number_reason(text));
    if (value < 0) refuse(flag, text, "a number of at least 0 is expected");
    return value;
}

double parse_seconds(const std::string& flag, const std::string& text) {
    const double seconds = parse_number(flag, text);
    if (!(seconds > 0)) refuse(flag, text, "more than 0 is expected");
    return seconds;
}

float parse_length(const std::string& flag, const std::string& text) {
    const float value = static_cast<float>(parse_number(flag, text));
    if (!std::isfinite(value)) refuse(flag, text, "a finite number is expected, such as 0.05; too large");
    return value;
}

double parse_share(const std::string& flag, const std::string& text) {
    const bool percent = text.ends_with('%');
    const double value = parse_number(flag, percent ? text.substr(0, text.size() - 1) : text);
    if (value <= 0) refuse(flag, text, "a share above 0 is expected, such as 0.01 or 1%");
    return percent ? value / 100 : value;
}

BitRange parse_range(const std::string& flag, const std::string& text, int limit) {
    const size_t dash = text.find('-');
    const auto part = [&](const std::string& word) {
        const sort::WholeNumber number = sort::parse_whole_number(word);
        const bool good =
            number.fault == sort::NumberFault::none && number.value <= static_cast<uint64_t>(limit);
        return good ? static_cast<int>(number.value) : -1;
    };
    const int low = dash == text.npos ? -1 : part(text.substr(0, dash));
    const int high = dash == text.npos ? -1 : part(text.substr(dash + 1));
    if (low < 0 || high <= low) {
        refuse(flag, text,
               "two numbers within 0-" + std::to_string(limit) +
                   " are expected, the first smaller, such as 8-24");
    }
    return {low, high};
}

std::vector<std::string> parse_list(const std::string& flag, const std::string& text) {
    std::vector<std::string> words;
    for (size_t from = 0; from <= text.size();) {
        const size_t to = std::min(text.find(',', from), text.size());
        if (to == from) refuse(flag, text, "words with one comma between them are expected");
        words.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return words;
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

sort::TileShape parse_tile(const std::string& flag, const std::string& text) {
    constexpr int kMost = 1 << 16;
    int used = 0, threads = 0, pairs = 1;
    const bool both = text.find('x') != text.npos;
    const bool read = text.size() < 16 && text.find_first_not_of("0123456789x") == text.npos &&
                      (both ? std::sscanf(text.c_str(), "%dx%d%n", &threads, &pairs, &used) == 2
                            : std::sscanf(text.c_str(), "%d%n", &threads, &used) == 1);
    if (!read || static_cast<size_t>(used) != text.size() || threads < 1 || pairs < 1 || threads > kMost ||
        pairs > kMost) {
        refuse(flag, text,
               "THREADSxPAIRS is expected, threads of a block and pairs per thread, such as 256x8");
    }
    return {static_cast<uint32_t>(threads), static_cast<uint32_t>(pairs)};
}

std::string count_text(uint64_t count) {
    constexpr uint64_t kKi = 1024, kMi = kKi * kKi;
    if (count > 0 && count % kMi == 0) return std::to_string(count / kMi) + "Mi";
    if (count > 0 && count % kKi == 0) return std::to_string(count / kKi) + "Ki";
    return std::to_string(count);
}

std::string fixed_text(double value, int decimals) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string time_step_text(double time_step_s) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g ms", 1e3 * time_step_s);
    return text;
}

}  // namespace app
