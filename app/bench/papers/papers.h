// `bench papers`: what it takes from the command line.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/options.h"

namespace app {

struct PapersOptions : Options {
    std::string figure;  // "": all
    bool list = false;
    std::string matrix_file;  // "": made matrices
    std::optional<uint64_t> count;
    std::optional<double> min_time_s;
};

int run_bench_papers(const PapersOptions& options);

}  // namespace app
