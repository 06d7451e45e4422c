// Is an input nearly in order? A guess that chooses the path of cpu-adaptive and that nothing relies on.
//
// A guide is a middle key of a few hundred neighbours: nine of them, the median of three medians of three, so
// that a few pairs that are far from their place do not move it. Keys that are not between the guides two
// steps before and after are movers: they belong at least a step away. The others are less than three steps
// from their place, and eight steps are a window.
#pragma once
#include <vector>

#include "sort/engines/cpu/words.h"

namespace sort::cpu {

constexpr uint32_t kLeastWindow = 8192, kMostWindow = 1u << 14;
constexpr uint32_t kStepsAWindow = 8;
constexpr uint32_t kMostPairsWithMovers = 3u << 19;

/// The keys of kept pairs, as the bits see them, in one step of a window.
struct Between {
    uint32_t least, most;

    bool holds(uint32_t key) const { return key - least <= most - least; }
};

class Prediction {
public:
    explicit Prediction(uint32_t capacity);

    /// Finds the smallest window from `first` on that leaves few movers; each(count, work) runs work(0 ..
    /// count - 1). False: none, sort in full.
    template <class Each>
    bool choose(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t first, Each each);

    /// Looks at one window size only; the number of movers, or kNoOrder when the guides are in disorder.
    template <class Each>
    uint32_t look(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t window, Each each);

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
    Between between(uint32_t step) const;
    uint32_t movers_in(uint32_t step) const { return movers_in_[step]; }

private:
    void make_guide(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t step);
    void count_movers(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t index);
    bool guides_in_order() const;

    uint32_t window_ = 0, windows_ = 0, steps_ = 0;
    std::vector<uint32_t> guides_;         // [step]
    std::vector<uint32_t> movers_in_;      // [step]
    std::vector<uint32_t> movers_before_;  // [window + 1]
};

template <class Each>
uint32_t Prediction::look(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t window, Each each) {
    window_ = window;
    windows_ = (count + window - 1) / window;
    const uint32_t step = window / kStepsAWindow;
    steps_ = (count + step - 1) / step;
    each(windows_, [&](uint32_t index) {
        for (uint32_t k = 0; k < kStepsAWindow; ++k) make_guide(keys, count, bits, index * kStepsAWindow + k);
    });
    if (!guides_in_order()) return kNoOrder;
    each(windows_, [&](uint32_t index) { count_movers(keys, count, bits, index); });
    movers_before_[0] = 0;
    for (uint32_t index = 0; index < windows_; ++index) movers_before_[index + 1] += movers_before_[index];
    return movers();
}

template <class Each>
bool Prediction::choose(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t first, Each each) {
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

}  // namespace sort::cpu
