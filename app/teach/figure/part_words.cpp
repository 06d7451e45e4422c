// One word per pair under its key: digits, ranks, places; and the bits that a digit is taken from.
#include <algorithm>
#include <cctype>

#include "app/teach/figure/parts.h"
#include "sort/engines/sortable.h"

namespace app::parts {
namespace {

constexpr uint32_t kMostPairsWithBits = 128;

std::string after_colon(std::string sentence) {
    const bool word = sentence.size() > 1 && sentence[1] >= 'a' && sentence[1] <= 'z';
    if (word && sentence[0] >= 'A' && sentence[0] <= 'Z')
        sentence[0] = static_cast<char>(sentence[0] - 'A' + 'a');
    return sentence;
}

std::string capital(std::string sentence) {
    sentence[0] = static_cast<char>(std::toupper(sentence[0]));
    return sentence;
}

}  // namespace

void groups(FigureBuilder& builder, const Picture& picture) {
    for (size_t i = builder.index() + 1; i-- > 0;) {
        const LessonStep& step = builder.lesson().steps[i];
        for (const LessonArray& array : step.arrays) {
            if (array.name != picture.array || array.words.size() != step.values_before.size()) continue;
            std::map<uint32_t, uint32_t> group_of_pair;
            uint32_t most = 0;
            for (size_t at = 0; at < array.words.size(); ++at) {
                group_of_pair[step.values_before[at]] = array.words[at];
                most = std::max(most, array.words[at]);
            }
            builder.set_groups(group_of_pair, most + 1, *picture.with ? picture.with : "digit");
            return;
        }
    }
}

void bits(FigureBuilder& builder, const Picture&) {
    const LessonStep& step = builder.step();
    const LessonSetup& setup = builder.lesson().setup;
    const int end = std::max(setup.options.end_bit, 1);
    if (step.pass < 0 || setup.digit_bits == 0 || builder.count() > kMostPairsWithBits || end > 12) return;
    const int low = setup.options.begin_bit + step.pass * setup.digit_bits;
    const int high = std::min(low + setup.digit_bits, end);
    const std::string which = low + 1 == high
                                  ? "bit " + std::to_string(low)
                                  : "bits " + std::to_string(low) + " to " + std::to_string(high - 1);
    const uint32_t key = step.keys_before[0];
    const uint32_t digit = sort::pass_digit(setup.options, setup.digit_bits, step.pass)(key);
    const int op = builder.begin("The digit is " + which + " of the key: that of key " + std::to_string(key) +
                                 " is " + std::to_string(digit) + ".");
    constexpr float kHeight = 0.85f;
    for (int bit = end; bit-- > 0;) {
        const bool own = bit >= low && bit < high;
        builder.name("bit " + std::to_string(bit), kHeight, op);
        for (uint32_t i = 0; i < builder.count(); ++i) {
            FigureCell& cell = builder.label(std::to_string(step.keys_before[i] >> bit & 1),
                                             {static_cast<float>(i), builder.y, 1, kHeight}, op);
            cell.pair = step.values_before[i];
            cell.digit = own ? builder.group_of(cell.pair) : -1;
            cell.tone = own ? Tone::digit : Tone::faint;
        }
        builder.y += kHeight;
    }
    const auto rows = static_cast<float>(high - low);
    builder.frame(FigureFrame::border,
                  {0, builder.y - static_cast<float>(high) * kHeight, static_cast<float>(builder.count()),
                   rows * kHeight},
                  "", op, Tone::strong);
    builder.y += 0.4f;
}

void words(FigureBuilder& builder, const Picture& picture) {
    if (const LessonArray* const one = builder.count() == 1 ? nullptr : builder.take(picture.array, 1)) {
        const int op = builder.begin(one->name + " = " + decimal(one->words[0], one->decimals) + ": " +
                                     after_colon(one->sentence));
        const int row = builder.row(*one, 1.2f);
        builder.word(row, 0, {0, builder.y, 4, 1.2f}, op).state = CellState::written;
        builder.y += 1.6f;
        return;
    }
    const LessonArray* const array = builder.take(picture.array, builder.count());
    if (!array) return;
    const LessonStep& step = builder.step();
    const bool of_pairs = array->drawn == sort::Drawn::a_pair;
    const Words pairs =
        of_pairs ? step.values_before : builder.current_row.pairs;  // those of a tile as they stand now
    std::vector<int> shown_at(builder.count());
    const uint32_t together = builder.tiles_together(builder.tiles() > 4 ? 1 : 4);
    for (uint32_t tile = 0; tile < builder.tiles(); tile += together) {
        const uint32_t last = std::min(builder.tiles(), tile + together);
        const uint32_t first = builder.tile_begin(tile), end = builder.tile_begin(last);
        const std::string prefix = builder.tile_prefix(tile, last);
        const uint32_t index = builder.followed(first, end);
        const auto begin = array->words.begin();
        const bool flags = *std::max_element(begin, array->words.end()) == 1;
        const auto set = std::count(begin + first, begin + end, 1u);
        const bool none = std::all_of(begin + first, begin + end, [](uint32_t word) { return word == 0; });
        const std::string found =
            none       ? "all have 0."
            : flags    ? std::to_string(set) + " of " + std::to_string(end - first) + " have 1."
            : of_pairs ? builder.story_of(index) + "."
                       : "index " + std::to_string(index) + ": " + array->name + " = " +
                             decimal(array->words[index], array->decimals) + ".";
        const int op =
            builder.begin((tile == 0 ? array->name + ": " + after_colon(array->sentence) + " " : "") +
                          (prefix.empty() ? capital(found) : prefix + found));
        std::fill(shown_at.begin() + first, shown_at.begin() + end, op);
    }
    const size_t begin = builder.figure.cells.size();
    bool is_group = of_pairs;
    for (uint32_t i = 0; is_group && i < builder.count(); ++i) {
        is_group = builder.group_of(step.values_before[i]) == static_cast<int>(array->words[i]);
    }
    builder.words(*array, pairs, shown_at);
    for (size_t i = begin; is_group && i < builder.figure.cells.size(); ++i) {
        builder.figure.cells[i].digit = builder.group_of(builder.figure.cells[i].pair);
        builder.figure.cells[i].tone = Tone::digit;
    }
    if (pairs == builder.current_row.pairs) builder.current_row.bottom = builder.y - 0.4f;
}

}  // namespace app::parts
