// `bench papers`: what it takes from the command line.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/options.h"

namespace app {

struct PapersOptions : Options {
    std::string figure;  // "": all
    bool list = false;
    std::vector<std::string> matrices;  // files, and folders of them; empty: made matrices
    std::optional<uint64_t> count;
    std::optional<double> min_time_s;
    std::optional<uint64_t> random_sizes;
    bool quick = false;
    std::string from;    // a report.json, instead of measuring; "": measures
    std::string beside;  // another machine's report.json; "": none
    bool markdown = false;
};

int run_bench_papers(const PapersOptions& options);

}  // namespace app
