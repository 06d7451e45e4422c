// Overlapping pairs of boxes, found where the boxes are, for arrays that Python makes behind their count.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "sim/pairs.h"
#include "sim/python/device.h"

namespace python {

/// What finds the pairs; "": the default where the boxes are.
struct PairsChoice {
    std::string broad_phase{}, engine{};
};

/// The pairs of one search: two indices per pair, the smaller first. Of boxes on the host they are in
/// lexicographic order; of boxes on a device in no order.
class Pairs {
public:
    /// Searches, and waits for the result. The boxes are only read. Throws as sim::PairFinder.
    Pairs(int device, const sim::Box* boxes, size_t count, sort::Stream stream,
          const PairsChoice& choice = {});

    size_t count() const { return count_; }

    /// Writes all pairs to `to`, where the boxes are: 2 * count() numbers. Waits until that is done.
    void write(uint32_t* to, sort::Stream stream) const;

private:
    int device_;
    size_t count_ = 0;
    std::vector<uint32_t> on_host_;
    std::unique_ptr<sim::PairFinder> on_device_;
};

}  // namespace python
