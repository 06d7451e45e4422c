// The walk through the columns on the device. A thread per box where there are boxes enough to fill the device, else a
// warp for 32 boxes, whose lanes share their tests (sweep_together.cuh); where from and up to is said beside the
// launches. A box that is still not through after a number of tests goes on a list, which a second kernel works off
// with a warp per box, as all boxes where there are few: one crowded column spreads over the whole device and holds up
// nobody.
//
// For a list of pairs, each thread or warp keeps the first that it finds, its block finds its place in the list, and
// then they are written; those of the second kernel come behind (crowd_cuda.cu). Contacts are noted at once
// (note_cuda.cu).
#pragma once
#include "sim/broad_phase/columns/columns.h"
#include "sim/broad_phase/pair_places.cuh"
#include "sim/exec/exec_cuda.cuh"

namespace sim {

inline constexpr uint32_t kWalkThreads = 128;
inline constexpr uint32_t kWalkWarps = kWalkThreads / 32;
// 10 with the registers it would like: 5 % slower (H200). Fewer where a multiprocessor does not hold as many.
inline constexpr uint32_t kAloneBlocksAMultiprocessor = 12;
inline constexpr uint32_t kTogetherBlocksAMultiprocessor = 8;  // 10: 3 to 5 % slower lists (H200)

/// Counts that the first kernel leaves for the one with a warp per crowded box.
struct CrowdWords {
    uint64_t pairs;    // found by the first
    uint32_t crowded;  // boxes listed
};

inline constexpr uint32_t kCrowdWarps = 8;  // boxes that a block of the second kernel takes at once
inline constexpr uint32_t kCrowdBlocksAMultiprocessor = 8;

/// A box that is not through, and how many of its tests are done.
struct LongWalk {
    uint32_t place, tests;
};

/// Boxes of the list, a warp each. `places` are clear.
template <class Sorted>
void walk_crowded(CudaExec& exec, const ColumnsView<Sorted>& view, const LongWalk* list,
                  const CrowdWords* words, const PairPlaces& places, const PairOutput& output);

template <>
class ColumnsWalk<CudaExec> {
public:
    using Noted = SortedSpheres;  // fewer bytes

    explicit ColumnsWalk(uint32_t capacity);

    template <class Sorted>
    void list(CudaExec& exec, const ColumnsView<Sorted>& view, const PairOutput& output);
    void note(CudaExec& exec, const ColumnsView<SortedSpheres>& view, const ColumnsPlan& next,
              const ContactTable& notes);

    size_t bytes() const {
        return tickets_.bytes() + words_.bytes() + crowd_words_.bytes() + crowd_.bytes() +
               long_walks_.bytes();
    }

private:
    sort::DeviceBuffer<uint32_t> tickets_;                        // of both kernels
    sort::DeviceBuffer<unsigned long long> words_, crowd_words_;  // PairPlaces::words of both
    sort::DeviceBuffer<CrowdWords> crowd_;
    sort::DeviceBuffer<LongWalk> long_walks_;
};

}  // namespace sim
