// The walk through the columns on the device. A thread a box. A box that is still not through after a number
// of tests goes on a list, which a second kernel works off with a warp a box: one crowded column spreads over
// the whole device and holds up nobody.
//
// For a list of pairs each thread keeps the first partners that it finds, its block finds its place in the
// list, and then they are written; a box that is not through leaves all its tests to the second kernel
// (crowd_cuda.cu). The list has the pairs of the boxes that came through by sorted place, then those of the
// others, too. Contacts are noted at once (note_cuda.cu), so the second kernel goes on where the first ended.
#pragma once
#include "sim/broad_phase/columns/columns.h"
#include "sim/broad_phase/pair_places.cuh"
#include "sim/exec/exec_cuda.cuh"

namespace sim {

inline constexpr uint32_t kWalkThreads = 128;
// 10 with the registers it would like: 5 % slower (H200). Fewer where a multiprocessor does not hold as many.
inline constexpr uint32_t kWalkBlocksAMultiprocessor = 12;
inline constexpr uint32_t kMostAlone = 512;  // tests that a thread makes for one box

/// Counts that the kernel with a thread per box leaves for the one with a warp per crowded box.
struct CrowdWords {
    uint64_t pairs_alone;  // found by single threads
    uint32_t crowded;      // boxes listed
};

inline constexpr uint32_t kCrowdWarps = 8;  // boxes that a block of the second kernel takes at once
inline constexpr uint32_t kCrowdBlocksAMultiprocessor = 8;

/// A box whose thread has ended early, and how many tests it has made.
struct LongWalk {
    uint32_t place, tests;
};

/// Boxes of the list, a warp each. `places` are clear.
template <class Sorted>
void walk_crowded(CudaExec& exec, const ColumnsView<Sorted>& view, const uint32_t* list,
                  const CrowdWords* words, const PairPlaces& places, const PairOutput& output);

template <>
class ColumnsWalk<CudaExec> {
public:
    using Noted = SortedSpheres;  // fewer bytes

    /// `notes`: note() will be called.
    ColumnsWalk(uint32_t capacity, bool notes);

    template <class Sorted>
    void list(CudaExec& exec, const ColumnsView<Sorted>& view, const PairOutput& output);
    void note(CudaExec& exec, const ColumnsView<SortedSpheres>& view, const ColumnsPlan& next,
              const ContactTable& notes);

    size_t bytes() const {
        return tickets_.bytes() + words_.bytes() + crowd_words_.bytes() + list_.bytes() + crowd_.bytes() +
               long_walks_.bytes();
    }

private:
    sort::DeviceBuffer<uint32_t> tickets_;                        // of both kernels
    sort::DeviceBuffer<unsigned long long> words_, crowd_words_;  // PairPlaces::words of both
    sort::DeviceBuffer<uint32_t> list_;                           // sorted places of the crowded boxes
    sort::DeviceBuffer<CrowdWords> crowd_;
    sort::DeviceBuffer<LongWalk> long_walks_;
};

}  // namespace sim
