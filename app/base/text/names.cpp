// Optimal string alignment over short names; the menu of known names is always part of the message.
#include "app/base/text/names.h"

#include <algorithm>

namespace app {

int edit_distance(const std::string& a, const std::string& b) {
    const size_t columns = b.size() + 1;
    std::vector<int> cost((a.size() + 1) * columns);
    const auto at = [&](size_t i, size_t j) -> int& { return cost[i * columns + j]; };
    for (size_t i = 0; i <= a.size(); ++i) at(i, 0) = static_cast<int>(i);
    for (size_t j = 0; j <= b.size(); ++j) at(0, j) = static_cast<int>(j);
    for (size_t i = 1; i <= a.size(); ++i) {
        for (size_t j = 1; j <= b.size(); ++j) {
            const int replace = at(i - 1, j - 1) + (a[i - 1] != b[j - 1]);
            at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replace});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    }
    return at(a.size(), b.size());
}

std::string nearest_name(const std::string& wrong, const std::vector<std::string>& known) {
    if (wrong.empty() || wrong.size() > 64) return "";
    std::string best;
    int best_cost = 1 << 20;
    for (const std::string& name : known) {
        // A word cut short is as near as one typing error.
        const bool cut = wrong.size() >= 2 && name.starts_with(wrong);
        const int cost = cut ? 1 : edit_distance(wrong, name);
        if (cost < best_cost) {
            best = name;
            best_cost = cost;
        }
    }
    // More errors than half the word: a guess would only mislead.
    const int allowed = std::max<int>(1, static_cast<int>(std::max(wrong.size(), best.size())) / 2);
    return best_cost <= allowed ? best : "";
}

std::string unknown_name(const std::string& what, const std::string& wrong,
                         const std::vector<std::string>& known) {
    std::string text = "unknown " + what + " '" + wrong + "'";
    const std::string near = nearest_name(wrong, known);
    if (!near.empty()) text += ": did you mean '" + near + "'?";
    if (!known.empty()) text += " (" + join(known) + ")";
    return text;
}

std::string counted(uint64_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + ' ' + (count == 1 ? one : many.empty() ? one + "s" : many);
}

std::string join(const std::vector<std::string>& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c == at) {
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    return words;
}

}  // namespace app
