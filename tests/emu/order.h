// In which order ready threads and blocks run, drawn for each launch.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/emu/launch.h"

namespace emu {

struct Random {
    uint64_t state = 1;
    uint32_t below(uint32_t bound) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<uint32_t>(((state >> 33) * bound) >> 31);
    }
};

class Arranger {
public:
    void set(Order order, uint64_t seed) {
        wanted_ = order;
        random_.state = seed * 0x9e3779b97f4a7c15u + 1;
    }

    void begin_launch() { order_ = wanted_ == Order::mixed ? static_cast<Order>(random_.below(3)) : wanted_; }

    /// 0, 1, 2 ... in the order of this launch.
    void arrange(std::vector<uint32_t>& numbers) {
        if (order_ == Order::reverse) std::reverse(numbers.begin(), numbers.end());
        if (order_ != Order::shuffled) return;
        for (uint32_t i = static_cast<uint32_t>(numbers.size()); i > 1; --i) {
            std::swap(numbers[i - 1], numbers[random_.below(i)]);
        }
    }

    bool shuffled() const { return order_ == Order::shuffled; }
    bool reverse() const { return order_ == Order::reverse; }
    uint32_t below(uint32_t bound) { return random_.below(bound); }
    Random& random() { return random_; }

private:
    Order wanted_ = Order::mixed, order_ = Order::forward;
    Random random_;
};

}  // namespace emu
