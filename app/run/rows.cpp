#include "app/run/rows.h"

#include <algorithm>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/text/read_number.h"

namespace app {
namespace {

constexpr std::string_view kQuotes = "'''";

/// Returns the offset in a text of a line and column.
size_t offset_of(std::string_view text, const toml::source_position& at) {
    size_t offset = 0;
    for (size_t line = 1; line < at.line; ++line) offset = text.find('\n', offset) + 1;
    return offset + at.column - 1;
}

}  // namespace

float real_of(std::string_view text) {
    float number = 0;
    if (read_number(text, number)) return number;
    if (number_fault(text).kind == NumberFault::too_large)
        throw std::invalid_argument(std::string(text) + " is out of range");
    throw std::invalid_argument("a finite number is expected, not " + shown_word(text) + number_reason(text));
}

Rows::Rows(std::string_view file, const toml::node& node, const std::string& path)
    : path_(path), line_(node.source().begin.line) {
    const size_t from = std::min(offset_of(file, node.source().begin), file.size());
    if (!node.is_string() || file.substr(from, kQuotes.size()) != kQuotes)
        refuse_toml(path, node, "rows between ''' and ''' are expected");
    rest_ = file.substr(from + kQuotes.size());
    rest_ = rest_.substr(0, rest_.find(kQuotes));
    first_column_ = node.source().begin.column + kQuotes.size();
    --line_;
}

bool Rows::next() {
    for (bool first = row_.data() == nullptr; !rest_.empty(); first = false) {
        const size_t end = rest_.find('\n');
        row_ = rest_.substr(0, end);
        rest_ = end == rest_.npos ? std::string_view{} : rest_.substr(end + 1);
        if (!first) first_column_ = 1;
        ++line_;
        at_ = word_at_ = 0;
        skip_blanks();
        if (at_ < row_.size()) return true;
    }
    return false;
}

void Rows::skip_blanks() { at_ = std::min(row_.find_first_not_of(" \t\r", at_), row_.size()); }

bool Rows::more() {
    skip_blanks();
    return at_ < row_.size();
}

std::string_view Rows::word(const char* expected) {
    skip_blanks();
    word_at_ = at_;
    if (at_ == row_.size()) refuse(std::string(expected) + " is expected, and the row ends");
    at_ = std::min(row_.find_first_of(" \t\r", at_), row_.size());
    return row_.substr(word_at_, at_ - word_at_);
}

uint64_t Rows::whole(const char* expected) {
    const std::string_view text = word(expected);
    uint64_t number = 0;
    if (!read_number(text, number))
        refuse(std::string(expected) + " is expected, not " + shown_word(text) + number_reason(text, true));
    return number;
}

uint64_t Rows::hex(const char* expected) {
    const std::string_view text = word(expected);
    uint64_t number = 0;
    const bool marked = text.starts_with("0x");
    const auto [stop, error] = std::from_chars(text.begin() + (marked ? 2 : 0), text.end(), number, 16);
    if (!marked || text.size() != 18 || error != std::errc{} || stop != text.end())
        refuse(std::string(expected) + " is expected, not '" + std::string(text) + "'");
    return number;
}

float Rows::real(const char* expected) {
    try {
        return real_of(word(expected));
    } catch (const std::invalid_argument& error) {
        refuse(std::string(expected) + ": " + error.what());
    }
}

sim::Vec3 Rows::vector(const char* expected) {
    sim::Vec3 v{};
    for (int axis = 0; axis < 3; ++axis) v[axis] = real(expected);
    return v;
}

void Rows::finish() {
    if (!more()) return;
    const std::string_view text = word("");
    refuse("the row should end before '" + std::string(text) + "'");
}

void Rows::refuse(const std::string& why) const {
    const size_t column = first_column_ + word_at_;
    throw BadFile(path_ + ":" + std::to_string(line_) + ":" + std::to_string(column) + ": " + why);
}

}  // namespace app
