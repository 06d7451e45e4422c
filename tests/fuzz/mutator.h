// Changes an input in a few places, always the same for one seed: bytes, numbers, words of its own kind, lines, cuts,
// repetitions, and parts of another input.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenes/random.h"

namespace fuzz {

class Mutator {
public:
    Mutator(std::vector<std::string> words, uint64_t seed) : words_(std::move(words)), random_(seed) {}

    /// Changes a text in 1 to `most` places.
    std::string changed(std::string text, uint64_t most) {
        for (uint64_t k = 1 + below(most); k > 0; --k) change(text);
        return text;
    }

    /// The begin of one and the end of the other.
    std::string crossed(const std::string& a, const std::string& b) {
        return a.substr(0, below(a.size() + 1)) + b.substr(below(b.size() + 1));
    }

    /// 0 to `count` - 1.
    uint64_t below(uint64_t count) { return count ? random_.bits() % count : 0; }

private:
    void change(std::string& text) {
        const size_t at = below(text.size() + 1), end = std::min(text.size(), at + below(40));
        switch (below(10)) {
            case 0:
                if (at < text.size()) text[at] = char(below(256));
                break;
            case 1:
                text.erase(at, end - at);
                break;
            case 2:
                text.insert(at, text.substr(at, end - at));
                break;
            case 3:
                insert_word(text, at);
                break;
            case 4:
                move_line(text, at);
                break;
            case 5:
                set_bytes(text, at);
                break;
            default:
                replace_word(text, at);
        }
    }

    void insert_word(std::string& text, size_t at) {
        if (!words_.empty()) text.insert(at, words_[below(words_.size())]);
    }

    /// A whole number of 1 to 8 bytes that is 0, or all ones, or a power of two, or near to one.
    void set_bytes(std::string& text, size_t at) {
        const uint64_t number = (uint64_t{1} << below(64)) - below(3);
        const size_t bytes = std::min<size_t>(size_t{1} << below(4), text.size() - at);
        for (size_t k = 0; k < bytes; ++k) text[at + k] = char(number >> 8 * k);
    }

    /// Takes out the line behind `at`, and half of the time puts it elsewhere.
    void move_line(std::string& text, size_t at) {
        const size_t start = text.find('\n', at);
        if (start == text.npos) return;
        const size_t end = std::min(text.find('\n', start + 1), text.size());
        const std::string line = text.substr(start, end - start);
        text.erase(start, end - start);
        if (below(2)) text.insert(std::min(text.find('\n', below(text.size() + 1)), text.size()), line);
    }

    void replace_word(std::string& text, size_t at) {
        constexpr std::string_view kBefore = " \n=,[:(", kBehind = " \n,]})";
        const size_t start = text.find_first_of(kBefore, at);
        if (start == text.npos || words_.empty()) return;
        const size_t end = std::min(text.find_first_of(kBehind, start + 1), text.size());
        text.replace(start + 1, end - start - 1, words_[below(words_.size())]);
    }

    std::vector<std::string> words_;
    sim::Random random_;
};

}  // namespace fuzz
