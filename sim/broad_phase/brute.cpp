#include "sim/broad_phase/brute.h"

#include "sim/broad_phase/pair_tally.h"
#include "sim/exec/exec_cpu.h"

namespace sim {

/// row(i) for each box returns the pairs that it has found, so that more than memory holds end the search
/// before all are counted. As many rows at a time as make about a million tests.
template <class Row>
static void each_row(CpuExec& exec, const char* name, const BoxInput& input, const PairOutput& output,
                     Row row) {
    PairTally tally(output.capacity);
    exec.timed(name, {.bytes = uint64_t(sizeof(Box)) * input.count, .items = input.count}, [&] {
        exec.parallel_ranges(input.count, 1 + (1 << 20) / (1 + uint64_t(input.count)),
                             [&](uint64_t begin, uint64_t end) {
                                 uint64_t pairs = 0;
                                 for (uint64_t i = begin; i < end; ++i) pairs += row(uint32_t(i));
                                 tally.add(pairs);
                             });
    });
}

bool register_brute_on_cpu() { return add_broad_phase<Brute, CpuExec>(); }

}  // namespace sim
