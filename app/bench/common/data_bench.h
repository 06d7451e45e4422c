// The driver of the benches on own frames: round after round all frames in order, then table, files and plot.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/bench/common/bench_options.h"
#include "app/bench/common/bench_report.h"
#include "app/bench/common/data_options.h"
#include "app/bench/common/data_rows.h"
#include "app/bench/common/run_bench.h"
#include "app/frames/read_ahead.h"

namespace app {

/// What one bench does with the frames.
struct DataBench {
    BenchSubject subject;
    const char* contender;           // "engine": key of a row's name in reports
    std::vector<const char*> facts;  // of a frame, as columns of the CSV file
    std::vector<DataRow> rows{};     // names and backends; the frames are added here
    const char* legend = "";
    /// Forgets what was carried: the next frame is the first.
    std::function<void()> begin_round{};
    /// Adds a sample of the frame to each row, and in the first round facts and check. Throws CheckFailed.
    std::function<void(const FrameItems& items, size_t frame, bool first_round, std::vector<DataRow>& rows)>
        measure{};
    /// Adds settings to the JSON report.
    std::function<void(Json& report)> settings{};
    /// Commits a file of the bench's own, once the others are written.
    std::function<void()> commit = [] {};
    size_t most_frames = SIZE_MAX;  // of the first, in their order
    size_t least_rounds = 3;
};

/// Adds to `bench.rows` the frames with their samples, round after round, until each row has --min-time, or --timeout for
/// each row is over. Once interrupted(), those that have samples. Throws CheckFailed, sort::OverLimit.
std::vector<DataRow> measure_frames(const BenchOptions& options, const FrameSet& set, DataBench& bench,
                                    const Tick& tick);

/// Prints what the folder as a whole has to say, and the frames that were left out, one line each.
void print_frame_notes(std::ostream& out, const FrameSet& set, const std::vector<DataFrame>& frames);

/// Measures and reports. A frame that cannot be read is named below the table, and the others go on. Returns the exit
/// code. Throws as run_bench().
int run_data_bench(const BenchOptions& options, const DataOptions& data, const FrameSet& set,
                   DataBench bench);

}  // namespace app
