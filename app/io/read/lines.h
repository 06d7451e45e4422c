// The lines of a text and their words, for formats of one statement per line.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace app {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// Takes the next word off `line`; "": there is none.
inline std::string_view take_word(std::string_view& line) {
    const char *at = line.data(), *const end = at + line.size();
    while (at != end && is_blank(*at)) ++at;
    const char* const start = at;
    while (at != end && !is_blank(*at)) ++at;
    line = {at, size_t(end - at)};
    return {start, size_t(at - start)};
}

inline void add_words(std::string_view line, std::vector<std::string_view>& words) {
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line))
        words.push_back(word);
}

/// A text line by line. The last one needs no line end.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(text) {}

    bool next(std::string_view& line) {
        if (rest_.empty()) return false;
        const size_t end = rest_.find('\n');
        line = rest_.substr(0, end);
        rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
        ++number_;
        return true;
    }
    uint64_t number() const { return number_; }  // of the last line, from 1

private:
    std::string_view rest_;
    uint64_t number_ = 0;
};

}  // namespace app
