// A frame's sort run once more on a copy, with an observer that keeps who lay where between its passes: the moments
// in which a frozen sort is viewed. The live sort has no part in it.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/observe/readers/frame_sort.h"
#include "app/observe/readers/readback.h"
#include "sort/registry.h"

namespace app {

/// The pairs at one moment. Their keys follow from the bodies: engines move both together.
struct SortMoment {
    std::string name;           // "before the sort", "after pass 3", "in buckets"
    int pass = -1;              // the digit pass that was done last; -1: none
    bool skipped = false;       // that pass did nothing
    std::vector<uint32_t> ids;  // of the body at each index
};

struct SortMoments {
    std::vector<SortMoment> moments;  // the first is the input, the last the output
    uint32_t digit_bits = 0;          // of the engine's passes; 0: it has none, or does not show them
    sort::Report report{};
    std::vector<uint32_t> movers;  // indices in the input of the pairs that the engine moved one by one
    bool windows = false;          // it repaired windows of the input
};

/// Runs one sort after the other; all on one backend and device. start() queues a sort of the keys with the bodies'
/// ids as values, and the copies; on cuda on a stream of its own. It throws sort::OverLimit.
using SortRecorder = Readback<SortMoments, sort::Engine, sort::EngineConfig, FrameSort>;

std::unique_ptr<SortRecorder> make_cpu_sort_recorder(int device);
std::unique_ptr<SortRecorder> make_cuda_sort_recorder(int device);  // only in builds with CUDA

/// Returns whether these bodies stand in buckets: each part of `sorted`, of four or more, has the same ones as
/// there, in any order; and not all are in their places. What a sort leaves in its scratch may be anything else.
bool are_in_buckets(const std::vector<uint32_t>& ids, const std::vector<uint32_t>& sorted);

/// Return whether the sort took the path with windows, or with movers, according to its report.
bool took_windows(const sort::Engine& engine, const sort::Report& report);
bool took_movers(const sort::Engine& engine, const sort::Report& report);

/// Bits per pass of an engine with digit passes, made with this configuration; 0: it has none that a moment could
/// show.
uint32_t pass_bits(const sort::Engine& engine, const sort::EngineConfig& config);

/// Returns how many passes of `bits` bits sort 32-bit keys.
constexpr uint32_t passes_of(uint32_t bits) { return (32 + bits - 1) / bits; }

/// Returns "after pass 3 of 16", counted from 1
std::string pass_name(uint32_t pass, uint32_t passes);

/// Makes a sorter on the host for after_passes(), of `bodies` bodies.
std::unique_ptr<sort::Sorter> make_pass_sorter(uint32_t bodies);

/// Returns the bodies by index after `passes` passes of `bits` bits of a radix sort from the least
/// significant digit, which is the stable order by the bits so far, whatever the engine.
std::vector<uint32_t> after_passes(const FrameSort& input, sort::Sorter& sorter, uint32_t bits,
                                   uint32_t passes);

}  // namespace app
