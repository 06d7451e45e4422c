// What the pairs of `bench pairs` are compared with. Knows nothing of the broad phases: boxes in, pairs out.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/math/vec3.h"

namespace app {

/// Pairs as PairSearch::pairs() gives them, two indices each.
using PairList = std::vector<uint32_t>;

/// Every box against every other.
PairList brute_force_pairs(std::span<const sim::Box> boxes);

/// About how many tests a sweep on the best axis makes: from pairs of boxes taken at random.
double sweep_tests(std::span<const sim::Box> boxes);

/// Some boxes at random, each compared with all: what a list can be tried on when it is too long for more.
class PairSample {
public:
    PairSample(std::span<const sim::Box> boxes, uint32_t how_many, uint64_t seed);

    uint32_t size() const { return uint32_t(ids_.size()); }
    /// "" when the list has exactly the pairs of these boxes, among whatever others; else what differs.
    std::string compare(const PairList& pairs) const;

private:
    std::vector<uint32_t> ids_;
    std::vector<bool> chosen_;
    PairList pairs_;
};

/// i < j, lexicographic, from indices in any order.
PairList in_order(PairList pairs);

/// "" when both are the same, else the first pair that one of them lacks.
std::string compare_pairs(const PairList& expected, const PairList& found);

}  // namespace app
