// What the benches that measure in turns have in common, and its flags.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/base/errors.h"
#include "app/bench/common/baseline.h"
#include "app/cli/flags.h"
#include "app/cli/options.h"

namespace app {

struct BenchOptions : Options {
    std::vector<uint64_t> counts;      // empty: the command's own
    std::optional<double> min_time_s;  // none: the command's own
    std::optional<double> max_noise;   // 0.01 is 1 %
    double timeout_s = 30;
    bool cold = false;  // caches are emptied before each sample
    bool markdown = false;
    BaselineOptions baseline;
};

/// Takes a word of a list; measuring the same twice is refused.
template <class T>
void add_once(const char* flag, const std::string& word, const T& value, std::vector<T>& to) {
    if (std::find(to.begin(), to.end(), value) != to.end()) {
        throw BadUsage(std::string(flag) + " names '" + word + "' twice");
    }
    to.push_back(value);
}

/// --cold of the benches that can.
void cold_flag(Flags& flags, BenchOptions& options);

void min_time_flag(Flags& flags, const char* usual, std::optional<double>& to);

/// -n, under these names.
void counts_flag(Flags& flags, const char* names, const std::string& meaning, std::vector<uint64_t>& to);

/// A list of broad phases, with their sentences at the end of the help.
void broad_phases_flag(Flags& flags, const char* usual, bool with_auto, std::vector<std::string>& to);

/// --kind: boxes that `bench pairs` and `bench scale` make.
void kinds_flag(Flags& flags, const char* value, const std::string& meaning, std::vector<std::string>& to);

/// A list of scenes.
void scenes_flag(Flags& flags, const std::string& meaning, std::vector<std::string>& to);

/// Adds where the numbers go: --json, --csv, --md, --baseline, --fail-above. The words say what a file has.
void result_flags(Flags& flags, BenchOptions& options, const char* json, const char* csv,
                  const char* markdown = "a Markdown table");

/// Adds the flags for limits of measuring and for files with the numbers: --min-time, --max-noise, --timeout,
/// --json, --csv, --md, --baseline, --fail-above.
void measuring_flags(Flags& flags, BenchOptions& options, const char* min_time, const char* timeout_of);

}  // namespace app
