// Colours of pairs (Jones and Plassmann 1993), one after the other: the same result as in rounds.
#include <algorithm>
#include <bit>
#include <numeric>

#include "app/teach/bodies/contact_solver.h"
#include "sim/math/mix_bits.h"

namespace app {

std::vector<uint32_t> colour_order(const std::vector<ContactPair>& pairs) {
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < pairs.size(); ++i)
        if (!pairs[i].ground() && !pairs[i].after.points.empty()) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](uint32_t i, uint32_t j) {
        return sim::mix_bits(pairs[i].after.key) < sim::mix_bits(pairs[j].after.key);
    });
    return order;
}

void colour_pairs(std::vector<ContactPair>& pairs, const ContactFaults& faults) {
    uint32_t boxes = 0;
    for (const ContactPair& pair : pairs) boxes = std::max(boxes, (pair.ground() ? pair.a : pair.b) + 1);
    std::vector<uint32_t> used(boxes, 0);  // by box: bits of colours
    for (const uint32_t i : colour_order(pairs)) {
        ContactPair& pair = pairs[i];
        const uint32_t taken = used[pair.a] | (faults.colours_by_one ? 0 : used[pair.b]);
        pair.colour = static_cast<uint32_t>(std::countr_one(taken));
        used[pair.a] |= 1u << pair.colour;
        used[pair.b] |= 1u << pair.colour;
    }
}

uint32_t colours_of(const std::vector<ContactPair>& pairs) {
    uint32_t colours = 0;
    for (const uint32_t i : colour_order(pairs)) colours = std::max(colours, pairs[i].colour + 1);
    return colours;
}

std::vector<uint32_t> solving_order(const std::vector<ContactPair>& pairs) {
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < pairs.size(); ++i)
        if (!pairs[i].after.points.empty()) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t i, uint32_t j) {
        if (pairs[i].ground() != pairs[j].ground()) return pairs[j].ground();
        return !pairs[i].ground() && pairs[i].colour < pairs[j].colour;
    });
    return order;
}

}  // namespace app
