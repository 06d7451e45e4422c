// What `bench pairs` takes from the command line; empty lists mean the defaults.
#pragma once
#include <string>
#include <vector>

#include "app/bench/common/bench_options.h"
#include "app/bench/common/data_options.h"

namespace app {

struct PairsBenchOptions : BenchOptions {
    std::vector<std::string> kinds, broad_phases, rivals;
    DataOptions data;         // own frames in place of kinds
    bool changes = false;     // pairs found and lost from frame to frame
    std::string changes_csv;  // a file for the lists of them; "": none

    bool makes_changes() const { return changes || !changes_csv.empty(); }
};

int run_bench_pairs(const PairsBenchOptions& options);
/// --data of `bench pairs`.
int run_pairs_of_frames(const PairsBenchOptions& options);

}  // namespace app
