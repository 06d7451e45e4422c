// Makes keys of a lesson by kind and seed, and parses typed ones.
#include "app/teach/input.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include "app/base/errors.h"
#include "app/cli/made_input.h"
#include "app/teach/maker.h"
#include "sort/base/numbers.h"
#include "sort/lab/model.h"

namespace app {
namespace {

int bits_of(const std::vector<uint32_t>& keys) {
    return keys.empty() ? 0 : std::bit_width(*std::max_element(keys.begin(), keys.end()));
}

sort::WholeNumber whole_number(const std::string& word) {
    if (!word.starts_with("0x") && !word.starts_with("0X")) return sort::parse_whole_number(word);
    sort::WholeNumber number{};
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data() + 2, end, number.value, 16);
    if (error == std::errc::invalid_argument || stop != end)
        number.fault = sort::NumberFault::not_a_number;
    else if (error != std::errc())
        number.fault = sort::NumberFault::too_big;
    return number;
}

constexpr const char* kBetweenKeys = ", \t\n;";

}  // namespace

LessonInput made_input(const std::string& kind, uint32_t count, uint64_t seed) {
    LessonInput input;
    input.keys = sort::make_keys(checked_input(kind), count, seed);
    input.what = kind + ", seed " + std::to_string(seed);
    const int surplus = bits_of(input.keys) - kLessonBits;
    if (surplus > 0) {
        for (uint32_t& key : input.keys) key >>= surplus;
        input.what += ", scaled to " + std::to_string(kLessonBits) + " bits";
    }
    return input;
}

std::string usual_input(const std::string& engine, const std::string& broken) {
    if (const sort::Break* shown = find_break(engine, broken)) return shown->input;
    const sort::Model* const model = find_lesson_model(engine);
    return model ? model->lesson_input : "uniform";
}

uint32_t usual_keys(const std::string& engine, const std::string& broken) {
    if (const sort::Break* shown = find_break(engine, broken)) return shown->keys;
    if (const LessonMaker* maker = find_maker(engine)) return maker->keys;
    const sort::Model* const model = find_lesson_model(engine);
    return model ? model->lesson_keys : kUsualLessonKeys;
}

uint32_t parse_key(const std::string& flag, const std::string& word) {
    const size_t begin = word.find_first_not_of(' ');
    const std::string key =
        begin == word.npos ? "" : word.substr(begin, word.find_last_not_of(' ') + 1 - begin);
    const std::string where = flag.empty() ? "" : flag + ": ";
    const sort::WholeNumber number = whole_number(key);
    const bool too_large = number.fault == sort::NumberFault::too_big ||
                           (number.fault == sort::NumberFault::none && number.value > UINT32_MAX);
    if (too_large) throw BadUsage(where + key + " is too large: at most 4294967295 (2^32 - 1) is expected");
    if (number.fault != sort::NumberFault::none)
        throw BadUsage(where + "'" + key + "' is not a whole number from 0 on, such as 83 or 0x53");
    return static_cast<uint32_t>(number.value);
}

std::vector<uint32_t> parse_keys(const std::string& text) {
    std::vector<uint32_t> keys;
    for (size_t at = 0; at < text.size();) {
        const size_t begin = text.find_first_not_of(kBetweenKeys, at);
        if (begin == text.npos) break;
        const size_t end = std::min(text.find_first_of(kBetweenKeys, begin), text.size());
        keys.push_back(parse_key("", text.substr(begin, end - begin)));
        at = end;
    }
    if (keys.empty()) throw BadUsage("type keys, such as 5, 3, 9, 1");
    return keys;
}

LessonInput typed_input(const std::vector<uint32_t>& keys) {
    if (keys.size() > kMostLessonKeys) {
        throw BadUsage(std::to_string(keys.size()) + " keys: a lesson has at most " +
                       std::to_string(kMostLessonKeys));
    }
    return {keys, std::max(kLessonBits, bits_of(keys)), "as typed"};
}

LessonInput chosen_input(const InputChoice& choice, const std::string& engine, const std::string& broken) {
    const bool typed = !choice.keys.empty();
    if (typed && !choice.kind.empty()) throw BadUsage("--keys and --input: one of them is expected");
    if (typed && choice.count) throw BadUsage("-n belongs to --input; --keys bring their own count");
    if (typed) return typed_input(choice.keys);
    const uint64_t count = choice.count.value_or(usual_keys(engine, broken));
    if (count < 1 || count > kMostLessonKeys) {
        throw BadUsage("-n " + std::to_string(count) + ": a lesson has 1 to " +
                       std::to_string(kMostLessonKeys) + " keys (`sweeplab sort` takes more)");
    }
    const std::string kind = choice.kind.empty() ? usual_input(engine, broken) : choice.kind;
    return made_input(kind, static_cast<uint32_t>(count), choice.seed.value_or(1));
}

}  // namespace app
