// An older report of `bench sort --json`, to compare with.
#pragma once
#include <string>
#include <vector>

#include "app/bench/sort/sort_case.h"

namespace app {

class Baseline {
public:
    /// Throws BadFile: not there, not JSON, not such a report.
    explicit Baseline(const std::string& path);

    /// Fills before_ms where the report has the same engine, backend, n and input, under the same values,
    /// type, bits, launch, digit bits, seed and threads.
    void compare(const SortPlan& plan, std::vector<SortRow>& rows) const;

    /// "" when the report was made on this machine; else a line that says where.
    std::string other_machine(const SortPlan& plan) const;

    /// "" when it has some case of the plan; else a line that says what differs.
    std::string nothing_to_compare(const SortPlan& plan) const;

private:
    struct Before {
        std::string engine, backend, input, launch;
        uint64_t count;
        double median_ms;
    };

    std::string path_, cpu_, gpu_;
    std::vector<std::pair<std::string, std::string>> settings_;  // flag, value; the same for all rows
    std::vector<Before> rows_;
};

}  // namespace app
