// The header lists elements with their properties; behind it they follow one after another, as words or as bytes.
// Elements before the vertices are passed over; what follows them is not read.
#include <cmath>

#include "app/base/text/letters.h"
#include "app/base/text/names.h"
#include "app/io/tables/binary_numbers.h"
#include "app/io/tables/table_text.h"

namespace app {
namespace {

constexpr size_t kMostProperties = 1024;

std::optional<NumberKind> kind_of(std::string_view name) {
    static constexpr std::pair<std::string_view, NumberKind> kNames[] = {
        {"char", NumberKind::i8},    {"int8", NumberKind::i8},     {"uchar", NumberKind::u8},
        {"uint8", NumberKind::u8},   {"short", NumberKind::i16},   {"int16", NumberKind::i16},
        {"ushort", NumberKind::u16}, {"uint16", NumberKind::u16},  {"int", NumberKind::i32},
        {"int32", NumberKind::i32},  {"uint", NumberKind::u32},    {"uint32", NumberKind::u32},
        {"float", NumberKind::f32},  {"float32", NumberKind::f32}, {"double", NumberKind::f64},
        {"float64", NumberKind::f64}};
    for (const auto& [known, kind] : kNames) {
        if (known == name) return kind;
    }
    return {};
}

struct Property {
    std::string name;
    NumberKind kind;
    std::optional<NumberKind> list{};  // of its length, where it is a list
};

struct Element {
    std::string name;
    uint64_t count;
    std::vector<Property> properties{};

    size_t bytes() const {
        size_t sum = 0;
        for (const Property& one : properties) sum += size_of_number(one.kind);
        return sum;
    }
};

class PlyReader {
public:
    explicit PlyReader(InputFile& file) : file_(file) {}

    NumberTable read() {
        read_header();
        for (const Element& element : elements_) {
            if (element.name == "vertex") return read_vertices(element);
            pass_over(element);
        }
        refuse("an element vertex expected");
    }

private:
    [[noreturn]] void refuse(const std::string& why) const { file_.refuse(why); }

    bool next(std::vector<std::string_view>& words) {
        words.clear();
        std::string_view line;
        if (!file_.next_line(line)) return false;
        add_words(line, words);
        return true;
    }

    NumberKind kind(std::string_view word) const {
        const auto found = kind_of(word);
        if (!found)
            refuse("type " + shown_word(word) + ": char, uchar, short, ..., float or double expected");
        return *found;
    }

    void read_header() {
        std::vector<std::string_view> words;
        if (!next(words) || words.size() != 1 || words[0] != "ply") refuse("'ply' expected");
        size_t properties = 0;
        bool has_format = false;
        while (true) {
            if (!next(words)) refuse("end_header expected, the file ends");
            if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
            if (words[0] == "end_header") break;
            if (words[0] == "format" && words.size() == 3) {
                read_format(words);
                has_format = true;
            } else if (words[0] == "element" && words.size() == 3) {
                uint64_t count = 0;
                if (!read_number(words[2], count) || count > UINT32_MAX)
                    refuse("element " + shown_word(words[1]) + ": a number from 0 to 4294967295 expected");
                elements_.push_back({std::string(words[1]), count});
            } else if (words[0] == "property" && !elements_.empty()) {
                if (++properties > kMostProperties) refuse("at most 1024 properties expected");
                add_property(words);
            } else {
                refuse(shown_word(words[0]) + ": format, element, property or end_header expected");
            }
        }
        if (!has_format) refuse("a line 'format' expected before end_header");
    }

    void read_format(const std::vector<std::string_view>& words) {
        ascii_ = words[1] == "ascii";
        big_ = words[1] == "binary_big_endian";
        if ((!ascii_ && !big_ && words[1] != "binary_little_endian") || words[2] != "1.0")
            refuse("format ascii, binary_little_endian or binary_big_endian, 1.0, expected");
    }

    void add_property(const std::vector<std::string_view>& words) {
        std::vector<Property>& to = elements_.back().properties;
        if (words.size() == 5 && words[1] == "list") {
            to.push_back({small_letters(words[4]), kind(words[3]), kind(words[2])});
        } else if (words.size() == 3) {
            to.push_back({small_letters(words[2]), kind(words[1])});
        } else {
            refuse("'property TYPE NAME' or 'property list TYPE TYPE NAME' expected");
        }
    }

    NumberTable read_vertices(const Element& element) {
        NumberTable table;
        for (const Property& one : element.properties) {
            if (one.list) refuse("element vertex: property " + one.name + ": a number expected, not a list");
            if (table.find({one.name})) refuse("element vertex: two properties are called " + one.name);
            table.names.push_back(one.name);
        }
        if (table.names.empty()) refuse("element vertex: properties expected");
        table.columns.resize(table.names.size());
        std::vector<std::string_view> words;
        const size_t bytes = element.bytes();
        for (uint64_t vertex = 0; vertex < element.count; ++vertex) {
            const std::string what = "vertex " + std::to_string(vertex);
            const char* at = ascii_ ? nullptr : file_.take(bytes);
            if (ascii_ ? !next(words) : !at)
                throw BadFile(file_.path() + ": " + what + " of " + std::to_string(element.count) +
                              " expected, the file ends");
            if (ascii_ && words.size() != table.names.size())
                refuse(what + ": " + counted(words.size(), "value") + "; " +
                       std::to_string(table.names.size()) + " expected");
            for (size_t i = 0; i < table.names.size(); ++i) {
                const NumberKind kind = element.properties[i].kind;
                double value = 0;
                if (!ascii_) {
                    value = binary_number(at, kind, big_);
                    at += size_of_number(kind);
                } else if (!read_number(words[i], value)) {
                    refuse(what + ", " + table.names[i] + " " + shown_word(words[i]) + ": a number expected" +
                           number_reason(words[i]));
                }
                add_value(table.columns[i], value, file_.path());
            }
        }
        return table;
    }

    /// Each item is at least a byte: a count that a header merely claims ends where the file does.
    void pass_over(const Element& element) {
        std::vector<std::string_view> words;
        if (!ascii_ && element.properties.empty()) return;
        for (uint64_t i = 0; i < element.count; ++i) {
            if (ascii_ ? !next(words) : !pass_over_item(element))
                refuse("element " + element.name + ": item " + std::to_string(i) + " of " +
                       std::to_string(element.count) + " expected, the file ends");
        }
    }

    bool pass_over_item(const Element& element) {
        for (const Property& one : element.properties) {
            uint64_t many = 1;
            if (one.list) {
                const char* const at = file_.take(size_of_number(*one.list));
                const double length = at ? binary_number(at, *one.list, big_) : -1;
                if (!(length >= 0) || length > UINT32_MAX) return false;
                many = uint64_t(length);
            }
            if (!file_.take(many * size_of_number(one.kind))) return false;
        }
        return true;
    }

    BytesAndLines file_;
    std::vector<Element> elements_;
    bool ascii_ = false, big_ = false;
};

}  // namespace

NumberTable read_ply(InputFile& file) { return PlyReader(file).read(); }

}  // namespace app
