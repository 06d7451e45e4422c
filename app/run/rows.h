// Rows of words in a long string of a TOML file: a million of them take seconds, as arrays they would take minutes.
#pragma once
#include <charconv>
#include <string>
#include <string_view>

#include "app/io/toml_table.h"
#include "sim/math/vec3.h"

namespace app {

class Rows {
public:
    /// `node` is a string of the file whose text is given, written between ''' and '''. Throws BadFile.
    Rows(std::string_view file, const toml::node& node, const std::string& path);

    /// Goes to the next row that is not empty. Returns false at the end.
    bool next();

    // The words of a row, one after the other. All throw BadFile.
    std::string_view word(const char* expected);
    bool more();  // whether there is another one
    uint64_t whole(const char* expected);
    uint64_t hex(const char* expected);
    float real(const char* expected);
    sim::Vec3 vector(const char* expected);
    void finish();  // no more words

    /// Throws BadFile with the place of the last word.
    [[noreturn]] void refuse(const std::string& why) const;

private:
    void skip_blanks();

    const std::string& path_;
    std::string_view rest_, row_;
    size_t line_, first_column_ = 1;
    size_t at_ = 0, word_at_ = 0;  // in the row
};

/// Parses a finite number, whole or real. Throws std::invalid_argument.
float real_of(std::string_view text);

}  // namespace app
