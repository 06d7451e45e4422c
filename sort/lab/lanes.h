// Packed counters: several counts side by side in one word, so that one addition adds all of them. A row of
// such an array is a word of columns * 32 bits, its lowest 32 bits first; lane l is bits [l * lane_bits, (l + 1)
// * lane_bits) of it, so there are columns * 32 / lane_bits lanes. Lane l counts the digit l.
//
// Example, two columns and lanes of 16 bits: 0x00010000 0x00020000 is 0 1 0 2.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace sort {

/// Returns the lanes of one row; lane_bits divides 32.
inline std::vector<uint32_t> unpacked(std::span<const uint32_t> row, uint32_t lane_bits) {
    const uint32_t lanes_a_word = 32 / lane_bits;
    const uint32_t mask = lane_bits == 32 ? ~0u : (1u << lane_bits) - 1;
    std::vector<uint32_t> lanes;
    for (const uint32_t word : row) {
        for (uint32_t lane = 0; lane < lanes_a_word; ++lane) {
            lanes.push_back(word >> (lane * lane_bits) & mask);
        }
    }
    return lanes;
}

/// Adds to one lane of a row, as the kernels do: a lane that overflows carries into the next.
inline void add_to_lane(std::span<uint32_t> row, uint32_t lane_bits, uint32_t lane, uint32_t count) {
    const uint32_t bit = lane * lane_bits;
    row[bit / 32] += count << (bit % 32);
}

}  // namespace sort
