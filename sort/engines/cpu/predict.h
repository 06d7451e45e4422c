// Is an input nearly in order? A guess that chooses the path of cpu-adaptive and that nothing relies on.
//
// A guide is a middle key of a few hundred neighbours: nine of them, the median of three medians of three, so
// that a few pairs that are far from their place do not move it. Keys that are not between the guides two
// steps before and after are movers: they belong at least a step away. The others are less than three steps
// from their place, and eight steps are a window.
#pragma once
#include <algorithm>
#include <vector>

#include "sort/base/tiles.h"
#include "sort/engines/cpu/words.h"
#include "sort/key_bits.h"

namespace sort::cpu {

constexpr uint32_t kLeastWindow = 8192, kMostWindow = 1u << 14;
constexpr uint32_t kStepsAWindow = 8;
constexpr uint32_t kMostPairsWithMovers = 3u << 19;

/// The keys of kept pairs, as the bits see them, in one step of a window.
template <class Key>
struct Between {
    Key least, most;

    bool holds(Key key) const { return key - least <= most - least; }
};

/// Return how many keys `between` does not hold.
uint32_t outside(const uint32_t* keys, uint32_t count, KeyBits bits, Between<uint32_t> between);
uint32_t outside(const uint64_t* keys, uint32_t count, WideKeyBits bits, Between<uint64_t> between);
uint32_t outside(const uint64_t* keys, uint32_t count, DoubleKeyBits bits, Between<uint64_t> between);

template <class Key>
class Prediction {
public:
    explicit Prediction(uint32_t capacity)
        : guides_(capacity / (kLeastWindow / kStepsAWindow) + kStepsAWindow + 1),
          movers_in_(guides_.size()),
          movers_before_(capacity / kLeastWindow + 2) {}

    static size_t bytes(uint32_t capacity) {
        return size_t{capacity} / kLeastWindow *
               (kStepsAWindow * sizeof(Key) + (kStepsAWindow + 1) * sizeof(uint32_t));
    }

    /// Finds the smallest window from `first` on that leaves few movers; each(count, work) runs work(0 ..
    /// count - 1). False: none, sort in full.
    template <class Bits, class Each>
    bool choose(const Key* keys, uint32_t count, Bits bits, uint32_t first, Each each);

    /// Looks at one window size only; the number of movers, or kNoOrder when the guides are in disorder.
    template <class Bits, class Each>
    uint32_t look(const Key* keys, uint32_t count, Bits bits, uint32_t window, Each each);

    static constexpr uint32_t kNoOrder = 0xffffffffu;
    /// Returns the most movers that are worth a repair. More than a 512th cost more than a full sort, and so
    /// do any in large inputs, since they are brought in by one thread. Measured, 0.1 % of a gas, over
    /// cpu-radix: one thread 1.1 times as fast at 1Mi pairs and as fast at 4Mi, two threads 1.05 and 0.75; 1
    /// % at 1Mi, one thread: 0.77.
    static uint32_t most_movers(uint32_t count) { return count > kMostPairsWithMovers ? 0 : count / 512; }

    uint32_t window() const { return window_; }
    uint32_t windows() const { return windows_; }
    uint32_t movers() const { return windows_ ? movers_before_[windows_] : 0; }
    /// Movers in windows 0 .. index - 1.
    uint32_t movers_before(uint32_t index) const { return movers_before_[index]; }
    Between<Key> between(uint32_t step) const;
    uint32_t movers_in(uint32_t step) const { return movers_in_[step]; }

private:
    static Key median(Key a, Key b, Key c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

    template <class Bits>
    void make_guide(const Key* keys, uint32_t count, Bits bits, uint32_t step);
    template <class Bits>
    void count_movers(const Key* keys, uint32_t count, Bits bits, uint32_t index);
    bool guides_in_order() const;

    uint32_t window_ = 0, windows_ = 0, steps_ = 0;
    std::vector<Key> guides_;              // [step]
    std::vector<uint32_t> movers_in_;      // [step]
    std::vector<uint32_t> movers_before_;  // [window + 1]
};

template <class Key>
template <class Bits, class Each>
uint32_t Prediction<Key>::look(const Key* keys, uint32_t count, Bits bits, uint32_t window, Each each) {
    window_ = window;
    windows_ = tile_count(count, window);
    const uint32_t step = window / kStepsAWindow;
    steps_ = tile_count(count, step);
    each(windows_, [&](uint32_t index) {
        for (uint32_t k = 0; k < kStepsAWindow; ++k) make_guide(keys, count, bits, index * kStepsAWindow + k);
    });
    if (!guides_in_order()) return kNoOrder;
    each(windows_, [&](uint32_t index) { count_movers(keys, count, bits, index); });
    movers_before_[0] = 0;
    for (uint32_t index = 0; index < windows_; ++index) movers_before_[index + 1] += movers_before_[index];
    return movers();
}

template <class Key>
template <class Bits, class Each>
bool Prediction<Key>::choose(const Key* keys, uint32_t count, Bits bits, uint32_t first, Each each) {
    uint32_t best = 0, before = kNoOrder, looked = 0;
    for (uint32_t window = first; window <= kMostWindow; window *= 2) {
        const uint32_t movers = look(keys, count, bits, looked = window, each);
        if (movers == kNoOrder && window == first) return false;
        if (movers > before / 2) break;  // a larger window does not help: they are far from their places
        if (movers <= most_movers(count)) best = window;
        if (movers == 0) break;
        before = movers;
    }
    if (best != 0 && best != looked) look(keys, count, bits, best, each);
    return best != 0;
}

template <class Key>
template <class Bits>
void Prediction<Key>::make_guide(const Key* keys, uint32_t count, Bits bits, uint32_t step) {
    if (step >= steps_) return;
    const uint32_t length = window_ / kStepsAWindow, begin = step * length;
    const uint32_t held = std::min(length, count - begin), stride = held / 9;
    const Key* at = keys + begin + stride / 2;
    Key middles[3];
    for (uint32_t k = 0; k < 3; ++k) {
        const Key* three = at + k * stride;  // three of every third of the neighbours
        middles[k] = median(bits(three[0]), bits(three[3 * stride]), bits(three[6 * stride]));
    }
    guides_[step] = median(middles[0], middles[1], middles[2]);
}

/// A guide may be a little off; in disorder every second one is less than the one before.
template <class Key>
bool Prediction<Key>::guides_in_order() const {
    uint32_t descents = 0;
    for (uint32_t step = 1; step < steps_; ++step) descents += guides_[step] < guides_[step - 1] ? 1 : 0;
    return descents <= steps_ / 8;
}

template <class Key>
Between<Key> Prediction<Key>::between(uint32_t step) const {
    constexpr Between<Key> kAll{0, ~Key{0}};
    Between<Key> between = kAll;
    if (step >= 2) between.least = std::min(guides_[step - 2], guides_[step - 1]);
    if (step + 3 < steps_) between.most = std::max(guides_[step + 1], guides_[step + 2]);
    if (between.least > between.most) between = kAll;
    return between;
}

template <class Key>
template <class Bits>
void Prediction<Key>::count_movers(const Key* keys, uint32_t count, Bits bits, uint32_t index) {
    const uint32_t length = window_ / kStepsAWindow;
    uint32_t movers = 0;
    for (uint32_t k = 0; k < kStepsAWindow; ++k) {
        const uint32_t step = index * kStepsAWindow + k;
        if (step >= steps_) break;
        const uint32_t begin = step * length;
        movers_in_[step] = outside(keys + begin, std::min(length, count - begin), bits, between(step));
        movers += movers_in_[step];
    }
    movers_before_[index + 1] = movers;
}

}  // namespace sort::cpu
