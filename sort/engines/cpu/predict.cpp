// Guides and movers of predict.h.
#include "sort/engines/cpu/predict.h"

#include <algorithm>

#include "sort/base/avx2_too.h"

namespace sort::cpu {
namespace {

uint32_t median(uint32_t a, uint32_t b, uint32_t c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// Keys that `between` does not hold. A vector loop, plain or AVX2.
AVX2_TOO uint32_t outside(const uint32_t* keys, uint32_t count, KeyBits bits, Between between) {
    uint32_t movers = 0;
    for (uint32_t i = 0; i < count; ++i) movers += between.holds(bits(keys[i])) ? 0 : 1;
    return movers;
}

}  // namespace

Prediction::Prediction(uint32_t capacity)
    : guides_(capacity / (kLeastWindow / kStepsAWindow) + kStepsAWindow + 1),
      movers_in_(guides_.size()),
      movers_before_(capacity / kLeastWindow + 2) {}

void Prediction::make_guide(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t step) {
    if (step >= steps_) return;
    const uint32_t length = window_ / kStepsAWindow, begin = step * length;
    const uint32_t held = std::min(length, count - begin), stride = held / 9;
    const uint32_t* at = keys + begin + stride / 2;
    uint32_t middles[3];
    for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t* three = at + k * stride;  // three of every third of the neighbours
        middles[k] = median(bits(three[0]), bits(three[3 * stride]), bits(three[6 * stride]));
    }
    guides_[step] = median(middles[0], middles[1], middles[2]);
}

/// A guide may be a little off; in disorder every second one is less than the one before.
bool Prediction::guides_in_order() const {
    uint32_t descents = 0;
    for (uint32_t step = 1; step < steps_; ++step) descents += guides_[step] < guides_[step - 1] ? 1 : 0;
    return descents <= steps_ / 8;
}

Between Prediction::between(uint32_t step) const {
    Between between{0, 0xffffffffu};
    if (step >= 2) between.least = std::min(guides_[step - 2], guides_[step - 1]);
    if (step + 3 < steps_) between.most = std::max(guides_[step + 1], guides_[step + 2]);
    if (between.least > between.most) between = {0, 0xffffffffu};
    return between;
}

void Prediction::count_movers(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t index) {
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
