// What `bench sort` was asked to measure, checked before anything is measured.
#pragma once
#include <string>
#include <vector>

#include "app/options.h"
#include "sort/inputs.h"
#include "sort/key_types.h"
#include "sort/measure.h"

namespace app {

/// An engine in one configuration, named as on the command line: "fourway:no-shuffle".
struct BenchEngine {
    std::string name;
    const sort::Engine* engine;
    sort::EngineConfig config;
};

struct SkippedEngine {
    std::string name, reason;
};

enum class BenchValues { none, u32, record64, record128 };

struct SortPlan {
    std::vector<BenchEngine> engines;
    std::vector<SkippedEngine> skipped;  // of the backend, not named, and not able to
    std::vector<uint32_t> counts;
    std::vector<std::string> inputs;  // as typed, valid
    BenchValues values = BenchValues::u32;
    sort::KeyType type = sort::KeyType::u32;
    BitRange bits;
    sort::Launch launch = sort::Launch::stream;
    sort::MeasureOptions measure;  // without bits and stop
    double timeout_s = 0;          // for each n, input and backend
    uint64_t seed = 1;
    int threads = 0;  // of CPU engines; 0: all
    int device = 0;

    bool uses(sort::Backend backend) const;
    size_t record_bytes() const;  // 0: no records
};

/// Throws BadUsage, sort::Unavailable (named engines), sort::OverLimit (n over the memory there is).
SortPlan make_sort_plan(const Options& options);

/// "cub-radix, fourway: no CUDA device": a line for each reason.
std::vector<std::string> skipped_lines(const std::vector<SkippedEngine>& skipped);

/// The words that the plan's enumerations have on the command line.
const char* name_of(BenchValues values);
const char* name_of(sort::Launch launch);

}  // namespace app
