// What a lesson can be made with, and its sentences that depend on it.
#include "app/teach/sizes.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/teach/maker.h"
#include "sort/lab/model.h"

namespace app {
namespace {

std::vector<uint32_t> powers_to(uint32_t most) {
    std::vector<uint32_t> powers;
    for (uint32_t power = sort::kLeastLessonTile; power <= most; power *= 2) powers.push_back(power);
    return powers;
}

/// Returns "4, 8, 16 or 32", with `unit` behind each.
template <class Number>
std::string either(const std::vector<Number>& numbers, const char* unit = "") {
    std::string text;
    for (size_t i = 0; i < numbers.size(); ++i)
        text += (i == 0 ? "" : i + 1 == numbers.size() ? " or " : ", ") + std::to_string(numbers[i]) + unit;
    return text;
}

template <class Has>
std::string lessons_with(Has has) {
    std::vector<std::string> names;
    for (const std::string& name : lesson_names()) {
        if (has(size_range_of(name))) names.push_back(name);
    }
    return join(names);
}

/// `unit` follows each number.
void require_size(const char* flag, uint64_t size, const std::vector<uint32_t>& known,
                  const char* unit = "") {
    if (std::find(known.begin(), known.end(), size) == known.end())
        throw BadUsage(std::string(flag) + " " + std::to_string(size) + unit + ": " + either(known, unit) +
                       " expected");
}

/// Returns the usual digits of the kernels; 0: they have none, or any that the lesson can have.
int kernel_digit_bits(const std::string& lesson) {
    const sort::Model* const model = find_lesson_model(lesson);
    return model && model->sizes.digit_bits.most ? model->digit_bits.usual : 0;
}

std::string number_word(int number) {
    constexpr const char* kWords[] = {"no", "one", "two", "three", "four", "five", "six", "seven", "eight"};
    return number < 9 ? kWords[number] : std::to_string(number);
}

}  // namespace

LessonSizeRange size_range_of(const std::string& lesson) {
    LessonSizeRange range;
    if (const LessonMaker* maker = find_maker(lesson)) {
        range.usual_tile = maker->tile;
        range.usual_warp = maker->warp;
        if (maker->tile) range.tiles = powers_to(sort::kLessonTile);
        if (maker->warp) range.warps = powers_to(kWarpThreads);
        return range;
    }
    const sort::Model* const model = find_lesson_model(lesson);
    if (!model) return range;
    if (model->sizes.tiles) {
        range.tiles = powers_to(sort::kLessonTile);
        range.usual_tile = sort::kLessonTile;
        range.usual_warp = model->lesson_warp_threads;
    }
    if (model->sizes.warps) range.warps = powers_to(kWarpThreads);
    range.tile_is_warp = model->sizes.tile_is_warp;
    const sort::DigitBits& bits = model->sizes.digit_bits.most ? model->sizes.digit_bits : model->digit_bits;
    for (int bit = std::max(bits.fewest, 1); bit <= bits.most; ++bit) range.digit_bits.push_back(bit);
    return range;
}

SizeChoice checked_sizes(const std::string& lesson, const SizeChoice& asked) {
    const LessonSizeRange range = size_range_of(lesson);
    if (asked.tile && range.tiles.empty())
        throw BadUsage("--tile: the lesson '" + lesson + "' has no tiles of its own; lessons with tiles: " +
                       lessons_with([](const LessonSizeRange& one) { return !one.tiles.empty(); }));
    if (asked.warp && range.warps.empty())
        throw BadUsage("--warp: the lesson '" + lesson + "' counts nothing by warps; lessons that do: " +
                       lessons_with([](const LessonSizeRange& one) { return !one.warps.empty(); }));
    if (asked.tile) require_size("--tile", asked.tile, range.tiles, "x1");
    if (asked.warp) require_size("--warp", asked.warp, range.warps);
    const std::vector<int>& digits = range.digit_bits;
    if (asked.digit_bits && kernel_digit_bits(lesson) &&
        std::find(digits.begin(), digits.end(), asked.digit_bits) == digits.end())
        throw BadUsage("--digit-bits " + std::to_string(asked.digit_bits) + ": the lesson '" + lesson +
                       "' has digits of " + std::to_string(digits.front()) + " to " +
                       std::to_string(digits.back()) + " bits");

    SizeChoice sizes = asked;
    if (range.tile_is_warp) {
        if (asked.tile && asked.warp && asked.tile != asked.warp)
            throw BadUsage("--tile " + std::to_string(asked.tile) + "x1 and --warp " +
                           std::to_string(asked.warp) + ": in '" + lesson +
                           "' a tile is what a warp sorts, a pair per thread; one of the two is enough");
        sizes.tile = sizes.warp = asked.tile ? asked.tile : asked.warp ? asked.warp : range.usual_tile;
        return sizes;
    }
    if (!asked.tile) sizes.tile = range.usual_tile;
    if (!asked.warp)
        sizes.warp = sizes.tile ? std::min<uint64_t>(range.usual_warp, sizes.tile) : range.usual_warp;
    if (sizes.tile && sizes.warp > sizes.tile)
        throw BadUsage("--warp " + std::to_string(sizes.warp) + ": a warp is no larger than the tile of " +
                       std::to_string(sizes.tile) + " pairs; " +
                       either(powers_to(static_cast<uint32_t>(sizes.tile))) + " would do");
    return sizes;
}

SizeChoice known_sizes(const std::string& lesson, const SizeChoice& asked) {
    const LessonSizeRange range = size_range_of(lesson);
    const auto known = [](const auto& all, auto size) {
        return std::find(all.begin(), all.end(), size) != all.end() ? size : 0;
    };
    SizeChoice sizes{known(range.tiles, asked.tile), known(range.warps, asked.warp),
                     known(range.digit_bits, asked.digit_bits)};
    const uint64_t tile = sizes.tile ? sizes.tile : range.usual_tile;
    if (sizes.tile && range.tile_is_warp) sizes.warp = 0;
    if (tile && sizes.warp > tile) sizes.warp = 0;
    return sizes;
}

std::string small_sizes_text(const std::string& lesson, const SizeChoice& sizes) {
    const LessonSizeRange range = size_range_of(lesson);
    std::vector<std::string> parts;
    if (sizes.tile != range.usual_tile) {
        const sort::Model* const model = find_lesson_model(lesson);
        const std::string gpu = model ? model->sizes.gpu_tile : "more";
        parts.push_back("tiles of " + std::to_string(sizes.tile) + " pairs, " + gpu + " on the GPU");
    }
    if (!range.warps.empty() && sizes.warp != range.usual_warp)
        parts.push_back("warps of " + std::to_string(sizes.warp) + " threads, " +
                        std::to_string(kWarpThreads) + " on the GPU");
    const int digits = kernel_digit_bits(lesson);
    if (digits && sizes.digit_bits && sizes.digit_bits != digits)
        parts.push_back("digits of " + std::to_string(sizes.digit_bits) + " bits, " + std::to_string(digits) +
                        " on the GPU");
    return join(parts, "; ");
}

std::string with_sizes(const char* sentence, const LessonSetup& setup) {
    std::string text = sentence;
    if (text.find('{') == text.npos) return text;
    const uint32_t tile = setup.tile_pairs, halo = tile / 4, sample = 2 * tile;
    const std::pair<const char*, std::string> sizes[] = {
        {"{bits}", counted(static_cast<uint64_t>(setup.digit_bits), "bit")},
        {"{splits}", number_word(setup.digit_bits)},
        {"{bins}", std::to_string(1u << setup.digit_bits)},
        {"{sample}", std::to_string(sample) + " keys: all of " + std::to_string(sample) +
                         ", one in four of " + std::to_string(4 * sample)},
        {"{near}", std::to_string(std::max(halo / 2, 1u))},
        {"{far}", std::to_string(5 * halo)},
        {"{lanes}", tile < kWarpThreads ? "the tile, part of a GPU's warp of 32" : "a GPU's warp of 32"},
    };
    for (const auto& [name, size] : sizes) {
        const size_t at = text.find(name);
        if (at != text.npos) text.replace(at, std::string(name).size(), size);
    }
    return text;
}

}  // namespace app
