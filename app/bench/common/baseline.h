// --baseline FILE: an older report of the same command, case by case beside what was measured now.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "app/bench/common/gate.h"
#include "app/bench/common/table.h"
#include "app/measure/comparison.h"

namespace app {

struct BaselineOptions : GateOptions {
    std::string file;  // "": none
};

/// --baseline (also --compare), --fail-above and --judge.
void baseline_flags(Flags& flags, BaselineOptions& options);

class Baseline {
public:
    /// Reads the file, which `command` ("profile", "bench sort") wrote. Throws BadFile, and BadUsage for
    /// --fail-above without a file.
    Baseline(const BaselineOptions& options, const std::string& command);

    explicit operator bool() const { return before_.has_value(); }

    /// Before anything is measured: `planned` is the report with the cases to come, without samples; no cases:
    /// they are not known yet. Throws BadFile where nothing could be compared. Says on stderr what differs beside.
    void require_comparable(const nlohmann::ordered_json& planned) const;

    /// Compares, and adds "comparison" to the report.
    void compare_with(nlohmann::ordered_json& report);
    /// The table of what compare_with() found.
    void print(std::ostream& out, TableForm form) const;
    /// Once all is written. Throws CheckFailed beyond --fail-above, BadFile where no case was in both.
    void check() const;

private:
    std::string path_;
    std::optional<double> fail_above_;
    std::vector<std::string> judge_;
    std::optional<SampleSet> before_;
    std::string nothing_;
    Comparison found_;
};

}  // namespace app
