// The names of the made inputs and the numbers behind them. To add one: a line in kKinds, and its maker in
// inputs_made.*.
#include "sort/lab/inputs.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "sort/base/numbers.h"
#include "sort/lab/inputs_made.h"

namespace sort {
namespace {

constexpr InputKind kKinds[] = {
    {"uniform", "uniform", "every 32-bit key equally likely", "uniform"},
    {"gaussian", "gaussian", "the mean of four uniform keys: a bell around 2^31", "gaussian"},
    {"sorted", "sorted", "uniform keys in ascending order", "sorted"},
    {"reversed", "reversed", "uniform keys in descending order", "reversed"},
    {"equal", "equal", "one key, again and again", "equal"},
    {"few", "few:K", "K different keys in random order", "few:16"},
    {"zero", "zero", "every key is 0", "zero"},
    {"bucket", "bucket", "64 parts; each goes through 64 ascending ranges, random within a range", "bucket"},
    {"staggered", "staggered", "64 parts; each random within one range of its own, in staggered order",
     "staggered"},
    {"entropy", "entropy:K", "the AND of K random words: each bit is set with probability 1/2^K",
     "entropy:3"},
    {"banded", "banded:LO-HI", "random in bits LO to HI-1, zero elsewhere", "banded:8-24"},
    {"swaps", "swaps:K", "sorted, then K times two random places exchanged", "swaps:5"},
    {"displaced", "displaced:D", "sorted, then each key moved by at most D places, some by exactly D",
     "displaced:5"},
    {"teleport", "teleport:P%", "sorted, then P percent of the keys replaced by random ones", "teleport:1%"},
    {"zipf", "zipf", "65,536 different keys, the r-th 1/r times as often as the first", "zipf"},
    {"sawtooth", "sawtooth", "ascending, and from 0 again after every 251 keys", "sawtooth"},
    {"organ-pipe", "organ-pipe", "ascending to the middle, descending from there", "organ-pipe"},
    {"intruder", "intruder", "one key, again and again, and one other key somewhere", "intruder"},
    {"clusters", "clusters:K", "K tight clusters, each a bell around a key of its own, in random order",
     "clusters:64"},
    {"lattice", "lattice:K", "the floats of K planes, many equal keys on each, in random order",
     "lattice:64"},
    {"exponent", "exponent", "the floats from 1 to 2, which share an exponent", "exponent"},
    {"gas", "gas:M", "a gas in last frame's order, float keys: every body moved by M diameters (rms)",
     "gas:0.01"},
    {"gas24", "gas24:M", "the same, keys of 24 bits: places in the box", "gas24:0.01"},
    {"gas-teleport", "gas-teleport:M:P%", "gas:M with P percent of the bodies anywhere",
     "gas-teleport:0.01:0.1%"},
    {"gas24-teleport", "gas24-teleport:M:P%", "gas24:M with P percent of the bodies anywhere",
     "gas24-teleport:0.01:0.1%"},
};

/// Meaning of the number after the colon, and the function that makes the keys; in the order of kKinds.
enum class Number { none, count, planes, words, band, percent, move, move_percent, depth, share };
using WideInputMaker = void (*)(std::vector<uint64_t>& keys, const Input& input, uint64_t seed);
struct Recipe {
    Number number;
    InputMaker maker;
    WideInputMaker wide_maker = nullptr;  // null: widened()
};
constexpr Recipe kRecipes[] = {
    {Number::none, made::uniform<uint32_t>, made::uniform<uint64_t>},
    {Number::none, made::gaussian},
    {Number::none, made::sorted<uint32_t>, made::sorted<uint64_t>},
    {Number::none, made::reversed<uint32_t>, made::reversed<uint64_t>},
    {Number::none, made::equal},
    {Number::count, made::few},
    {Number::none, made::zero},
    {Number::none, made::bucket},
    {Number::none, made::staggered},
    {Number::words, made::entropy},
    {Number::band, made::banded},
    {Number::count, made::swaps<uint32_t>, made::swaps<uint64_t>},
    {Number::count, made::displaced<uint32_t>, made::displaced<uint64_t>},
    {Number::percent, made::teleport<uint32_t>, made::teleport<uint64_t>},
    {Number::none, made::zipf},
    {Number::none, made::sawtooth},
    {Number::none, made::organ_pipe},
    {Number::none, made::intruder},
    {Number::count, made::clusters},
    {Number::planes, made::lattice},
    {Number::none, made::exponent},
    {Number::move, made::gas},
    {Number::move, made::gas24},
    {Number::move_percent, made::gas},
    {Number::move_percent, made::gas24},
};
static_assert(std::size(kKinds) == std::size(kRecipes));

constexpr InputKind kWideKinds[] = {
    {"splat", "splat:M",
     "64-bit keys of splats in last frame's order, tile << 32 | depth: depths in [1, 100) moved by up to M, one key "
     "in 2,000 in another of 8,160 tiles",
     "splat:0.002"},
    {"contacts", "contacts:M",
     "64-bit keys of contacts, body << 32 | higher body, three per body: sorted, then a share M replaced by new ones",
     "contacts:0.01"},
};
constexpr Recipe kWideRecipes[] = {{Number::depth, nullptr, made::splat},
                                   {Number::share, nullptr, made::contacts}};
static_assert(std::size(kWideKinds) == std::size(kWideRecipes));

struct Kinds {
    std::vector<InputKind> kinds{std::begin(kKinds), std::end(kKinds)};
    std::vector<Recipe> recipes{std::begin(kRecipes), std::end(kRecipes)};
};

/// Returns the kinds of this file, and those that other rooms have added.
Kinds& all() {
    static Kinds all;
    return all;
}

constexpr uint64_t kMostWords = 64;         // the AND of more is 0 anyway
constexpr uint64_t kMostPlanes = 1u << 23;  // floats from 2^22 on have no halves
constexpr uint64_t kMillionths = 1000000;   // 100 %, a diameter
constexpr uint64_t kMostDiameters = 100;
constexpr uint64_t kMostDepth = 100;

std::string kind_list() {
    std::string list;
    for (const InputKind& kind : all().kinds) list += std::string(list.empty() ? "" : ", ") + kind.usage;
    for (const InputKind& kind : kWideKinds) list += std::string(", ") + kind.usage;
    return list;
}

uint64_t parse_number(const std::string& text, uint64_t most, const std::string& whole) {
    const WholeNumber number = parse_whole_number(text);
    if (number.fault != NumberFault::none || number.value < 1 || number.value > most) {
        throw std::invalid_argument("input '" + whole + "': '" + text + "' is not a whole number from 1 to " +
                                    std::to_string(most));
    }
    return number.value;
}

void parse_band(const std::string& text, const std::string& whole, Input& input) {
    const size_t dash = text.find('-');
    const auto bit = [&](const std::string& word) {
        const WholeNumber number = parse_whole_number(word);
        return number.fault == NumberFault::none && number.value <= 32 ? static_cast<int>(number.value) : -1;
    };
    const int low = dash == text.npos ? -1 : bit(text.substr(0, dash));
    const int high = dash == text.npos ? -1 : bit(text.substr(dash + 1));
    if (low < 0 || high <= low) {
        throw std::invalid_argument("input '" + whole + "': '" + text +
                                    "' is not two bits such as 8-24, the first smaller, within 0-32");
    }
    input.number = static_cast<uint64_t>(low);
    input.end = static_cast<uint64_t>(high);
}

/// Millionths of a number that may have a point, given how many millionths one of it is: an exponent behind
/// the digits makes them, exactly. 0 when it is not a number, is not whole millionths or is over `most`.
uint64_t parse_millionths(const std::string& digits, const char* exponent, uint64_t most) {
    const bool plain = !digits.empty() && digits.find_first_not_of("0123456789.") == digits.npos;
    const WholeNumber number = plain ? parse_whole_number(digits + exponent) : WholeNumber{};
    return number.fault == NumberFault::none && number.value <= most ? number.value : 0;
}

uint64_t parse_percent(const std::string& text, const std::string& whole) {
    const bool sign = text.ends_with('%');
    const uint64_t millionths =
        sign ? parse_millionths(text.substr(0, text.size() - 1), "e4", kMillionths) : 0;
    if (millionths == 0) {
        throw std::invalid_argument("input '" + whole + "': '" + text +
                                    "' is not a share such as 1% or 0.5%, from 0.0001% to 100%");
    }
    return millionths;
}

/// A number from 0.000001 to `most`; `what` names it in the message, such as "a share such as 0.01".
uint64_t parse_decimal(const std::string& text, uint64_t most, const char* what, const std::string& whole) {
    const uint64_t millionths = parse_millionths(text, "e6", most * kMillionths);
    if (millionths == 0) {
        throw std::invalid_argument("input '" + whole + "': '" + text + "' is not " + what +
                                    ", from 0.000001 to " + std::to_string(most));
    }
    return millionths;
}

uint64_t parse_move(const std::string& text, const std::string& whole) {
    return parse_decimal(text, kMostDiameters, "a move in diameters such as 0.01", whole);
}

void parse_move_percent(const std::string& text, const std::string& whole, const InputKind& kind,
                        Input& input) {
    const size_t colon = text.find(':');
    if (colon == text.npos) {
        throw std::invalid_argument("input '" + whole + "' needs two numbers: " + kind.usage);
    }
    input.number = parse_move(text.substr(0, colon), whole);
    input.end = parse_percent(text.substr(colon + 1), whole);
}

bool is_wide(const InputKind& kind) { return &kind == &kWideKinds[0] || &kind == &kWideKinds[1]; }

const Recipe& recipe_of(const InputKind& kind) {
    return is_wide(kind) ? kWideRecipes[&kind - kWideKinds] : all().recipes[&kind - all().kinds.data()];
}

/// Null: there is no such kind.
const InputKind* kind_named(const std::string& name) {
    for (const std::span<const InputKind> kinds : {input_kinds(), wide_input_kinds()}) {
        for (const InputKind& kind : kinds) {
            if (name == kind.name) return &kind;
        }
    }
    return nullptr;
}

}  // namespace

std::span<const InputKind> input_kinds() { return all().kinds; }
std::span<const InputKind> wide_input_kinds() { return kWideKinds; }
bool is_wide(const Input& input) { return is_wide(*input.kind); }

bool add_input_kind(const InputKind& kind, bool with_share, InputMaker maker) {
    all().kinds.push_back(kind);
    all().recipes.push_back({with_share ? Number::move_percent : Number::move, maker});
    return true;
}

uint64_t random_number(uint64_t seed, uint64_t n) {
    // Two rounds of multiply and xor-shift over a counter; the odd constants only need many mixed bits.
    uint64_t x = seed * 0xd1342543de82ef95ull + n + 0x632be59bd9b4e019ull;
    for (int round = 0; round < 3; ++round) {
        x ^= x >> 32;
        x *= 0xe9846af9b1a615d5ull;
    }
    return x ^ x >> 29;
}

Input parse_input(const std::string& text) {
    const size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    const InputKind* kind = kind_named(name);
    if (!kind) {
        throw std::invalid_argument("unknown input '" + text + "'; there are " + kind_list());
    }
    const Number wanted = recipe_of(*kind).number;
    if (wanted != Number::none && colon == std::string::npos) {
        throw std::invalid_argument("input '" + text + "' needs a number: " + kind->usage);
    }
    if (wanted == Number::none && colon != std::string::npos) {
        throw std::invalid_argument("input '" + text + "': " + kind->name + " takes no number");
    }

    Input input{kind};
    const std::string number = colon == std::string::npos ? "" : text.substr(colon + 1);
    switch (wanted) {
        case Number::none:
            break;
        case Number::count:
            input.number = parse_number(number, UINT32_MAX, text);
            break;
        case Number::planes:
            input.number = parse_number(number, kMostPlanes, text);
            break;
        case Number::words:
            input.number = parse_number(number, kMostWords, text);
            break;
        case Number::band:
            parse_band(number, text, input);
            break;
        case Number::percent:
            input.number = parse_percent(number, text);
            break;
        case Number::move:
            input.number = parse_move(number, text);
            break;
        case Number::move_percent:
            parse_move_percent(number, text, *kind, input);
            break;
        case Number::depth:
            input.number = parse_decimal(number, kMostDepth, "a change of depth such as 0.002", text);
            break;
        case Number::share:
            input.number = parse_decimal(number, 1, "a share such as 0.01", text);
            break;
    }
    return input;
}

std::vector<uint32_t> make_keys(const Input& input, uint32_t count, uint64_t seed) {
    if (is_wide(input))
        throw std::invalid_argument(std::string(input.kind->usage) + " makes keys of 64 bits only");
    std::vector<uint32_t> keys(count);
    recipe_of(*input.kind).maker(keys, input, seed);
    return keys;
}

std::vector<uint64_t> make_wide_keys(const Input& input, uint32_t count, uint64_t seed) {
    const WideInputMaker maker = recipe_of(*input.kind).wide_maker;
    if (!maker) return widened(make_keys(input, count, seed));
    std::vector<uint64_t> keys(count);
    maker(keys, input, seed);
    return keys;
}

std::vector<uint64_t> widened(const std::vector<uint32_t>& words) {
    std::vector<uint64_t> keys(words.size());
    for (size_t i = 0; i < keys.size(); ++i) {
        keys[i] = uint64_t{words[i]} << 32 | random_number(0, words[i]) >> 32;
    }
    return keys;
}

}  // namespace sort
