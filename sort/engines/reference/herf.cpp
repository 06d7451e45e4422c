// herf: M. Herf, "Radix tricks" (stereopsis.com/radix.html), 2001: the radix sort on one thread that GPU papers compared
// with. Least significant digit first, 11 bits per pass, so three passes for 32 bits, and one read of the keys for the
// histograms of all three. Floats are sorted as keys.h maps them, which is Herf's flip and, beyond it, one place for
// both zeros and one for every NaN.
//
//   histograms   counts all digits in one read, then makes the counts of each digit offsets
//   scatter      each pair to the next place of its digit's bin; once per digit
//
// Bytes per pair: 4 histograms + 16 per scatter, 52 for 32 bits; keys alone half of the scatters. No order check.
// Departures from the text: values travel along; the last pass writes the caller's arrays, for which two scratch
// buffers are needed and a lone pass reads a copy; nothing is prefetched by hand.
// Example, digits of one bit, 3 bits: 5 2 7 2 -> 2 2 5 7 -> 5 2 2 7 -> 2 2 5 7.
#include <algorithm>
#include <array>
#include <vector>

#include "sort/engines/observed.h"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort {
namespace {

constexpr int kDigitBits = 11;
constexpr uint32_t kBins = 1u << kDigitBits;
constexpr int kPasses = (32 + kDigitBits - 1) / kDigitBits;

class Herf : public Sorter {
public:
    explicit Herf(uint32_t capacity)
        : offsets_(kPasses * size_t{kBins}),
          keys_{std::vector<uint32_t>(capacity), std::vector<uint32_t>(capacity)},
          values_{std::vector<uint32_t>(capacity), std::vector<uint32_t>(capacity)} {}

    static size_t bytes(uint32_t count, const EngineConfig&) {
        return sizeof(uint32_t) * (kPasses * size_t{kBins} + 4 * size_t{count});
    }

    uint32_t capacity() const override { return static_cast<uint32_t>(keys_[0].size()); }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity(), options);
        const int passes = pass_count(options, kDigitBits);
        if (passes > 0) {
            const Stage count{"histograms", -1, pairs, {}, uint64_t{4} * pairs.count, pairs.count};
            observed(pairs, count, stream, options, [&] { make_offsets(pairs, passes, options); });
            Pairs from = pairs;
            if (passes == 1) from = copied(pairs);
            for (int pass = 0; pass < passes; ++pass) {
                const Pairs to = pass + 1 == passes ? pairs : scratch(pass, pairs);
                const uint64_t moved_bytes = uint64_t{pairs.values ? 16u : 8u} * pairs.count;
                observed(from, {"scatter", pass, to, {}, moved_bytes, pairs.count}, stream, options,
                         [&] { scatter(from, to, pass, pass_digit(options, kDigitBits, pass)); });
                from = to;
            }
        }
        if (options.report) *options.report = {static_cast<uint32_t>(passes), 0, 0, 0, 0};
    }

private:
    uint32_t* offsets_of(int pass) { return offsets_.data() + pass * size_t{kBins}; }

    Pairs scratch(int which, Pairs pairs) {
        return {keys_[which].data(), pairs.values ? values_[which].data() : nullptr, pairs.count};
    }

    Pairs copied(Pairs pairs) {
        const Pairs copy = scratch(0, pairs);
        std::copy_n(pairs.keys, pairs.count, copy.keys);
        if (pairs.values) std::copy_n(pairs.values, pairs.count, copy.values);
        return copy;
    }

    void make_offsets(Pairs pairs, int passes, const Options& options) {
        std::fill(offsets_.begin(), offsets_.end(), 0);
        std::array<KeyBits, kPasses> digits{};
        for (int pass = 0; pass < passes; ++pass) digits[pass] = pass_digit(options, kDigitBits, pass);
        for (uint32_t i = 0; i < pairs.count; ++i) {
            for (int pass = 0; pass < passes; ++pass) ++offsets_of(pass)[digits[pass](pairs.keys[i])];
        }
        for (int pass = 0; pass < passes; ++pass) {
            uint32_t sum = 0;
            for (uint32_t bin = 0; bin < kBins; ++bin) {
                const uint32_t own = offsets_of(pass)[bin];
                offsets_of(pass)[bin] = sum;
                sum += own;
            }
        }
    }

    void scatter(Pairs from, Pairs to, int pass, KeyBits digit) {
        uint32_t* const next = offsets_of(pass);
        for (uint32_t i = 0; i < from.count; ++i) {
            const uint32_t place = next[digit(from.keys[i])]++;
            to.keys[place] = from.keys[i];
            if (from.values) to.values[place] = from.values[i];
        }
    }

    std::vector<uint32_t> offsets_;  // a row of kBins per pass
    std::vector<uint32_t> keys_[2], values_[2];
};

}  // namespace

bool register_herf() {
    return add_engine({"herf",
                       "reference: 11 bits per pass, one read for all histograms, one thread, no order check",
                       "M. Herf: Radix tricks. stereopsis.com/radix.html, 2001",
                       Backend::cpu,
                       true,
                       Herf::bytes,
                       [](uint32_t capacity, const EngineConfig&) -> std::unique_ptr<Sorter> {
                           return std::make_unique<Herf>(capacity);
                       },
                       false,
                       {kDigitBits, kDigitBits, kDigitBits}});
}

}  // namespace sort
