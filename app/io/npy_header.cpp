// Reads just as much Python as NumPy writes, and those who write in its place: one dictionary with three known keys.
#include "app/io/npy_header.h"

#include <stdexcept>

#include "app/io/read/npy_type.h"

namespace app {
namespace {

class HeaderReader {
public:
    explicit HeaderReader(std::string_view text) : text_(text) {}

    bool take(char c) {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void need(char c) {
        if (!take(c)) fail(std::string("'") + c + "' expected");
    }
    std::string quoted() {
        skip_blanks();
        if (at_ + 1 < text_.size() && std::string_view("uUbB").find(text_[at_]) != text_.npos &&
            (text_[at_ + 1] == '\'' || text_[at_ + 1] == '"'))
            ++at_;
        const char quote = take('\'') ? '\'' : take('"') ? '"' : '\0';
        if (!quote) fail("a quoted name expected");
        const size_t end = text_.find(quote, at_);
        if (end == text_.npos) fail("a quote is not closed");
        const std::string word(text_.substr(at_, end - at_));
        at_ = end + 1;
        return word;
    }
    bool next_is(char c) {
        skip_blanks();
        return at_ < text_.size() && text_[at_] == c;
    }
    /// Parses the fields of records: [('x', '<f4'), ('place', '<f4', (3,)), (('title', 'name'), [...])].
    std::vector<NpyField> fields(int depth = 0) {
        if (depth > 16) fail("fields of fields, more than 16 deep");
        std::vector<NpyField> found;
        need('[');
        while (!take(']')) {
            need('(');
            const bool titled = take('(');
            std::string name = quoted();
            if (titled) {
                need(',');
                name = quoted();
                need(')');
            }
            need(',');
            NpyField field{std::move(name), {}};
            if (next_is('['))
                fields(depth + 1);
            else
                field.type = plain_npy_type(quoted());
            if (take(',') && !next_is(')')) {
                skip_shape();
                field.type.clear();
            }
            found.push_back(std::move(field));
            take(',');
            need(')');
            if (!take(',')) {
                need(']');
                break;
            }
        }
        return found;
    }
    bool truth() {
        for (const auto& [word, value] : {std::pair{"False", false}, std::pair{"True", true}}) {
            skip_blanks();
            if (!text_.substr(at_).starts_with(word)) continue;
            at_ += std::string_view(word).size();
            return value;
        }
        fail("True or False expected");
    }
    std::vector<uint64_t> shape() {
        std::vector<uint64_t> sizes;
        need('(');
        while (!take(')')) {
            if (sizes.size() == 32) fail("more than 32 dimensions");
            sizes.push_back(number());
            if (!take(',')) {
                need(')');
                break;
            }
        }
        return sizes;
    }
    bool at_end() {
        skip_blanks();
        return at_ == text_.size();
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw std::invalid_argument(what + " at character " + std::to_string(at_ + 1) + " of the header");
    }

private:
    void skip_blanks() {
        while (at_ < text_.size() && std::string_view(" \t\n\r\f").find(text_[at_]) != text_.npos) ++at_;
    }
    void skip_shape() {
        if (next_is('('))
            shape();
        else
            number();
    }
    uint64_t number() {
        skip_blanks();
        take('+');
        const size_t start = at_;
        if (at_ < text_.size() && text_[at_] == '-') fail("a negative size, where 0 or more is expected,");
        uint64_t value = 0;
        const auto digit_at = [&](size_t at) {
            return at < text_.size() && text_[at] >= '0' && text_[at] <= '9';
        };
        for (; digit_at(at_) || (at_ > start && at_ < text_.size() && text_[at_] == '_' && digit_at(at_ + 1));
             ++at_) {
            if (text_[at_] == '_') continue;
            const unsigned digit = static_cast<unsigned>(text_[at_] - '0');
            if (value > (UINT64_MAX - digit) / 10) fail("a size over 2^64");
            value = value * 10 + digit;
        }
        if (at_ == start) fail("a whole number expected");
        if (at_ < text_.size() && (text_[at_] == 'L' || text_[at_] == 'l')) ++at_;  // long, in Python 2
        return value;
    }

    std::string_view text_;
    size_t at_ = 0;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text) {
    NpyHeader header;
    bool type = false, order = false, shape = false;
    HeaderReader read(text);
    read.need('{');
    while (!read.take('}')) {
        const std::string key = read.quoted();
        read.need(':');
        if (key == "descr") {
            header.fields.clear();
            header.type.clear();
            if (read.next_is('['))
                header.fields = read.fields();
            else
                header.type = plain_npy_type(read.quoted());
            if (header.type.empty() && header.fields.empty()) read.fail("a type expected");
            type = true;
        } else if (key == "fortran_order") {
            header.fortran_order = read.truth();
            order = true;
        } else if (key == "shape") {
            header.shape = read.shape();
            shape = true;
        } else {
            read.fail("unknown key '" + key + "'");
        }
        if (!read.take(',')) {
            read.need('}');
            break;
        }
    }
    if (!read.at_end()) read.fail("nothing more expected");
    if (!type || !order || !shape) read.fail("descr, fortran_order and shape expected");
    return header;
}

std::string shape_text(const std::vector<uint64_t>& shape) {
    std::string text = "(";
    for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace app
