#include "app/io/read/npy_type.h"

#include <algorithm>

namespace app {
namespace {

struct Name {
    std::string_view name, code;
};

/// Types by other names; `long` and what is made of it are those of 64-bit machines.
constexpr Name kNames[] = {
    {"?", "b1"},         {"bool", "b1"},        {"b", "i1"},         {"byte", "i1"},    {"int8", "i1"},
    {"B", "u1"},         {"ubyte", "u1"},       {"uint8", "u1"},     {"h", "i2"},       {"short", "i2"},
    {"int16", "i2"},     {"H", "u2"},           {"ushort", "u2"},    {"uint16", "u2"},  {"i", "i4"},
    {"int32", "i4"},     {"intc", "i4"},        {"I", "u4"},         {"uint32", "u4"},  {"uintc", "u4"},
    {"l", "i8"},         {"q", "i8"},           {"int64", "i8"},     {"int", "i8"},     {"long", "i8"},
    {"longlong", "i8"},  {"L", "u8"},           {"Q", "u8"},         {"uint64", "u8"},  {"uint", "u8"},
    {"ulonglong", "u8"}, {"e", "f2"},           {"half", "f2"},      {"float16", "f2"}, {"f", "f4"},
    {"single", "f4"},    {"float32", "f4"},     {"d", "f8"},         {"double", "f8"},  {"float", "f8"},
    {"float64", "f8"},   {"g", "f16"},          {"float128", "f16"}, {"F", "c8"},       {"complex64", "c8"},
    {"D", "c16"},        {"complex128", "c16"}, {"complex", "c16"},  {"object", "O"}};

constexpr Name kWords[] = {{"bool", "b1"},      {"int8", "i1"},      {"uint8", "u1"},      {"int16", "i2"},
                           {"uint16", "u2"},    {"int32", "i4"},     {"uint32", "u4"},     {"int64", "i8"},
                           {"uint64", "u8"},    {"float16", "f2"},   {"float32", "f4"},    {"float64", "f8"},
                           {"float128", "f16"}, {"complex64", "c8"}, {"complex128", "c16"}};

constexpr std::string_view kWithoutCode[] = {"<u2", "<u4", "<i4", "<f4", "<u8", "<i8", "<f8"};

/// Letter and bytes behind the order; no word: it has none.
std::string_view word_of(std::string_view code) {
    for (const Name& one : kWords) {
        if (one.code == code) return one.name;
    }
    if (code.empty()) return "";
    switch (code[0]) {
        case 'O':
            return "Python objects";
        case 'S':
        case 'a':
            return "byte strings";
        case 'U':
            return "texts";
        case 'V':
            return "raw bytes";
        case 'M':
            return "dates";
        case 'm':
            return "durations";
        default:
            return "";
    }
}

int bytes_of(std::string_view code) {
    int bytes = 0;
    for (const char c : code.substr(std::min<size_t>(code.size(), 1))) {
        if (c < '0' || c > '9' || bytes > 99) break;
        bytes = bytes * 10 + (c - '0');
    }
    return bytes;
}

/// Returns one of `expected` that holds all values of the code, else one of the same sort, else one of floats.
std::string best_of(std::string_view code, const std::vector<std::string>& expected) {
    char sort = code.empty() ? 'f' : code[0];
    if (sort == 'b') sort = 'u';
    if (sort == 'M' || sort == 'm') sort = 'i';
    const std::string* best = nullptr;
    for (const std::string& type : expected) {
        const bool same = type[1] == sort,
                   holds = bytes_of(std::string_view(type).substr(1)) >= bytes_of(code);
        if (same && holds && (!best || type < *best)) best = &type;
    }
    for (const char other : {sort, 'f', expected[0][1]}) {
        for (const std::string& type : expected) {
            if (!best && type[1] == other) best = &type;
        }
    }
    return std::string(word_of(std::string_view(*best).substr(1)));
}

}  // namespace

std::string plain_npy_type(std::string_view descr) {
    const std::string as_it_is(descr);
    char order = '<';
    if (!descr.empty() && std::string_view("<>=|").find(descr[0]) != descr.npos) {
        order = descr[0] == '>' ? '>' : '<';
        descr.remove_prefix(1);
    }
    std::string code(descr);
    for (const Name& one : kNames) {
        if (one.name == descr) code = one.code;
    }
    if (word_of(code).empty()) return as_it_is;
    const bool one_byte = code.size() == 2 && code[1] == '1';
    if (one_byte || std::string_view("OSaV").find(code[0]) != std::string_view::npos) order = '|';
    return order + code;
}

std::string npy_type_name(const std::string& type) {
    if (type.empty()) return "records";
    const std::string_view code = std::string_view(type).substr(1), word = word_of(code);
    const std::string quoted = "'" + type + "'";
    if (word.empty() || plain_npy_type(type) != type) return quoted;
    const bool usual =
        std::find(std::begin(kWithoutCode), std::end(kWithoutCode), type) != std::end(kWithoutCode);
    if (usual) return std::string(word);
    return std::string(word) + (type[0] == '>' ? ", big endian (" : " (") + quoted + ")";
}

std::string npy_conversion(const std::string& type, const std::vector<std::string>& expected) {
    const std::string_view code = type.empty() ? std::string_view() : std::string_view(type).substr(1);
    const std::string target = "numpy." + best_of(code, expected);
    if (type.empty()) return "numpy.lib.recfunctions.structured_to_unstructured(a, " + target + ")";
    const bool complex = code.starts_with('c');
    return std::string(complex ? "a.real" : "a") + ".astype(" + target + ")";
}

}  // namespace app
