// cpu-radix: least significant digit first, 11 bits a pass, on TBB threads.
//
//   order check   leave when the keys are in order (sort/order_check.h)
//   count         one read of the keys makes the histograms of all passes; a digit that all keys share needs
//                 no pass
//   map           a pass: prefix sums over (bin, chunk) make the offsets, and every chunk of the pairs
//                 scatters its share to them. Stable: chunks are consecutive, and each goes through its pairs
//                 in order
//
// The first pass reads the caller's arrays and packs key and value into one 64-bit word, so that a pair is
// one access; the last pass unpacks into the caller's arrays. Later passes of many chunks count their digit
// again, since the pairs of a chunk have changed. What is done does not depend on the number of threads, only
// where the chunks are cut; below 32K pairs there is one chunk on the caller's thread. Bytes a pair: 4 check,
// 4 count, 16 a pass (8 more to count again on several threads). Example, digits of one bit: 3 0 1 2 0 3 1 2
// -> by bit 0: 0 2 0 2 3 1 3 1 -> by bit 1: 0 0 1 1 2 2 3 3.
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

#include "sort/observed.h"
#include "sort/order_check.h"
#include "sort/registry.h"

namespace sort {
namespace {

constexpr int kDigitBits = 11;
constexpr uint32_t kBins = 1u << kDigitBits;
constexpr int kMaxPasses = (32 + kDigitBits - 1) / kDigitBits;
constexpr uint32_t kParallelPairs = 1u << 15;  // below, threads cost more than they bring
static_assert(kMaxPasses == 3, "two word buffers serve three passes");

/// Key and value as one word, the key above.
struct SplitPairs {
    uint32_t* keys;
    uint32_t* values;

    uint64_t load(uint32_t i) const { return uint64_t{keys[i]} << 32 | (values ? values[i] : 0); }
    void store(uint32_t i, uint64_t word) const {
        keys[i] = static_cast<uint32_t>(word >> 32);
        if (values) values[i] = static_cast<uint32_t>(word);
    }
};

struct WordPairs {
    uint64_t* words;

    uint64_t load(uint32_t i) const { return words[i]; }
    void store(uint32_t i, uint64_t word) const { words[i] = word; }
};

uint32_t digit_of(uint64_t word, KeyBits bits) { return bits(static_cast<uint32_t>(word >> 32)); }

class CpuRadix : public Sorter {
public:
    CpuRadix(uint32_t capacity, int threads)
        : capacity_(capacity),
          max_chunks_(chunk_limit(threads)),
          words_a_(capacity),
          words_b_(capacity),
          histograms_(size_t{max_chunks_} * kMaxPasses * kBins),
          offsets_(size_t{max_chunks_} * kBins) {
        if (threads > 0) arena_.emplace(threads);
    }

    static uint32_t chunk_limit(int threads) {
        const int most = threads > 0 ? threads : static_cast<int>(std::thread::hardware_concurrency());
        return static_cast<uint32_t>(std::clamp(most, 1, 256));
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        if (arena_) {
            arena_->execute([&] { sort_here(pairs, stream, options); });
        } else {
            sort_here(pairs, stream, options);
        }
    }

private:
    void sort_here(Pairs pairs, Stream stream, const Options& options) {
        const uint32_t passes = static_cast<uint32_t>(pass_count(options, kDigitBits));
        Report report{0, passes, 0, 0, 0};
        if (pairs.count > 1 && passes > 0 && !leaves_early(pairs, stream, options)) {
            report.passes_run = run_passes(pairs, stream, options);
            report.passes_skipped = passes - report.passes_run;
        }
        if (options.report) *options.report = report;
    }

    static bool leaves_early(Pairs pairs, Stream stream, const Options& options) {
        if (!options.check_order) return false;
        uint32_t descends = 0;
        const StageArray out_of_order{"out of order", &descends, 1};
        observed(pairs, order_check_stage(pairs, -1, out_of_order), stream, options, [&] {
            const KeyBits bits = key_bits(options.begin_bit, options.end_bit);
            descends = in_order(pairs.keys, pairs.count, bits) ? 0 : 1;
        });
        return descends == 0;
    }

    uint32_t run_passes(Pairs pairs, Stream stream, const Options& options) {
        count_ = pairs.count;
        const uint32_t arena = static_cast<uint32_t>(tbb::this_task_arena::max_concurrency());
        chunks_ = count_ < kParallelPairs ? 1 : std::min(max_chunks_, arena);

        const int passes = pass_count(options, kDigitBits);
        const StageArray histograms[] = {{"histograms", histograms_.data(), chunks_ * kMaxPasses * kBins}};
        observed(pairs, {"count", -1, pairs, histograms, uint64_t{4} * count_, count_}, stream, options,
                 [&] { count_all_digits(pairs.keys, passes, options); });
        int to_run[kMaxPasses];
        int runs = 0;
        for (int pass = 0; pass < passes; ++pass) {
            if (!is_uniform(pairs.keys[0], pass, options)) to_run[runs++] = pass;
        }

        // The caller's arrays hold the data before the first pass and after the last, words in between.
        const SplitPairs split{pairs.keys, pairs.values};
        for (int run = 0; run < runs; ++run) {
            const int pass = to_run[run];
            const KeyBits digit = pass_digit(options, kDigitBits, pass);
            const WordPairs from{run % 2 ? words_a_.data() : words_b_.data()};
            const WordPairs to{run % 2 ? words_b_.data() : words_a_.data()};
            const bool first = run == 0, last = run + 1 == runs;
            const Pairs words{nullptr, nullptr, count_};  // not shown as pairs
            const Pairs before = first ? pairs : words, after = last ? pairs : words;
            const StageArray offsets[] = {{"offsets", offsets_.data(), chunks_ * kBins}};
            observed(before, {"map", pass, after, offsets, uint64_t{16} * count_, count_}, stream, options,
                     [&] {
                         if (!first && chunks_ > 1) count_again(from, digit, pass);
                         make_offsets(pass);
                         if (first) {
                             scatter(split, to, digit);
                             if (last) copy_back(to, split);
                         } else if (last) {
                             scatter(from, split, digit);
                         } else {
                             scatter(from, to, digit);
                         }
                     });
        }
        return static_cast<uint32_t>(runs);
    }

    uint32_t chunk_begin(uint32_t chunk) const {
        return static_cast<uint32_t>(uint64_t{count_} * chunk / chunks_);
    }
    uint32_t* histogram(uint32_t chunk, int pass) {
        return &histograms_[(size_t{chunk} * kMaxPasses + pass) * kBins];
    }
    uint32_t* offsets(uint32_t chunk) { return &offsets_[size_t{chunk} * kBins]; }

    template <class Work>
    void each_chunk(Work work) const {
        if (chunks_ == 1) return work(0u);
        tbb::parallel_for(0u, chunks_, work, tbb::simple_partitioner());
    }

    void count_all_digits(const uint32_t* keys, int passes, const Options& options) {
        KeyBits digits[kMaxPasses];  // a pass that there is not has the digit 0 for every key
        for (int pass = 0; pass < kMaxPasses; ++pass) {
            digits[pass] = pass < passes ? pass_digit(options, kDigitBits, pass) : KeyBits{0, 0};
        }
        each_chunk([&](uint32_t chunk) {
            uint32_t* h0 = histogram(chunk, 0);
            uint32_t* h1 = histogram(chunk, 1);
            uint32_t* h2 = histogram(chunk, 2);
            std::fill(h0, h0 + kMaxPasses * kBins, 0);  // the three lie side by side
            for (uint32_t i = chunk_begin(chunk), end = chunk_begin(chunk + 1); i < end; ++i) {
                const uint32_t key = keys[i];
                ++h0[digits[0](key)];
                ++h1[digits[1](key)];
                ++h2[digits[2](key)];
            }
        });
    }

    bool is_uniform(uint32_t any_key, int pass, const Options& options) {
        const uint32_t bin = pass_digit(options, kDigitBits, pass)(any_key);
        uint32_t same = 0;
        for (uint32_t chunk = 0; chunk < chunks_; ++chunk) same += histogram(chunk, pass)[bin];
        return same == count_;
    }

    void count_again(WordPairs from, KeyBits digit, int pass) {
        each_chunk([&](uint32_t chunk) {
            uint32_t* bins = histogram(chunk, pass);
            std::fill(bins, bins + kBins, 0);
            for (uint32_t i = chunk_begin(chunk), end = chunk_begin(chunk + 1); i < end; ++i) {
                ++bins[digit_of(from.load(i), digit)];
            }
        });
    }

    /// Prefix sums in (bin, chunk) order: where each chunk's first pair with each digit goes.
    void make_offsets(int pass) {
        uint32_t offset = 0;
        for (uint32_t bin = 0; bin < kBins; ++bin) {
            for (uint32_t chunk = 0; chunk < chunks_; ++chunk) {
                offsets(chunk)[bin] = offset;
                offset += histogram(chunk, pass)[bin];
            }
        }
    }

    template <class From, class To>
    void scatter(From from, To to, KeyBits digit) {
        each_chunk([&](uint32_t chunk) {
            uint32_t* offset = offsets(chunk);
            for (uint32_t i = chunk_begin(chunk), end = chunk_begin(chunk + 1); i < end; ++i) {
                const uint64_t word = from.load(i);
                to.store(offset[digit_of(word, digit)]++, word);
            }
        });
    }

    void copy_back(WordPairs from, SplitPairs to) {
        each_chunk([&](uint32_t chunk) {
            for (uint32_t i = chunk_begin(chunk), end = chunk_begin(chunk + 1); i < end; ++i)
                to.store(i, from.load(i));
        });
    }

    uint32_t capacity_, max_chunks_;
    uint32_t count_ = 0, chunks_ = 1;  // of the sort going on
    std::vector<uint64_t> words_a_, words_b_;
    std::vector<uint32_t> histograms_;  // [chunk][pass][bin]
    std::vector<uint32_t> offsets_;     // [chunk][bin]
    std::optional<tbb::task_arena> arena_;
};

size_t scratch_bytes(uint32_t count, const EngineConfig&) {
    const size_t tables = size_t{CpuRadix::chunk_limit(0)} * (kMaxPasses + 1) * kBins * sizeof(uint32_t);
    return 2 * sizeof(uint64_t) * size_t{count} + tables;
}

const bool registered =
    add_engine({"cpu-radix", "11 bits a pass on threads, one count for all passes, order check first", "",
                Backend::cpu, true, scratch_bytes, [](uint32_t capacity, const EngineConfig& config) {
                    return std::unique_ptr<Sorter>(new CpuRadix(capacity, config.threads));
                }});

}  // namespace
}  // namespace sort
