// The walk through the columns on the device. A thread a box: each notes the first partners that it finds,
// its block finds its place in the list, and then they are written. A box that is still not through after a
// number of tests leaves them undone and goes on a list, which a second kernel works off with a warp a box
// (crowd_cuda.cu): one crowded column spreads over the whole device and holds up nobody.
//
// The list of pairs has those of the boxes that came through by sorted place, then those of the others, too.
#pragma once
#include "sim/broad_phase/columns/columns.h"
#include "sim/broad_phase/pair_places.cuh"
#include "sim/exec/exec_cuda.cuh"

namespace sim {

/// What the two kernels tell each other.
struct CrowdWords {
    uint64_t pairs_alone;  // found by single threads
    uint32_t crowded;      // boxes listed
};

inline constexpr uint32_t kCrowdWarps = 8;  // boxes that a block of the second kernel takes at once

/// Boxes of the list, a warp each. `places` are clear.
void walk_crowded(CudaExec& exec, const ColumnsView& view, const uint32_t* list, const CrowdWords* words,
                  const PairPlaces& places, const PairOutput& output);

template <>
class ColumnsWalk<CudaExec> {
public:
    explicit ColumnsWalk(uint32_t capacity);

    void run(CudaExec& exec, const ColumnsView& view, const PairOutput& output);

    size_t bytes() const {
        return tickets_.bytes() + words_.bytes() + crowd_words_.bytes() + list_.bytes() + crowd_.bytes();
    }

private:
    sort::DeviceBuffer<uint32_t> tickets_;                        // of both kernels
    sort::DeviceBuffer<unsigned long long> words_, crowd_words_;  // PairPlaces::words of both
    sort::DeviceBuffer<uint32_t> list_;                           // sorted places of the crowded boxes
    sort::DeviceBuffer<CrowdWords> crowd_;
};

}  // namespace sim
