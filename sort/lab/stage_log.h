// A sort stage by stage: the contents of every array after each stage, copied to the host. Lessons are drawn
// from it, and the test of an engine against its model compares two of them.
#pragma once
#include <string>
#include <vector>

#include "sort/registry.h"

namespace sort {

struct LoggedArray {
    std::string name;
    uint32_t columns = 0;  // of a table, row by row; 0: one row
    std::vector<uint32_t> words{};
};

/// A stage whose gate was closed did nothing: `ran` is false, keys, values and arrays are empty.
struct LoggedStage {
    std::string name;
    int pass = -1;
    bool ran = true;
    std::vector<uint32_t> keys_before{}, values_before{};  // the pairs as the stage found them
    std::vector<uint32_t> keys{}, values{};                // where Stage::pairs points after the stage
    std::vector<LoggedArray> arrays{};
    uint64_t bytes = 0, items = 0;
};

struct StageLog {
    std::vector<uint32_t> keys, values;  // the input
    std::vector<LoggedStage> stages;
    std::vector<uint32_t> sorted_keys, sorted_values;
    Report report{};
};

/// Sorts a copy of the host arrays with an observer that copies everything; values may be empty (keys alone).
/// For small sorts: every stage is kept whole. `sorter` was created by `engine`; Backend::cuda engines copy
/// from the device in stream order. options.observer and options.report are not used. Throws Unavailable.
StageLog log_sort(const Engine& engine, Sorter& sorter, const std::vector<uint32_t>& keys,
                  const std::vector<uint32_t>& values, const Options& options = {});

/// Returns "" when both logs are of the same sort; else one line: pass, stage, array and place of the first
/// difference. Bytes and items are compared too, the report's path is not.
std::string first_difference(const StageLog& a, const StageLog& b);

/// Returns first_difference of the sorted keys and values alone: one sort may have other stages than the other.
std::string first_difference_of_results(const StageLog& a, const StageLog& b);

/// Function of one backend that logs the stages of a sort. Registered by the file that has it.
using LogFunction = StageLog (*)(Sorter& sorter, const std::vector<uint32_t>& keys,
                                 const std::vector<uint32_t>& values, const Options& options);
bool add_log_function(Backend backend, LogFunction function);

}  // namespace sort
