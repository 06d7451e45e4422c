// What `bench sort` and `bench disorder` were asked to measure, checked before anything is measured.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/bench/common/cold.h"
#include "app/bench/sort/sort_input.h"
#include "app/bench/sort/sort_options.h"
#include "app/measure/sort_memory.h"
#include "sort/lab/measure.h"

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

/// One input of one size.
struct SortCase {
    BenchInput input;
    uint32_t count = 0;
    // bench disorder: which series it is a point of, how much of it, and that in words
    std::string series{};
    double disorder = 0;
    std::string label{};
    std::vector<uint32_t> offsets{};  // of --segments, else empty
};

struct SortPlan {
    std::vector<BenchEngine> engines;
    std::vector<SkippedEngine> skipped;  // engines of the backend, not named, that cannot do this
    std::vector<SortCase> cases;
    BenchValues values = BenchValues::u32;
    sort::KeyType type = sort::KeyType::u32;
    BitRange bits;
    SegmentRange segments;
    std::vector<sort::Launch> launches;
    bool graph_left_out = false;   // asked for, and no engine can be captured
    sort::MeasureOptions measure;  // without bits, launch and stop
    std::shared_ptr<ColdSamples> cold = std::make_shared<ColdSamples>(false);
    double timeout_s = 0;  // for each n, input, launch and backend
    uint64_t seed = 1;
    int threads = 0;  // of CPU engines; 0: all
    int device = 0;
    uint32_t most_referenced = 1u << 25;  // larger inputs are checked without a reference sort
    std::string rival;  // the engine whose times are told over those of the others; "": none

    bool uses(sort::Backend backend) const;
    sort::Backend backend() const {
        return uses(sort::Backend::cuda) ? sort::Backend::cuda : sort::Backend::cpu;
    }
    size_t path_width() const;    // of the longest name of a path; 0: all engines have one path only
    size_t record_bytes() const;  // 0: no records
    bool typed() const;           // timed by typed_sorts.h, which knows no bytes
    std::string launch_text() const;
    const char* library_of(const std::string& engine) const;  // "CUB 3.0.1"; "" for our own engines
};

/// Engines that are measured when none is named, as far as they are here; empty: all of the backend.
struct UsualEngines {
    std::vector<const char*> cuda{}, cpu{};
};

bool can_launch(const sort::Engine& engine, sort::Launch launch);

/// Makes a plan without its cases. Throws BadUsage, sort::Unavailable (named engines), sort::OverLimit (n
/// over 2^32 - 1).
SortPlan start_plan(const SortBenchOptions& options, const std::vector<BenchInput>& inputs,
                    const UsualEngines& usual);

/// Draws the offsets of the segments. Throws sort::OverLimit where they hold more than 2^32 - 1 pairs.
std::vector<uint32_t> drawn_offsets(const SegmentRange& segments, uint64_t seed);

/// Adds the engines to a plan that has its launches, values and type; called by start_plan().
void add_engines(const SortBenchOptions& options, const UsualEngines& usual, SortPlan& plan);

/// Returns the memory for all engines at once on the largest n, since they take turns.
SortNeeds needs_of(const SortPlan& plan);

/// Throws sort::OverLimit when the cases do not fit into the memory there is.
void check_memory(const SortPlan& plan, const std::string& command);

/// The plan of `bench sort`: each recorded input, and each n with each kind of made ones. Throws as the
/// three.
SortPlan make_sort_plan(const BenchSortOptions& options);

/// "cub-radix, fourway: no CUDA device": a line for each reason.
std::vector<std::string> skipped_lines(const std::vector<SkippedEngine>& skipped);

/// The words that the plan's enumerations have on the command line.
const char* name_of(BenchValues values);
const char* name_of(sort::Launch launch);

}  // namespace app
