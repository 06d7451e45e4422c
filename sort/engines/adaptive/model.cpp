// The model of adaptive (sort/engines/adaptive/adaptive.cu): tile by tile, with plain loops. Windows are
// repaired and checked; the full sort is a stable sort of all pairs.
#include <algorithm>
#include <numeric>
#include <utility>

#include "sort/engines/adaptive/lesson.h"
#include "sort/engines/adaptive/shapes.h"
#include "sort/engines/checked_once_model.h"
#include "sort/lab/model.h"

namespace sort {
namespace adaptive {
namespace {

using Words = std::vector<uint32_t>;
using Place = std::pair<uint32_t, uint32_t>;  // key, place in the input: no two are equal

enum Path : uint32_t { kInOrder, kWindows, kFullSort };

class AdaptiveModel : public Sorter {
public:
    AdaptiveModel(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          cut_(config.tile == kLesson.tile ? kLesson : kTraced),
          next_halo_(cut_.most_halo / 2),
          kept_keys_(capacity),
          kept_places_(capacity) {}

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        Report report{0, 1, kInOrder, 0, 0};
        if (pairs.count > 1 && options.begin_bit < options.end_bit) {
            bits_ = key_bits(options.begin_bit, options.end_bit);
            out_of_order_ = 1;
            if (options.check_order) check_order_once(pairs, out_of_order_, stream, options);
            run(pairs, stream, options);
            if (full_) report = {1, 0, kFullSort, 0, 0};
            if (proved_) report = {1, 0, kWindows, repaired_, max_shift_};
        }
        if (options.report) *options.report = report;
    }

private:
    static uint64_t pair_bytes(const Pairs& pairs) { return uint64_t{pairs.values ? 16u : 8u} * pairs.count; }

    Place place_of(const Pairs& pairs, uint32_t i) const { return {bits_(pairs.keys[i]), i}; }

    uint32_t begin_of(uint32_t tile) const { return tile * cut_.tile.pairs(); }

    void run(const Pairs& pairs, Stream stream, const Options& options) {
        tiles_ = tile_count(pairs.count, cut_.tile.pairs());
        for (Words* words : {&begins_, &ends_, &descends_, &first_keys_, &first_places_, &last_keys_,
                             &last_places_, &ascends_}) {
            words->assign(tiles_, 0);
        }
        halo_ = next_halo_;
        proved_ = full_ = repaired_ = max_shift_ = 0;
        const uint64_t count = pairs.count;
        const uint32_t traced = pairs.count <= kTraceLimit ? pairs.count : 0, tiles = traced ? tiles_ : 0;
        const uint32_t* const gate = options.check_order ? &out_of_order_ : nullptr;
        const auto list = [&](const char* name, const Words& words) {
            return StageArray{name, words.data(), tiles, 1};
        };

        const StageArray windows[] = {{"halo", &halo_, 1},
                                      list("window begins", begins_),
                                      list("window ends", ends_),
                                      list("descends", descends_),
                                      {"kept keys", kept_keys_.data(), traced},
                                      {"kept places", kept_places_.data(), traced}};
        observed(pairs, {"windows", -1, pairs, windows, 4 * count, count, gate}, stream, options, [&] {
            for (uint32_t tile = 0; out_of_order_ && tile < tiles_; ++tile) sort_window(pairs, tile);
        });

        const StageArray checked[] = {list("first keys", first_keys_), list("first places", first_places_),
                                      list("last keys", last_keys_),   list("last places", last_places_),
                                      list("ascends", ascends_),       {"proved", &proved_, 1}};
        observed(pairs, {"check", -1, pairs, checked, uint64_t{16} * tiles_, tiles_, gate}, stream, options,
                 [&] {
                     if (out_of_order_) check(pairs);
                 });

        const StageArray committed[] = {{"windows repaired", &repaired_, 1},
                                        {"largest displacement", &max_shift_, 1}};
        observed(pairs, {"commit", -1, pairs, committed, pair_bytes(pairs), count, &proved_}, stream, options,
                 [&] {
                     if (proved_) commit(pairs);
                 });
        observed(pairs, {"full sort", -1, pairs, {}, 4 * count + 2 * pair_bytes(pairs), count, &full_},
                 stream, options, [&] {
                     if (full_) gather(pairs, sorted(pairs, 0, pairs.count));
                 });
    }

    /// The places [begin, end) in the order of their keys.
    Words sorted(const Pairs& pairs, uint32_t begin, uint32_t end) const {
        Words order(end - begin);
        std::iota(order.begin(), order.end(), begin);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return bits_(pairs.keys[a]) < bits_(pairs.keys[b]); });
        return order;
    }

    void sort_window(const Pairs& pairs, uint32_t tile) {
        const uint32_t begin = begin_of(tile), end = std::min(pairs.count, begin_of(tile + 1));
        begins_[tile] = begin > halo_ ? begin - halo_ : 0;
        ends_[tile] = std::min(pairs.count, end + halo_);
        for (uint32_t i = begins_[tile]; i + 1 < ends_[tile]; ++i) {
            if (bits_(pairs.keys[i]) > bits_(pairs.keys[i + 1])) descends_[tile] = 1;
        }
        const Words order = sorted(pairs, begins_[tile], ends_[tile]);
        for (uint32_t i = begin; i < end; ++i) {
            kept_places_[i] = order[i - begins_[tile]];
            kept_keys_[i] = pairs.keys[kept_places_[i]];
        }
    }

    void check(const Pairs& pairs) {
        for (uint32_t tile = 0; tile < tiles_; ++tile) {
            const uint32_t first = begin_of(tile), last = std::min(pairs.count, begin_of(tile + 1)) - 1;
            std::tie(first_keys_[tile], first_places_[tile]) = place_of(pairs, kept_places_[first]);
            std::tie(last_keys_[tile], last_places_[tile]) = place_of(pairs, kept_places_[last]);
        }
        for (uint32_t tile = 0; tile < tiles_; ++tile) {
            ascends_[tile] = tile + 1 == tiles_ || Place(last_keys_[tile], last_places_[tile]) <
                                                       Place(first_keys_[tile + 1], first_places_[tile + 1]);
        }
        proved_ = std::all_of(ascends_.begin(), ascends_.end(), [](uint32_t word) { return word != 0; });
        full_ = !proved_;
    }

    void commit(const Pairs& pairs) {
        for (uint32_t to = 0; to < pairs.count; ++to) {
            const uint32_t from = kept_places_[to];
            max_shift_ = std::max(max_shift_, to < from ? from - to : to - from);
        }
        for (uint32_t tile = 0; tile < tiles_; ++tile) repaired_ += descends_[tile];
        gather(pairs, Words(kept_places_.begin(), kept_places_.begin() + pairs.count));
        next_halo_ = halo_after(max_shift_, halo_, cut_.tile.pairs(), cut_.most_halo);
    }

    static void gather(const Pairs& pairs, const Words& from) {
        const Words keys(pairs.keys, pairs.keys + pairs.count);
        for (uint32_t to = 0; to < pairs.count; ++to) pairs.keys[to] = keys[from[to]];
        if (!pairs.values) return;
        const Words values(pairs.values, pairs.values + pairs.count);
        for (uint32_t to = 0; to < pairs.count; ++to) pairs.values[to] = values[from[to]];
    }

    uint32_t capacity_;
    Cut cut_;
    uint32_t next_halo_;  // from the call before
    KeyBits bits_;
    Words kept_keys_, kept_places_;  // a word a pair
    Words begins_, ends_, descends_, first_keys_, first_places_, last_keys_, last_places_,
        ascends_;  // a tile
    uint32_t tiles_ = 0, halo_ = 0, out_of_order_ = 1, proved_ = 0, full_ = 0, repaired_ = 0, max_shift_ = 0;
};

size_t model_bytes(uint32_t count, const EngineConfig& config) {
    const Cut& cut = config.tile == kLesson.tile ? kLesson : kTraced;
    return sizeof(uint32_t) * (2 * size_t{count} + 8 * size_t{tile_count(count, cut.tile.pairs())});
}

const bool registered =
    add_model(Model{{.name = "adaptive",
                     .sentence = kSentence,
                     .paper = "",
                     .backend = Backend::cpu,
                     .stable = true,
                     .bytes = model_bytes,
                     .create =
                         [](uint32_t capacity, const EngineConfig& config) {
                             return std::unique_ptr<Sorter>(new AdaptiveModel(capacity, config));
                         },
                     .tiles = kTiles,
                     .paths = kPaths},
                    "Repair nearly sorted keys, and check that the result is complete",
                    kStages,
                    kArrays});

}  // namespace
}  // namespace adaptive
}  // namespace sort
