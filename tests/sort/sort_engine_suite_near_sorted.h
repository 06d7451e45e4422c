// Inputs that are nearly in order, and frames of a simulation that each start from the last.
#pragma once
#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

TEST_P(SortEngine, sorts_what_is_nearly_sorted) {
    const uint32_t count = 3 * tile() + 77;
    prepare(count);
    for (const Named& input : near_sorted_inputs(count, tile())) {
        check({input.keys, input.name, {}, true, 0, true});
        if (HasFatalFailure()) return;
    }
}

TEST_P(SortEngine, sorts_one_exchange_at_a_tile_border) {
    const uint32_t count = 2 * tile() + 50;
    prepare(count);
    const Words sorted = made("sorted", count, 61);
    const std::vector<uint32_t> distances =
        scale().thorough ? std::vector<uint32_t>{1, 2, 31, 32, 33, tile()} : std::vector<uint32_t>{1, 33};
    const std::vector<uint32_t> borders =
        scale().thorough ? std::vector<uint32_t>{32, tile(), 2 * tile()} : std::vector<uint32_t>{tile()};
    for (const uint32_t border : borders) {
        for (uint32_t at = border - 2; at <= border + 2; ++at) {
            for (const uint32_t distance : distances) {
                const uint32_t other = at + distance < count ? at + distance : at - distance;
                check(with_exchange(sorted, at, other),
                      std::to_string(at) + " and " + std::to_string(other) + " exchanged");
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST_P(SortEngine, sorts_frame_after_frame) {
    // Keys drift a little each frame, then everything is sorted where it lies: the result is the next input.
    const uint32_t count = tile() + 321;
    prepare(count);
    Words keys = made("sorted", count, 71);
    for (int frame = 0; frame < 5 * scale().repeats; ++frame) {
        for (uint32_t i = 0; i < count; ++i) keys[i] += random_below(frame % 3 * 1000000 + 1, frame + 80, i);
        check(keys, "frame " + std::to_string(frame));
        if (HasFatalFailure()) return;
        std::sort(keys.begin(), keys.end());
    }
}

}  // namespace suite
