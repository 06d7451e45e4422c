// What every case of the engine suite stands on: where the pairs live, how a result is judged, the fixture.
// The reference is std::stable_sort of a host copy made before the call; values are indices or random words,
// never a copy of the keys; words around the arrays must not change.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "sort/key_bits.h"
#include "sort/registry.h"
#include "tests/sort/sort_engine_suite_inputs.h"
#include "tests/sort/sorter_that_fits.h"

namespace suite {

/// Memory where the engines of one backend find their pairs: three arrays and a report.
class Memory {
public:
    virtual ~Memory() = default;
    virtual uint32_t* upload(int slot, const Words& words) = 0;
    virtual Words download(int slot, size_t count) = 0;  // after all queued work
    virtual sort::Report* report() = 0;                  // poisoned
    virtual sort::Report read_report() = 0;
    virtual sort::Stream stream() = 0;
    virtual int64_t allocated() = 0;  // a number that changes when somebody allocates
    virtual void sort(sort::Sorter& sorter, sort::Pairs pairs, const sort::Options& options) {
        sorter.sort(pairs, stream(), options);
    }
};

/// Sizes and numbers of cases of the matrix that a test program runs.
struct Scale {
    uint32_t length_step = 1;    // between lengths up to two tiles; those near a border are all there
    uint32_t short_step = 1;     // between lengths up to 70 for every kind of input
    uint32_t medium = 70001;     // for every kind of input
    uint32_t largest = 1 << 20;  // around powers of two
    int repeats = 20;
    uint64_t turns = 8;         // of every kind of input, one call after the other
    uint32_t patterns = 10000;  // made at random
    std::vector<uint32_t> many = {300001, 1 << 20, 1 << 21};  // pairs for the larger tiles
    bool thorough = true;                   // every border, distance and length, not one of each sort
    std::vector<uint32_t> blocks = {3, 6};  // what grids may hold, to look at grid x tile
};

// Defined by the test program.
std::unique_ptr<Memory> make_memory(uint32_t words);
std::vector<const sort::Engine*> engines_under_test();
Scale scale();
std::string skip_reason();  // "" when the engines can run here

/// One sort to be judged.
struct Case {
    Words keys;
    std::string name;
    sort::Options options = {};
    bool with_values = true;
    uint32_t offset = 0;  // words that misalign the arrays
    bool index = false;   // values are 0, 1, 2 ...; else random words

    std::string text() const {
        return name + ", " + sort::name_of(options.key_type) + ", n = " + std::to_string(keys.size()) +
               ", bits " + std::to_string(options.begin_bit) + " to " + std::to_string(options.end_bit) +
               (with_values ? "" : ", keys alone") +
               (offset ? ", misaligned by " + std::to_string(offset) : "");
    }
};

constexpr uint32_t kGuards = 8;
constexpr uint32_t kKeyGuard = 0xa5a5a5a5u, kValueGuard = 0x5a5a5a5au;

inline Words guarded(const Words& words, uint32_t begin, uint32_t guard) {
    Words all(begin + words.size() + kGuards, guard);
    std::copy(words.begin(), words.end(), all.begin() + begin);
    return all;
}

/// "" or the first word that differs; `begin` guards stand before the data.
inline std::string difference(const Words& is, const Words& should, uint32_t begin) {
    if (is == should) return "";
    if (is.size() != should.size()) return "another length";
    const auto [a, b] = std::mismatch(is.begin(), is.end(), should.begin());
    const auto at = a - is.begin();
    const bool guard = at < begin || at >= static_cast<int64_t>(is.size() - kGuards);
    return std::string(guard ? "guard" : "word") + " at " + std::to_string(at - int64_t{begin}) + " is " +
           std::to_string(*a) + ", should be " + std::to_string(*b);
}

/// Puts the pairs of equal digits in one order of their own, so that results of unstable engines compare.
template <class Bits>
void order_within_equals(Words& keys, Words& values, uint32_t begin, Bits bits) {
    using Row = std::tuple<uint32_t, uint32_t>;
    const size_t end = keys.size() - kGuards;
    for (size_t first = begin; first < end;) {
        size_t last = first + 1;
        while (last < end && bits(keys[last]) == bits(keys[first])) ++last;
        std::vector<Row> rows;
        for (size_t i = first; i < last; ++i) rows.push_back({keys[i], values[i]});
        std::sort(rows.begin(), rows.end());
        for (size_t i = first; i < last; ++i) std::tie(keys[i], values[i]) = rows[i - first];
        first = last;
    }
}

/// Sorts and judges: "" when keys, values, guards and report are right, else what is wrong.
inline std::string complaint(const sort::Engine& engine, sort::Sorter& sorter, Memory& memory,
                             const Case& what) {
    const Words& keys = what.keys;
    const uint32_t count = static_cast<uint32_t>(keys.size());
    const Words values = what.index ? index_values(count) : made("uniform", count, 9);
    const sort::KeyBits asked = sort::key_bits(what.options.begin_bit, what.options.end_bit);
    const auto bits = [&](uint32_t key) {
        return sort::with_ordered_bits(asked, what.options.key_type,
                                       [&](auto ordered) { return ordered(key); });
    };
    // What is sorted by, and behind it the place before: not through an index, as millions take seconds so.
    std::vector<uint64_t> order(count);
    for (uint32_t i = 0; i < count; ++i) order[i] = uint64_t{bits(keys[i])} << 32 | i;
    const auto less = [](uint64_t a, uint64_t b) { return a >> 32 < b >> 32; };
    const bool was_sorted = std::is_sorted(order.begin(), order.end(), less);
    std::stable_sort(order.begin(), order.end(), less);

    const uint32_t begin = kGuards + what.offset;
    uint32_t* d_keys = memory.upload(0, guarded(keys, begin, kKeyGuard)) + begin;
    uint32_t* d_values = memory.upload(1, guarded(values, begin, kValueGuard)) + begin;
    sort::Options options = what.options;
    options.report = memory.report();
    memory.sort(sorter, {d_keys, what.with_values ? d_values : nullptr, count}, options);

    const auto key = [&](uint32_t i) { return keys[uint32_t(order[i])]; };
    const auto value = [&](uint32_t i) { return values[what.with_values ? uint32_t(order[i]) : i]; };
    Words right_keys = guarded(each(count, key), begin, kKeyGuard);
    Words right_values = guarded(each(count, value), begin, kValueGuard);
    Words sorted_keys = memory.download(0, right_keys.size());
    Words sorted_values = memory.download(1, right_values.size());
    if (!engine.stable) {
        // Keys that differ outside the bits may have changed places too: compare the digits first.
        for (uint32_t i = 0; i < count; ++i) {
            if (bits(sorted_keys[begin + i]) != bits(right_keys[begin + i]))
                return "keys are out of order at " + std::to_string(i);
        }
        Words none(sorted_keys.size());
        order_within_equals(right_keys, what.with_values ? right_values : none, begin, bits);
        std::fill(none.begin(), none.end(), 0u);
        order_within_equals(sorted_keys, what.with_values ? sorted_values : none, begin, bits);
    }
    if (const std::string wrong = difference(sorted_keys, right_keys, begin); !wrong.empty())
        return "keys: " + wrong;
    if (const std::string wrong = difference(sorted_values, right_values, begin); !wrong.empty())
        return "values: " + wrong;

    const sort::Report report = memory.read_report();
    const bool idle = was_sorted || asked.mask == 0;
    if (engine.checks_order && options.check_order && (report.passes_run == 0) != idle)
        return "report: " + std::to_string(report.passes_run) + " passes run on input that was " +
               (idle ? "in order" : "not in order");
    if (report.passes_run > 64 || report.passes_skipped > 64) return "report: passes are not counted";
    if (!engine.paths.empty() && report.path >= engine.paths.size())
        return "report: there is no path " + std::to_string(report.path);
    return "";
}

class SortEngine : public testing::TestWithParam<const sort::Engine*> {
protected:
    void SetUp() override {
        const std::string reason = skip_reason();
        if (!reason.empty()) GTEST_SKIP() << reason;
        const std::string refusal = sort::refusal_of(*GetParam(), -1);
        if (!refusal.empty()) GTEST_SKIP() << "skipped: " << refusal;
    }

    /// An engine and memory for up to `capacity` pairs.
    void prepare(uint32_t capacity, const sort::EngineConfig& config = {}) {
        sorter_ = nullptr;
        sorter_ = sorter_that_fits(*GetParam(), capacity, config);
        if (!sorter_) return;
        ASSERT_EQ(sorter_->capacity(), capacity);
        memory_ = make_memory(capacity + 2 * kGuards + 4);
    }

    void check(const Case& what) {
        if (!sorter_) return;  // a tile that this device has no room for
        const std::string wrong = complaint(*GetParam(), *sorter_, *memory_, what);
        if (!wrong.empty()) FAIL() << what.text() << ": " << wrong;
    }

    void check(const Words& keys, const std::string& name, const sort::Options& options = {},
               bool with_values = true, uint32_t offset = 0) {
        check(Case{keys, name, options, with_values, offset});
    }

    /// Sorts inputs of every kind. A `turn`, 0 or 1, says that the length is the first or second of two: unless the
    /// scale is thorough, each kind is sorted in one of these lengths, and by the next engine in the other one.
    void check_kinds(uint32_t count, int turn = -1, const sort::Options& options = {},
                     bool with_values = true) {
        const auto engines = engines_under_test();
        size_t kind = std::find(engines.begin(), engines.end(), GetParam()) - engines.begin();
        for (const Named& input : all_inputs(count)) {
            if (turn >= 0 && !scale().thorough && kind++ % 2 != size_t(turn)) continue;
            check(input.keys, input.name, options, with_values);
            if (HasFatalFailure()) return;
        }
    }

    /// Pairs in a tile of the engine's usual shape.
    uint32_t tile() const { return GetParam()->tiles.empty() ? 2048 : GetParam()->tiles[0].pairs(); }

    std::unique_ptr<sort::Sorter> sorter_;
    std::unique_ptr<Memory> memory_;
};

inline std::string engine_test_name(const testing::TestParamInfo<const sort::Engine*>& info) {
    std::string name = info.param->name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(engines, SortEngine, testing::ValuesIn(engines_under_test()), engine_test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SortEngine);

}  // namespace suite
