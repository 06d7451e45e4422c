// The model of bucketsort (sort/engines/bucketsort/bucketsort.cu): the phases of its one launch as stages, tile
// by tile and bucket by bucket, with plain loops. The kernels rank by ballots and by bins; here stable sorts
// and counters give the same ranks.
#include <algorithm>
#include <numeric>

#include "sort/cuda/block_order.h"
#include "sort/engines/bucketsort/lesson.h"
#include "sort/engines/bucketsort/model_maps.h"
#include "sort/engines/bucketsort/model_moves.h"
#include "sort/engines/bucketsort/model_splitters.h"
#include "sort/engines/bucketsort/shapes.h"
#include "sort/engines/checked_once_model.h"
#include "sort/engines/sortable.h"
#include "sort/lab/model.h"

namespace sort {
namespace bucketsort {
namespace {

constexpr int kDigitBits = 8;  // of a sort by digits from the start
constexpr uint32_t kDigitBins = 1u << kDigitBits;
constexpr int kSplitterBits = 8;  // of a bucket's number between splitters, for the shape kSmallest

enum Path : uint32_t { kInOrder, kOneBlock, kBuckets, kDigits };

class BucketsortModel : public ModelMoves {
public:
    BucketsortModel(uint32_t capacity, const EngineConfig& config, const Break* broken)
        : BucketsortModel(capacity, config.tile != TileShape{} && config.tile.items == 1, config.tile,
                          broken) {}

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity(), options);
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
    BucketsortModel(uint32_t capacity, bool lesson, TileShape tile, const Break* broken)
        : ModelMoves(capacity, lesson ? tile.pairs() : kSmallest.tile.pairs()),
          lesson_(lesson),
          broken_(broken),
          shape_(lesson ? lesson_policy(tile) : kSmallest) {
        for (Words* words : {&exchanged_, &bins_, &bin_starts_, &ranks_}) words->resize(capacity);
    }

    const uint32_t* gate(const Options& options) const {
        return options.check_order ? &out_of_order_ : nullptr;
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
        if (is_break(broken_, "unstable-ranks")) std::reverse(order.begin(), order.end());
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
        by_value_ = uneven_ = fullest_ = fits_ = by_splitters_ = splitters_fit_ = by_passes_ = 0;

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
                     (fits_ ? fits_ : lesson_ ? by_passes_ : by_splitters_) = 1;
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
        if (!lesson_) distribute_by_splitters(pairs, stream, options);
        const Report done = sort_by_tile_passes(pairs, stream, options);
        return by_passes_ ? done : Report{1, 0, kBuckets, 0, 0};
    }

    void distribute_by_splitters(const Pairs& pairs, Stream stream, const Options& options) {
        constexpr uint32_t kBuckets = 1u << kSplitterBits;
        constexpr uint32_t kSamples = SplitterMap::kSamplesPerBucket * kBuckets;
        const uint32_t tiles = tile_count(pairs.count, shape_.tile.pairs());
        const uint64_t count = pairs.count, entries = uint64_t{tiles} * kBuckets;
        const uint32_t table = traced_ ? static_cast<uint32_t>(entries) : 0;
        const Pairs placed = scratch(pairs);
        splitter_samples_.assign(kSamples, 0);
        splitters_.assign(kBuckets - 1, 0);
        starts_.assign(kBuckets, 0);
        if (by_splitters_) counts_.assign(entries, 0), offsets_ = counts_;

        const StageArray sampled[] = {{"samples", splitter_samples_.data(), kSamples, 1}};
        observed(pairs,
                 {"sort samples", -1, pairs, sampled, uint64_t{16} * kSamples, kSamples, &by_splitters_},
                 stream, options, [&] {
                     if (!by_splitters_) return;
                     for (uint32_t i = 0; i < kSamples; ++i) splitter_samples_[i] = sample(pairs, i);
                     std::sort(splitter_samples_.begin(), splitter_samples_.end());
                 });
        const SplitterMap map(splitter_samples_);
        const StageArray split_arrays[] = {{"splitters", splitters_.data(), kBuckets - 1, 1},
                                           {"buckets", buckets_.data(), traced_},
                                           {"tile counts", counts_.data(), table, kBuckets}};
        observed(
            pairs,
            {"split by splitters", -1, pairs, split_arrays, 4 * count + 2 * entries, count, &by_splitters_},
            stream, options, [&] {
                if (!by_splitters_) return;
                std::copy(map.splitters().begin(), map.splitters().end(), splitters_.begin());
                count_tiles(pairs, kBuckets, [&](uint32_t key) { return map(bits_(key)); });
            });
        const StageArray summed[] = {{"offsets", offsets_.data(), table, kBuckets},
                                     {"bucket starts", starts_.data(), kBuckets, 1},
                                     {"fullest bucket", &fullest_, 1},
                                     {"fits", &splitters_fit_, 1}};
        observed(pairs, {"offsets", -1, pairs, summed, 2 * entries, entries, &by_splitters_}, stream, options,
                 [&] {
                     if (!by_splitters_) return;
                     fullest_ = sum_counts(tiles, kBuckets, [&](uint32_t b) { return !map.has_one_key(b); });
                     std::copy_n(offsets_.begin(), kBuckets, starts_.begin());
                     (fullest_ <= shape_.bucket_pairs() ? splitters_fit_ : by_passes_) = 1;
                 });
        observed(pairs, {"place", -1, placed, {}, pair_bytes(pairs) + 2 * entries, count, &splitters_fit_},
                 stream, options, [&] {
                     if (splitters_fit_) place(pairs, placed, kBuckets);
                 });
        observed(placed, {"order runs", -1, pairs, {}, pair_bytes(pairs), count, &splitters_fit_}, stream,
                 options, [&] {
                     if (splitters_fit_) sort_stably(placed, pairs);
                 });
    }

    void sort_stably(const Pairs& from, const Pairs& to) {
        Words order(from.count), places(from.count);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return bits_(from.keys[a]) < bits_(from.keys[b]); });
        for (uint32_t i = 0; i < from.count; ++i) places[order[i]] = i;
        move(from, to, [&](uint32_t i) { return places[i]; });
    }

    void split(const Pairs& pairs) {
        for (uint32_t number = 0; number < samples_.size(); ++number)
            samples_[number] = sample(pairs, number);
        const BucketMap map(samples_, shape_.buckets());
        by_value_ = map.by_value();
        uneven_ = !lesson_ && map.uneven();
        for (uint32_t b = 0; b < first_keys_.size(); ++b) first_keys_[b] = map.first_key(b, bits_.mask);
        count_tiles(pairs, shape_.buckets(), [&](uint32_t key) { return map(bits_(key)); });
        const uint32_t tile = shape_.tile.pairs();
        if (is_break(broken_, "own-sample")) split_by_own_samples(pairs, tile);
        for (uint32_t begin = 0; begin < pairs.count; begin += tile) {
            const uint32_t end = std::min(pairs.count, begin + tile);
            Words order(end - begin);
            std::iota(order.begin(), order.end(), begin);
            std::stable_sort(order.begin(), order.end(),
                             [&](uint32_t a, uint32_t b) { return buckets_[a] < buckets_[b]; });
            for (uint32_t i = begin; i < end; ++i) exchanged_[i] = pairs.keys[order[i - begin]];
        }
    }

    /// Splits each tile by a map of its own keys: a break of the model.
    void split_by_own_samples(const Pairs& pairs, uint32_t tile) {
        std::fill(counts_.begin(), counts_.end(), 0u);
        for (uint32_t begin = 0; begin < pairs.count; begin += tile) {
            const uint32_t end = std::min(pairs.count, begin + tile);
            Words own;
            for (uint32_t i = begin; i < end; ++i) own.push_back(bits_(pairs.keys[i]));
            const BucketMap map(own, shape_.buckets());
            for (uint32_t i = begin; i < end; ++i) {
                buckets_[i] = map(own[i - begin]);
                ++counts_[size_t{i / tile} * shape_.buckets() + buckets_[i]];
            }
        }
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

    /// Sorts by passes between the caller's arrays and the scratch, where nothing else works.
    Report sort_by_tile_passes(const Pairs& pairs, Stream stream, const Options& options) {
        const auto passes = static_cast<uint32_t>(pass_count(options, shape_.digit_bits));
        const Pairs not_shown{nullptr, nullptr, pairs.count};
        Pairs from = pairs, to = scratch(pairs);
        for (uint32_t pass = 0; pass < passes; ++pass) {
            const Pairs shown = pass == 0 || traced_ ? from : not_shown;
            if (tile_pass(from, to, shown, static_cast<int>(pass), stream, options)) std::swap(from, to);
        }
        const uint32_t in_scratch = run_ % 2;
        observed(traced_ ? from : not_shown,
                 {"copy back", -1, pairs, {}, pair_bytes(pairs), pairs.count, &in_scratch}, stream, options,
                 [&] {
                     if (in_scratch) copy(from, pairs);
                 });
        return {run_, passes - run_, kDigits, 0, 0};
    }

    /// Makes one pass. Returns true if it has moved the pairs.
    bool tile_pass(const Pairs& from, const Pairs& to, const Pairs& shown, int pass, Stream stream,
                   const Options& options) {
        const uint32_t bins = 1u << shape_.digit_bits, tiles = tile_count(from.count, shape_.tile.pairs());
        const uint64_t count = from.count, entries = uint64_t{tiles} * bins;
        const uint32_t table = traced_ ? static_cast<uint32_t>(entries) : 0;
        uint32_t in_use = 0;
        const StageArray counted[] = {{"digit", buckets_.data(), traced_},
                                      {"tile counts", counts_.data(), table, bins}};
        observed(shown, {"count digits", pass, shown, counted, 4 * count + 2 * entries, count, &by_passes_},
                 stream, options, [&] {
                     if (by_passes_) count_tiles(from, bins, pass_digit(options, shape_.digit_bits, pass));
                 });
        const StageArray summed[] = {{"offsets", offsets_.data(), table, bins}};
        const Pairs moved = traced_ ? to : Pairs{nullptr, nullptr, from.count};
        observed(shown,
                 {"place by digit", pass, moved, summed, pair_bytes(from) + 2 * entries, count, &in_use},
                 stream, options, [&] {
                     in_use = by_passes_ && sum_counts(tiles, bins) < from.count;
                     if (!in_use) return;
                     place(from, to, bins);
                     ++run_;
                 });
        return in_use != 0;
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

    bool lesson_;
    const Break* broken_;  // null: the model is right
    BucketsPolicy shape_;
    Words exchanged_, bins_, bin_starts_, ranks_;
    Words samples_, splitter_samples_, splitters_, first_keys_, starts_, by_digits_;
    uint32_t traced_ = 0, out_of_order_ = 1, run_ = 0;
    uint32_t by_value_ = 0, uneven_ = 0, fullest_ = 0;
    uint32_t fits_ = 0, by_splitters_ = 0, splitters_fit_ = 0, by_passes_ = 0;  // gates
};

size_t model_bytes(uint32_t count, const EngineConfig& config) {
    const BucketsPolicy& shape = config.tile == kLesson.tile ? kLesson : kSmallest;
    const size_t tiles = tile_count(count, shape.tile.pairs());
    return sizeof(uint32_t) * (7 * size_t{count} + 2 * tiles * shape.bins());
}

std::unique_ptr<Sorter> create_broken(uint32_t capacity, const EngineConfig& config, const Break& broken) {
    return std::make_unique<BucketsortModel>(capacity, config, &broken);
}

bool add() {
    return add_model(Model{{.name = "bucketsort",
                            .sentence = kSentence,
                            .paper = "",
                            .backend = Backend::cpu,
                            .stable = true,
                            .bytes = model_bytes,
                            .create =
                                [](uint32_t capacity, const EngineConfig& config) {
                                    return std::unique_ptr<Sorter>(
                                        new BucketsortModel(capacity, config, nullptr));
                                },
                            .tiles = kTiles,
                            .paths = kPaths},
                           "One distribution into buckets, then each bucket in shared memory",
                           kStages,
                           kArrays,
                           {},
                           kQuestions,
                           kBreaks,
                           create_broken,
                           32,
                           "uniform",
                           64,
                           kLaunches,
                           {.tiles = true}});
}

}  // namespace
}  // namespace bucketsort

bool register_bucketsort_model() { return bucketsort::add(); }

}  // namespace sort
