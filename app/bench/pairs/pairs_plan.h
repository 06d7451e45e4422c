// What `bench pairs` was asked to measure, checked before anything is measured.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/bench/common/cold.h"
#include "app/bench/pairs/box_sets.h"
#include "app/bench/pairs/pairs_options.h"
#include "app/bench/pairs/pairs_rivals.h"
#include "sim/search/pair_search.h"
#include "sort/lab/measure.h"

namespace app {

/// Made boxes of one kind, or those of a file.
struct BoxInput {
    std::string name;                  // as typed on the command line
    const BoxKind* made = nullptr;     // null: a file
    std::vector<sim::Box> boxes = {};  // of the file
};

struct PairsCase {
    const BoxInput* input;
    uint32_t count;
};

/// A broad phase on one backend, named as on the command line.
struct PairsContender {
    std::string name;
    sim::PairsConfig config;
};

struct PairsPlan {
    std::vector<BoxInput> inputs;
    std::vector<PairsCase> cases;  // point to the inputs
    std::vector<PairsContender> contenders;
    bool all = false;  // none was named: those that are slow on many boxes are left out there
    std::vector<RivalLibrary> rivals;
    std::vector<std::string> stages;  // that the contenders have, in the order in which they come
    sort::Backend backend = sort::Backend::cpu;
    sort::MeasureOptions measure;  // without stop
    std::shared_ptr<ColdSamples> cold = std::make_shared<ColdSamples>(false);
    double timeout_s = 0;   // for each broad phase or rival on each n and kind
    double most_tests = 0;  // a sweep with more is not the reference; 0: as usual on the backend
    uint64_t seed = 1;
};

/// Makes and checks the plan, but for memory. Throws BadUsage, sort::Unavailable, BadFile, sort::OverLimit (n
/// over 2^27).
PairsPlan make_pairs_plan(const PairsBenchOptions& options);

/// Throws sort::OverLimit when so many boxes, and lists of their pairs, do not fit into the host's memory.
void require_pairs_memory(uint32_t count);

}  // namespace app
