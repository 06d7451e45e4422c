// The model of adaptive (sort/engines/adaptive/adaptive.cu): tile by tile, with plain loops. Windows are
// repaired and checked; the full sort is a stable sort of all pairs.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "sort/base/digits.h"
#include "sort/base/tiles.h"
#include "sort/cuda/block_order.h"
#include "sort/engines/adaptive/lesson.h"
#include "sort/engines/adaptive/shapes.h"
#include "sort/engines/block_order_model.h"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.h"
#include "sort/engines/sortable.h"
#include "sort/lab/model.h"

namespace sort {
namespace adaptive {
namespace {

using Words = std::vector<uint32_t>;
using Place = std::pair<uint32_t, uint32_t>;  // key, place in the input: no two are equal

constexpr uint32_t kWindowItems = 2;  // places of a window per thread

/// How the model cuts its pairs, and how many places more on either side a window may have.
struct ModelPolicy {
    TileShape tile;
    uint32_t most_halo;
};

/// Returns the policy of a lesson's tile, of one pair per thread and one warp at most; else the usual one.
ModelPolicy policy_of(const EngineConfig& config) {
    if (config.tile == TileShape{}) return {{512, 1}, 256};
    return {config.tile, config.tile.pairs() / 2};
}

/// Returns the bytes of the records that blocks publish of their tiles and read again in the check.
uint64_t record_bytes(uint32_t tiles) { return uint64_t{24} * tiles; }

class AdaptiveModel : public Sorter {
public:
    AdaptiveModel(uint32_t capacity, const EngineConfig& config, const Break* broken)
        : capacity_(capacity),
          policy_(policy_of(config)),
          broken_(broken),
          kept_keys_(capacity),
          kept_places_(capacity) {}

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        Path path = Path::in_order;
        if (pairs.count > 1 && options.begin_bit < options.end_bit) {
            bits_ = key_bits(options.begin_bit, options.end_bit);
            run(pairs, stream, options);
            path = full_ ? Path::full_sort : repairs_ ? Path::windows : Path::in_order;
            if (full_ && idle_) path = Path::in_order;
        }
        if (!options.report) return;
        const bool idle = path == Path::in_order, repaired = path == Path::windows;
        *options.report = {idle ? 0u : 1u, idle ? 1u : 0u, static_cast<uint32_t>(path),
                           repaired ? windows_ : 0, repaired ? max_shift_ : 0};
    }

private:
    uint32_t begin_of(uint32_t tile) const { return tile * policy_.tile.pairs(); }
    uint32_t end_of(const Pairs& pairs, uint32_t tile) const {
        return std::min(pairs.count, begin_of(tile + 1));
    }

    void run(const Pairs& pairs, Stream stream, const Options& options) {
        tiles_ = tile_count(pairs.count, policy_.tile.pairs());
        for (Words* words : {&begins_, &ends_, &descends_, &crowded_, &first_keys_, &first_places_,
                             &last_keys_, &last_places_, &ascends_}) {
            words->assign(tiles_, 0);
        }
        halo_ = halo_of_call(halo_left_, policy_.most_halo);
        tries_ = rest_ == 0;
        proved_ = repairs_ = full_ = windows_ = max_shift_ = 0;
        // Without windows it is the full sort that finds the pairs in order.
        idle_ = !tries_ && options.check_order && in_order(pairs.keys, pairs.count, bits_);
        const uint64_t count = pairs.count, pair_bytes = (pairs.values ? 8 : 4) * count;
        const uint32_t shown = pairs.count <= kTraceLimit ? pairs.count : 0, tiles = shown ? tiles_ : 0;
        const auto list = [&](const char* name, const Words& words) {
            return StageArray{name, words.data(), tiles, 1};
        };

        const StageArray made[] = {{"halo", &halo_, 1},
                                   list("window begins", begins_),
                                   list("window ends", ends_),
                                   list("descends", descends_),
                                   list("crowded", crowded_),
                                   {"kept keys", kept_keys_.data(), shown},
                                   {"kept places", kept_places_.data(), shown}};
        observed(pairs, {"windows", -1, pairs, made, pair_bytes, count, &tries_}, stream, options, [&] {
            for (uint32_t tile = 0; tries_ && tile < tiles_; ++tile) sort_window(pairs, tile);
        });

        const StageArray checked[] = {list("first keys", first_keys_), list("first places", first_places_),
                                      list("last keys", last_keys_),   list("last places", last_places_),
                                      list("ascends", ascends_),       {"proved", &proved_, 1}};
        observed(pairs, {"check", -1, pairs, checked, record_bytes(tiles_), tiles_, &tries_}, stream, options,
                 [&] {
                     if (tries_) check(pairs, options.check_order);
                 });

        full_ = tries_ ? !proved_ : 1;
        remember();
        const StageArray written[] = {{"windows repaired", &windows_, 1},
                                      {"largest displacement", &max_shift_, 1}};
        observed(pairs, {"write", -1, pairs, written, pair_bytes, count, &repairs_}, stream, options, [&] {
            if (repairs_) gather(pairs, Words(kept_places_.begin(), kept_places_.begin() + pairs.count));
        });
        observed(pairs, {"full sort", -1, pairs, {}, 4 * count + 4 * pair_bytes, count, &full_}, stream,
                 options, [&] {
                     if (full_) gather(pairs, sorted(pairs, 0, pairs.count));
                 });
    }

    /// Returns the places [begin, end) in the order of their keys.
    Words sorted(const Pairs& pairs, uint32_t begin, uint32_t end) const {
        Words order(end - begin);
        std::iota(order.begin(), order.end(), begin);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return bits_(pairs.keys[a]) < bits_(pairs.keys[b]); });
        return order;
    }

    void sort_window(const Pairs& pairs, uint32_t tile) {
        const uint32_t begin = begin_of(tile), end = end_of(pairs, tile);
        begins_[tile] = begin > halo_ ? begin - halo_ : 0;
        ends_[tile] = std::min(pairs.count, end + halo_);
        Words window;
        for (uint32_t i = begins_[tile]; i < ends_[tile]; ++i) window.push_back(bits_(pairs.keys[i]));
        descends_[tile] = !std::is_sorted(window.begin(), window.end());
        crowded_[tile] = descends_[tile] && is_crowded(window);
        const Words order = sorted(pairs, begins_[tile], ends_[tile]);
        for (uint32_t i = begin; i < end; ++i) {
            const uint32_t from = order[i - begins_[tile]];
            kept_places_[i] = crowded_[tile] ? 0 : from;
            kept_keys_[i] = crowded_[tile] ? 0 : pairs.keys[from];
        }
    }

    /// Returns whether a bin of the block that orders the window holds too many keys. Each warp samples one
    /// key per lane, from another part of the window.
    bool is_crowded(const Words& window) const {
        const uint32_t threads = policy_.tile.threads, count = static_cast<uint32_t>(window.size());
        Words sample;
        for (uint32_t thread = 0; thread < threads; ++thread) {
            const uint32_t part = thread / 32 % std::max(1u, count / threads);
            if (part * threads + thread < count) sample.push_back(window[part * threads + thread]);
        }
        const BinMap map(window, sample, bits_.mask == ~0u);
        const int bin_bits = std::bit_width(kWindowItems * threads - 1);
        Words counts(size_t{1} << bin_bits);
        for (const uint32_t key : window) ++counts[map(key, bin_bits)];
        return *std::max_element(counts.begin(), counts.end()) > kMostInBin;
    }

    /// Publishes the first and last pair of each tile and compares neighbours. The record of a tile that was
    /// not sorted stays 0.
    void check(const Pairs& pairs, bool check_order) {
        for (uint32_t tile = 0; tile < tiles_; ++tile) {
            if (crowded_[tile]) continue;
            const uint32_t first = kept_places_[begin_of(tile)], last = kept_places_[end_of(pairs, tile) - 1];
            std::tie(first_keys_[tile], first_places_[tile]) = Place(bits_(pairs.keys[first]), first);
            std::tie(last_keys_[tile], last_places_[tile]) = Place(bits_(pairs.keys[last]), last);
        }
        proved_ = 1;
        for (uint32_t tile = 0; tile < tiles_; ++tile) {
            ascends_[tile] = tile + 1 == tiles_ || Place(last_keys_[tile], last_places_[tile]) <
                                                       Place(first_keys_[tile + 1], first_places_[tile + 1]);
            proved_ = proved_ && (ascends_[tile] || is_break(broken_, "no-check")) && !crowded_[tile];
            windows_ += descends_[tile];
        }
        repairs_ = proved_ && (windows_ > 0 || !check_order);
        for (uint32_t to = 0; repairs_ && to < pairs.count; ++to) {
            const uint32_t from = kept_places_[to];
            max_shift_ = std::max(max_shift_, to < from ? from - to : to - from);
        }
    }

    /// Updates the state for the next call.
    void remember() {
        if (!tries_) {
            --rest_;
        } else if (proved_) {
            misses_ = 0;
            if (repairs_) halo_left_ = halo_after(max_shift_, halo_);
        } else {
            halo_left_ = kWidestHalo;
            if (++misses_ == kMissesBeforeCooldown) rest_ = kCooldownCalls, misses_ = 0;
        }
    }

    static void gather(const Pairs& pairs, const Words& from) {
        const Words keys(pairs.keys, pairs.keys + pairs.count);
        for (uint32_t to = 0; to < pairs.count; ++to) pairs.keys[to] = keys[from[to]];
        if (!pairs.values) return;
        const Words values(pairs.values, pairs.values + pairs.count);
        for (uint32_t to = 0; to < pairs.count; ++to) pairs.values[to] = values[from[to]];
    }

    uint32_t capacity_;
    ModelPolicy policy_;
    const Break* broken_;                             // null: the model is right
    uint32_t halo_left_ = 0, misses_ = 0, rest_ = 0;  // by the calls before
    KeyBits bits_;
    Words kept_keys_, kept_places_;                                        // [pair]
    Words begins_, ends_, descends_, crowded_;                             // [tile]
    Words first_keys_, first_places_, last_keys_, last_places_, ascends_;  // [tile]
    uint32_t tiles_ = 0, halo_ = 0, tries_ = 1, proved_ = 0, repairs_ = 0, full_ = 0;
    uint32_t windows_ = 0, max_shift_ = 0;
    bool idle_ = false;
};

size_t model_bytes(uint32_t count, const EngineConfig& config) {
    return sizeof(uint32_t) *
           (2 * size_t{count} + 9 * size_t{tile_count(count, policy_of(config).tile.pairs())});
}

std::unique_ptr<Sorter> create_broken(uint32_t capacity, const EngineConfig& config, const Break& broken) {
    return std::make_unique<AdaptiveModel>(capacity, config, &broken);
}

bool add() {
    return add_model(Model{{.name = "adaptive",
                            .sentence = kSentence,
                            .paper = "",
                            .backend = Backend::cpu,
                            .stable = true,
                            .bytes = model_bytes,
                            .create =
                                [](uint32_t capacity, const EngineConfig& config) {
                                    return std::unique_ptr<Sorter>(
                                        new AdaptiveModel(capacity, config, nullptr));
                                },
                            .paths = kPaths},
                           "Repair nearly sorted keys, and check that the result is complete",
                           kStages,
                           kArrays,
                           kOutcomes,
                           kQuestions,
                           kBreaks,
                           create_broken,
                           32,
                           "displaced:3",
                           64,
                           kLaunches,
                           {.tiles = true}});
}

}  // namespace
}  // namespace adaptive

bool register_adaptive_model() { return adaptive::add(); }

}  // namespace sort
