// Reads the numbers of sentences and looks for them in the arrays.
#include <cctype>

#include "app/teach/checking/recount.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/numbers.h"

namespace app {
namespace {

/// A sentence that is read from left to right.
class Reader {
public:
    explicit Reader(const std::string& text) : text_(text) {}

    /// Goes behind the next `word`; false: there is none.
    bool find(const std::string& word) {
        const size_t at = text_.find(word, at_);
        if (at == text_.npos) return false;
        at_ = at + word.size();
        return true;
    }
    bool skip(const std::string& word) {
        if (text_.compare(at_, word.size(), word) != 0) return false;
        at_ += word.size();
        return true;
    }
    std::optional<uint64_t> number() {
        const size_t begin = at_;
        while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) ++at_;
        if (begin == at_) return std::nullopt;
        return std::stoull(text_.substr(begin, at_ - begin));
    }
    /// Returns what is left of the sentence, up to its full stop or semicolon.
    std::string rest() const {
        for (size_t at = at_; at < text_.size(); ++at) {
            const bool ends =
                text_[at] == ';' || (text_[at] == '.' && (at + 1 == text_.size() || text_[at + 1] == ' '));
            if (ends) return text_.substr(at_, at - at_);
        }
        return text_.substr(at_);
    }

private:
    const std::string& text_;
    size_t at_ = 0;
};

bool has(const std::vector<uint32_t>& words, uint64_t index, uint64_t word) {
    return index < words.size() && words[index] == word;
}

/// Returns whether each "NAME = NUMBER" of the text is the word of the step's array at the index.
bool are_words_of(const LessonStep& step, const std::string& text, uint64_t index) {
    for (const LessonArray& array : step.arrays) {
        if (array.drawn != sort::Drawn::a_pair || index >= array.words.size()) continue;
        const std::string stated = array.name + " = ";
        for (size_t at = text.find(stated); at != text.npos; at = text.find(stated, at + 1)) {
            if (at > 0 && text[at - 1] != ' ') continue;  // of a longer name
            if (at > 1 && text[at - 2] != ',' && text[at - 2] != ':') continue;
            const std::string word = decimal(array.words[index], array.decimals);
            const size_t begin = at + stated.size(), end = begin + word.size();
            const bool longer = end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]));
            if (text.compare(begin, word.size(), word) != 0 || longer) return false;
        }
    }
    return true;
}

bool keys_are_true(const LessonStep& step, const std::string& sentence) {
    for (Reader reader(sentence); reader.find("ey ");) {
        const auto key = reader.number();
        if (!key || !reader.skip(" at index ")) continue;
        const auto index = reader.number();
        if (!index || (!has(step.keys_before, *index, *key) && !has(step.keys, *index, *key))) return false;
        if (reader.skip(":") && !are_words_of(step, ":" + reader.rest(), *index)) return false;
    }
    return true;
}

/// "Box 5 at index 7", "Boxes 5, 9 at indices 7 to 8": which boxes stand there.
bool boxes_are_true(const LessonStep& step, const std::string& sentence) {
    for (Reader reader(sentence); reader.find("ox");) {
        reader.skip("es");
        if (!reader.skip(" ")) continue;
        std::vector<uint64_t> boxes;
        while (const auto box = reader.number()) {
            boxes.push_back(*box);
            reader.skip(", ");
        }
        if (boxes.empty() || (!reader.skip(" at index ") && !reader.skip(" at indices "))) continue;
        const auto first = reader.number();
        if (!first) return false;
        for (size_t k = 0; k < boxes.size(); ++k)
            if (!has(step.values_before, *first + k, boxes[k])) return false;
        const auto last = reader.skip(" to ") ? reader.number() : first;
        if (!last || *last + 1 != *first + boxes.size()) return false;
        if (reader.skip(":") && !are_words_of(step, ":" + reader.rest(), *first)) return false;
    }
    return true;
}

bool taken_is_true(const LessonStep& step, const std::string& sentence) {
    for (Reader reader(sentence); reader.find(" takes the sum of index ");) {
        const auto index = reader.number();
        if (!index || !reader.skip(", ")) continue;
        const auto word = reader.number();
        if (word && !has(step.keys_before, *index, *word)) return false;
    }
    return true;
}

bool sums_are_true(const std::string& sentence) {
    for (Reader reader(sentence); reader.find(": ");) {
        Reader sum = reader;
        const auto a = sum.number();
        if (!a || !sum.skip(" + ")) continue;
        const auto b = sum.number();
        if (!b || !sum.skip(" = ")) continue;
        const auto c = sum.number();
        if (c && static_cast<uint32_t>(*a + *b) != *c) return false;
    }
    return true;
}

}  // namespace

bool is_borne_out(const LessonStep& step, const std::string& sentence) {
    return keys_are_true(step, sentence) && boxes_are_true(step, sentence) && taken_is_true(step, sentence) &&
           sums_are_true(sentence);
}

std::string false_sentence(const Lesson& lesson) {
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        if (!step.ran) continue;
        for (const std::string& sentence : stage_figure(lesson, i).operations) {
            if (!is_borne_out(step, sentence))
                return "stage " + std::to_string(i + 1) + ", " + step.stage +
                       ": not so by the arrays: " + sentence;
        }
    }
    return "";
}

}  // namespace app
