// Every length: up to two tiles, around multiples of the tile and of grid x tile, around powers of two.
#pragma once
#include <set>

#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

/// 0 to `last`, all of them near a multiple of a warp's or a tile's length and at the start, else every
/// `step`-th.
inline std::set<uint32_t> lengths_to(uint32_t last, uint32_t tile, uint32_t step) {
    std::set<uint32_t> lengths;
    for (uint32_t count = 0; count <= last; ++count) {
        const uint32_t past_tile = (count + 2) % tile;
        if (count <= 34 || past_tile <= 4 || count % step == 0) lengths.insert(count);
    }
    return lengths;
}

TEST_P(SortEngine, sorts_every_length_up_to_two_tiles) {
    const uint32_t last = std::max(2 * tile(), 2048u) + 2;
    prepare(last);
    const Words keys = made("uniform", last);
    for (const uint32_t count : lengths_to(last, tile(), scale().length_step)) {
        check({Words(keys.begin(), keys.begin() + count), "uniform", {}, true, 0, count % 2 == 0});
        if (HasFatalFailure()) return;
    }
}

TEST_P(SortEngine, sorts_around_multiples_of_tile_and_grid) {
    std::set<uint32_t> counts;
    for (const uint32_t blocks : scale().blocks) {
        for (const uint32_t count : {blocks * tile() - 1, blocks * tile(), blocks * tile() + 1})
            counts.insert(count);
    }
    for (const uint32_t tiles : {3u, 5u}) {
        for (uint32_t near = 0; near < 3; ++near) counts.insert(tiles * tile() - 1 + near);
    }
    prepare(*counts.rbegin());
    for (const uint32_t count : counts) {
        check(made("uniform", count, count), "uniform");
        if (HasFatalFailure()) return;
    }
}

TEST_P(SortEngine, sorts_around_powers_of_two) {
    prepare(scale().largest + 1);
    for (uint32_t power = 128; power <= scale().largest; power *= 2) {
        for (const uint32_t count : {power - 1, power, power + 1})
            check(made("uniform", count, count), "uniform");
        if (HasFatalFailure()) return;
    }
}

}  // namespace suite
