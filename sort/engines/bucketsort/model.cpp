// The model of bucketsort (sort/engines/bucketsort/bucketsort.cu): stage by stage as its observed sorts, tile
// by tile and bucket by bucket, with plain loops. The kernels rank by ballots and by bins; here stable sorts
// and counters give the same ranks.
#include <algorithm>
#include <numeric>

#include "sort/cuda/block_order.h"
#include "sort/engines/bucketsort/lesson.h"
#include "sort/engines/bucketsort/model_maps.h"
#include "sort/engines/bucketsort/shapes.h"
#include "sort/engines/checked_once_model.h"
#include "sort/engines/sortable.h"
#include "sort/lab/model.h"

namespace sort {
namespace bucketsort {
namespace {

constexpr int kDigitBits = 8;  // of a sort by digits from the start
constexpr uint32_t kDigitBins = 1u << kDigitBits;

enum Path : uint32_t { kInOrder, kOneBlock, kBuckets, kDigits };

class BucketsortModel : public Sorter {
public:
    BucketsortModel(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity), lesson_(config.tile == kLesson.tile), shape_(lesson_ ? kLesson : kTraced) {
        for (Words* words : {&keys_, &values_, &buckets_, &exchanged_, &bins_, &bin_starts_, &ranks_}) {
            words->resize(capacity);
        }
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const int bits = options.end_bit - options.begin_bit;
        Report report{0, 1, kInOrder, 0, 0};
        if (pairs.count > 1 && bits > 0) {
            bits_ = key_bits(options.begin_bit, options.end_bit);
            traced_ = pairs.count <= kTraceLimit ? pairs.count : 0;
            out_of_order_ = 1;
            run_ = 0;
            if (options.check_order) check_order_once(pairs, out_of_order_, stream, options);
            if (!lesson_ && pairs.count <= kLargeBlock.pairs()) {
                sort_in_block(pairs, stream, options);
                if (out_of_order_) report = {1, 0, kOneBlock, 0, 0};
            } else if (!lesson_ && bits <= kFewBits) {
                report = sort_by_digits(pairs, stream, options);
            } else {
                const Report done = sort_by_buckets(pairs, stream, options);
                if (out_of_order_) report = done;
            }
        }
        if (options.report) *options.report = report;
    }

private:
    /// Read and written once.
    static uint64_t pair_bytes(const Pairs& pairs) { return uint64_t{pairs.values ? 16u : 8u} * pairs.count; }

    const uint32_t* gate(const Options& options) const {
        return options.check_order ? &out_of_order_ : nullptr;
    }

    Pairs scratch(const Pairs& pairs) {
        return {keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
    }

    static void copy(const Pairs& from, const Pairs& to) {
        std::copy_n(from.keys, from.count, to.keys);
        if (from.values) std::copy_n(from.values, from.count, to.values);
    }

    /// to[place(i)] = from[i].
    template <class Place>
    static void move(const Pairs& from, const Pairs& to, Place place) {
        for (uint32_t i = 0; i < from.count; ++i) {
            const uint32_t at = place(i);
            to.keys[at] = from.keys[i];
            if (from.values) to.values[at] = from.values[i];
        }
    }

    /// Bins, starts and ranks of the keys [begin, begin + count). True: a bin is crowded.
    bool rank(const uint32_t* keys, uint32_t begin, uint32_t count, TileShape block) {
        Words own(count);
        for (uint32_t i = 0; i < count; ++i) own[i] = bits_(keys[begin + i]);
        const auto sample = std::span(own).first(std::min(count, block.threads));
        const BinMap map(own, sample, bits_.mask == ~0u);
        const int bin_bits = std::bit_width(block.pairs() - 1);
        Words counts(size_t{1} << bin_bits), starts(counts.size());
        for (uint32_t i = 0; i < count; ++i) ++counts[bins_[begin + i] = map(own[i], bin_bits)];
        std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0u);
        Words order(count);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return own[a] < own[b]; });
        for (uint32_t i = 0; i < count; ++i) {
            bin_starts_[begin + i] = starts[bins_[begin + i]];
            ranks_[begin + order[i]] = i;
        }
        return *std::max_element(counts.begin(), counts.end()) > kMostInBin;
    }

    void sort_in_block(const Pairs& pairs, Stream stream, const Options& options) {
        const TileShape block = pairs.count <= kSmallBlock.pairs() ? kSmallBlock : kLargeBlock;
        const uint64_t count = pairs.count;
        const StageArray ranked[] = {{"bins", bins_.data(), traced_},
                                     {"bin starts", bin_starts_.data(), traced_},
                                     {"ranks", ranks_.data(), traced_}};
        observed(pairs, {"rank", -1, pairs, ranked, 8 * count, count, gate(options)}, stream, options, [&] {
            if (out_of_order_) rank(pairs.keys, 0, pairs.count, block);
        });
        observed(pairs, {"write", -1, pairs, {}, pair_bytes(pairs) + 4 * count, count, gate(options)}, stream,
                 options, [&] {
                     if (!out_of_order_) return;
                     move(pairs, scratch(pairs), [&](uint32_t i) { return ranks_[i]; });
                     copy(scratch(pairs), pairs);
                 });
    }

    Report sort_by_buckets(const Pairs& pairs, Stream stream, const Options& options) {
        const uint32_t tile = shape_.tile.pairs(), tiles = tile_count(pairs.count, tile);
        const uint32_t buckets = shape_.buckets(), shown = traced_ ? buckets : 0;
        const uint64_t count = pairs.count, entries = uint64_t{tiles} * buckets;
        const uint32_t table = traced_ ? static_cast<uint32_t>(entries) : 0;
        const Pairs placed = scratch(pairs);
        samples_.resize(2 * size_t{shape_.tile.threads});
        for (Words* words : {&first_keys_, &starts_, &by_digits_}) words->assign(buckets, 0);
        counts_.assign(std::max<size_t>(entries, size_t{tiles} << shape_.digit_bits), 0);
        offsets_ = counts_;
        by_value_ = uneven_ = fullest_ = fits_ = by_passes_ = 0;

        const StageArray split_arrays[] = {
            {"samples", samples_.data(), traced_ ? static_cast<uint32_t>(samples_.size()) : 0, 1},
            {"by value", &by_value_, 1},
            {"first keys", first_keys_.data(), shown, 1},
            {"buckets", buckets_.data(), traced_},
            {"exchanged keys", exchanged_.data(), traced_},
            {"tile counts", counts_.data(), table, buckets}};
        observed(pairs, {"split", -1, pairs, split_arrays, 4 * count + 2 * entries, count, gate(options)},
                 stream, options, [&] {
                     if (out_of_order_) split(pairs);
                 });
        const StageArray summed[] = {{"offsets", offsets_.data(), table, buckets},
                                     {"bucket starts", starts_.data(), shown, 1},
                                     {"uneven", &uneven_, 1},
                                     {"fullest bucket", &fullest_, 1},
                                     {"fits", &fits_, 1}};
        observed(pairs, {"offsets", -1, pairs, summed, 2 * entries, entries, gate(options)}, stream, options,
                 [&] {
                     if (!out_of_order_) return;
                     fullest_ = sum_counts(tiles, buckets);
                     std::copy_n(offsets_.begin(), buckets, starts_.begin());
                     fits_ = !uneven_ && fullest_ <= shape_.bucket_pairs();
                     by_passes_ = !fits_;
                 });
        observed(pairs, {"place", -1, placed, {}, pair_bytes(pairs) + 2 * entries, count, &fits_}, stream,
                 options, [&] {
                     if (fits_) place(pairs, placed, buckets);
                 });
        const StageArray ordered[] = {{"buckets", buckets_.data(), traced_},
                                      {"bins", bins_.data(), traced_},
                                      {"bin starts", bin_starts_.data(), traced_},
                                      {"ranks", ranks_.data(), traced_},
                                      {"by digits", by_digits_.data(), shown, 1}};
        observed(placed, {"order buckets", -1, pairs, ordered, pair_bytes(pairs), count, &fits_}, stream,
                 options, [&] {
                     if (fits_) order_buckets(placed, pairs);
                 });
        const int passes = pass_count(options, shape_.digit_bits);
        for (int pass = 0; pass < passes; ++pass) tile_pass(pairs, pass, stream, options);
        if (fits_) return {1, 0, kBuckets, 0, 0};
        return {run_, static_cast<uint32_t>(passes) - run_, kDigits, 0, 0};
    }

    void split(const Pairs& pairs) {
        constexpr uint32_t kGolden = 0x9e3779b1u;  // consecutive multiples cover 2^32 evenly
        for (uint32_t number = 0; number < samples_.size(); ++number) {
            samples_[number] = bits_(pairs.keys[uint64_t{number * kGolden} * pairs.count >> 32]);
        }
        const BucketMap map(samples_, shape_.buckets());
        by_value_ = map.by_value();
        uneven_ = !lesson_ && map.uneven();
        for (uint32_t b = 0; b < first_keys_.size(); ++b) first_keys_[b] = map.first_key(b, bits_.mask);
        count_tiles(pairs, shape_.buckets(), [&](uint32_t key) { return map(bits_(key)); });
        const uint32_t tile = shape_.tile.pairs();
        for (uint32_t begin = 0; begin < pairs.count; begin += tile) {
            const uint32_t end = std::min(pairs.count, begin + tile);
            Words order(end - begin);
            std::iota(order.begin(), order.end(), begin);
            std::stable_sort(order.begin(), order.end(),
                             [&](uint32_t a, uint32_t b) { return buckets_[a] < buckets_[b]; });
            for (uint32_t i = begin; i < end; ++i) exchanged_[i] = pairs.keys[order[i - begin]];
        }
    }

    /// counts[tile][bin], and the bin of each pair to buckets_.
    template <class Bin>
    void count_tiles(const Pairs& pairs, uint32_t bins, Bin bin) {
        std::fill(counts_.begin(), counts_.end(), 0u);
        for (uint32_t i = 0; i < pairs.count; ++i) {
            buckets_[i] = bin(pairs.keys[i]);
            ++counts_[size_t{i / shape_.tile.pairs()} * bins + buckets_[i]];
        }
    }

    /// offsets[tile][bin]: all pairs of lower bins, and of this bin in the tiles before. Returns the pairs of
    /// the fullest bin.
    uint32_t sum_counts(uint32_t tiles, uint32_t bins) {
        uint32_t sum = 0, fullest = 0;
        for (uint32_t bin = 0; bin < bins; ++bin) {
            const uint32_t start = sum;
            for (uint32_t tile = 0; tile < tiles; ++tile) {
                offsets_[size_t{tile} * bins + bin] = sum;
                sum += counts_[size_t{tile} * bins + bin];
            }
            fullest = std::max(fullest, sum - start);
        }
        return fullest;
    }

    void place(const Pairs& from, const Pairs& to, uint32_t bins) {
        Words next = offsets_;
        move(from, to,
             [&](uint32_t i) { return next[size_t{i / shape_.tile.pairs()} * bins + buckets_[i]]++; });
    }

    void order_buckets(const Pairs& placed, const Pairs& pairs) {
        for (uint32_t b = 0; b < starts_.size(); ++b) {
            const uint32_t begin = starts_[b];
            const uint32_t end = b + 1 < starts_.size() ? starts_[b + 1] : placed.count;
            std::fill(buckets_.begin() + begin, buckets_.begin() + end, b);
            const TileShape block{shape_.tile.threads, 2 * shape_.tile.items};
            if (end > begin) by_digits_[b] = rank(placed.keys, begin, end - begin, block);
        }
        move(placed, pairs, [&](uint32_t i) { return starts_[buckets_[i]] + ranks_[i]; });
    }

    /// To the scratch and back.
    void tile_pass(const Pairs& pairs, int pass, Stream stream, const Options& options) {
        const uint32_t bins = 1u << shape_.digit_bits, tiles = tile_count(pairs.count, shape_.tile.pairs());
        const uint64_t count = pairs.count, entries = uint64_t{tiles} * bins;
        const uint32_t table = traced_ ? static_cast<uint32_t>(entries) : 0;
        uint32_t in_use = 0;
        const StageArray counted[] = {{"digit", buckets_.data(), traced_},
                                      {"tile counts", counts_.data(), table, bins}};
        observed(pairs, {"count digits", pass, pairs, counted, 4 * count + 2 * entries, count, &by_passes_},
                 stream, options, [&] {
                     if (by_passes_) count_tiles(pairs, bins, pass_digit(options, shape_.digit_bits, pass));
                 });
        const StageArray summed[] = {{"offsets", offsets_.data(), table, bins}};
        observed(pairs,
                 {"place by digit", pass, pairs, summed, 2 * pair_bytes(pairs) + 2 * entries, count, &in_use},
                 stream, options, [&] {
                     in_use = by_passes_ && sum_counts(tiles, bins) < pairs.count;
                     if (!in_use) return;
                     place(pairs, scratch(pairs), bins);
                     copy(scratch(pairs), pairs);
                     ++run_;
                 });
    }

    Report sort_by_digits(const Pairs& pairs, Stream stream, const Options& options) {
        const int passes = pass_count(options, kDigitBits);
        const uint32_t all = static_cast<uint32_t>(passes), open = out_of_order_;
        const uint64_t count = pairs.count;
        counts_.assign(size_t{all} * kDigitBins, 0);
        const StageArray counted[] = {
            {"histograms", counts_.data(), traced_ ? all * kDigitBins : 0, kDigitBins}};
        observed(pairs, {"count", -1, pairs, counted, 4 * count, count, gate(options)}, stream, options, [&] {
            for (int pass = 0; open && pass < passes; ++pass) {
                const KeyBits digit = pass_digit(options, kDigitBits, pass);
                for (uint32_t i = 0; i < count; ++i) ++counts_[pass * kDigitBins + digit(pairs.keys[i])];
            }
        });
        uint32_t in_scratch = 0;
        Pairs now = pairs;
        for (int pass = 0; pass < passes; ++pass) {
            const auto begin = counts_.begin() + pass * kDigitBins, end = begin + kDigitBins;
            uint32_t in_use = open && std::find(begin, end, pairs.count) == end;
            const Pairs to = in_scratch ? pairs : scratch(pairs);
            const Pairs nowhere{nullptr, nullptr, pairs.count};
            observed(pass == 0 || traced_ ? now : nowhere,
                     {"pass", pass, traced_ ? to : nowhere, {}, pair_bytes(pairs), count, &in_use}, stream,
                     options, [&] {
                         if (!in_use) return;
                         Words next(kDigitBins);
                         std::exclusive_scan(begin, end, next.begin(), 0u);
                         const KeyBits digit = pass_digit(options, kDigitBits, pass);
                         move(now, to, [&](uint32_t i) { return next[digit(now.keys[i])]++; });
                     });
            if (!in_use) continue;
            now = to;
            in_scratch ^= 1;
            ++run_;
        }
        const Pairs shown = traced_ ? now : Pairs{nullptr, nullptr, pairs.count};
        observed(shown, {"copy back", -1, pairs, {}, pair_bytes(pairs), count, &in_scratch}, stream, options,
                 [&] {
                     if (in_scratch) copy(now, pairs);
                 });
        return {run_, all - run_, open ? kDigits : kInOrder, 0, 0};
    }

    uint32_t capacity_;
    bool lesson_;
    Distribution shape_;
    KeyBits bits_;
    Words keys_, values_, buckets_, exchanged_, bins_, bin_starts_, ranks_;
    Words samples_, first_keys_, starts_, by_digits_, counts_, offsets_;
    uint32_t traced_ = 0, out_of_order_ = 1, run_ = 0;
    uint32_t by_value_ = 0, uneven_ = 0, fullest_ = 0, fits_ = 0, by_passes_ = 0;
};

size_t model_bytes(uint32_t count, const EngineConfig& config) {
    const Distribution& shape = config.tile == kLesson.tile ? kLesson : kTraced;
    const size_t tiles = tile_count(count, shape.tile.pairs());
    return sizeof(uint32_t) * (7 * size_t{count} + 2 * tiles * shape.bins());
}

const bool registered =
    add_model(Model{{.name = "bucketsort",
                     .sentence = kSentence,
                     .paper = "",
                     .backend = Backend::cpu,
                     .stable = true,
                     .bytes = model_bytes,
                     .create =
                         [](uint32_t capacity, const EngineConfig& config) {
                             return std::unique_ptr<Sorter>(new BucketsortModel(capacity, config));
                         },
                     .tiles = kTiles,
                     .paths = kPaths},
                    "One distribution into buckets, then each bucket in shared memory",
                    kStages,
                    kArrays});

}  // namespace
}  // namespace bucketsort
}  // namespace sort
