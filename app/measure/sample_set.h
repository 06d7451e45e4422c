// The samples of a report of `profile --json` or `bench ... --json`, by case, whatever command wrote it: what two
// reports are compared by.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace app {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

struct SampleCase {
    NamedValues key;         // {"engine", "cpu-radix"}, {"n", "65536"}
    std::vector<double> ms;  // in the order in which they were taken; none: not measured

    std::string name() const;  // "cpu-radix, 65536"
};

struct SampleSet {
    std::string kind;  // "profile", "bench sort"
    std::string from;  // "2026-11-24T09:45:07Z, commit 098b45f"
    std::string machine;
    NamedValues settings;           // flag, value: must be the same for times to be comparable
    NamedValues noted;              // worth a line where they differ
    std::string steps;              // same in both: sample i of both is the same piece of work; "": never
    std::vector<SampleCase> cases;  // no two with the same key
};

/// Throws BadFile, which begins with `path` and the place: no report that has samples.
SampleSet samples_of(const nlohmann::ordered_json& report, const std::string& path);

/// Reads a report from its text; `path` begins messages. Throws BadFile: not JSON (with line and column), or no report of
/// `kind`; "": of any with samples.
SampleSet parse_samples(const std::string& text, const std::string& path, const std::string& kind);

/// Reads the file. Throws BadFile: cannot be read or over 256 MB, and as parse_samples.
SampleSet load_samples(const std::string& path, const std::string& kind);

}  // namespace app
