// What `fit` takes from the command line.
#pragma once
#include <optional>
#include <string>

#include "app/bench/common/bench_options.h"

namespace app {

struct FitOptions : BenchOptions {
    std::string data;
    std::string language = "cpp";  // of the snippet: cpp, python
    bool quick = false;
    std::optional<double> most_s{};  // of one engine or broad phase; none: by `quick`
};

int run_fit(const FitOptions& options);

}  // namespace app
