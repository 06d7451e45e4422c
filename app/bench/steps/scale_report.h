// What `bench scale` reports of its lines.
#pragma once
#include "app/bench/common/bench_report.h"
#include "app/bench/steps/scale_line.h"
#include "app/bench/steps/step_options.h"

namespace app {

/// A point of a line.
struct ScaleRow {
    const ScaleLine* line;
    size_t at;

    const ScalePoint& point() const { return line->points[at]; }
};

/// Describes the report of lines, at least one, as they are when it is written. All arguments have to outlive the
/// result.
BenchReport<ScaleRow> scale_report(const ScaleOptions& options, const std::vector<ScaleLine>& lines,
                                   const std::vector<std::string>& left_out);

}  // namespace app
