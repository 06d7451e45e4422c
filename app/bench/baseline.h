// An older report of `bench sort --json`, to compare with.
#pragma once
#include <string>
#include <vector>

#include "app/bench/sort_case.h"

namespace app {

class Baseline {
public:
    /// Throws BadFile: not there, not JSON, not such a report.
    explicit Baseline(const std::string& path);

    /// Fills before_ms where the report has the same engine, n, input, values, type, bits, launch and
    /// backend.
    void compare(const SortPlan& plan, std::vector<SortRow>& rows) const;

    /// "" when the report was made on this machine; else a line that says where.
    std::string other_machine(const SortPlan& plan) const;

private:
    struct Before {
        std::string key;
        double median_ms;
    };
    std::string path_, cpu_, gpu_;
    std::vector<Before> rows_;
};

}  // namespace app
