// What `bench sort` and `bench disorder` take from the command line.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/base/numbers.h"
#include "app/bench/common/bench_options.h"
#include "app/bench/common/data_options.h"

namespace app {

/// Segments of made keys, each sorted by itself.
struct SegmentRange {
    uint32_t count = 0;  // 0: none, one array
    uint32_t most = 0;   // pairs of a segment: 0 to so many, drawn
};

/// Parses "100k:500". Throws BadUsage.
SegmentRange parse_segments(const std::string& text);

/// Options of `bench sort` and `bench disorder`; empty lists mean the defaults.
struct SortBenchOptions : BenchOptions {
    std::vector<std::string> engines;  // "fourway", "fourway:no-shuffle"
    std::vector<std::string> tiles;    // of `bench sort`: "256x8", a row for each
    std::vector<std::string> inputs;
    std::string values = "u32", launch = "stream";
    std::string type;   // "": that of the files, else u32
    std::string rival;  // "": none, or the command's own
    std::optional<BitRange> bits;
    SegmentRange segments;  // of `bench sort`
};

struct BenchSortOptions : SortBenchOptions {
    std::vector<std::string> files;  // as inputs, without a flag
    DataOptions data;                // own frames in place of inputs
    std::string nvbench;             // a file in nvbench's format; "": none
};

struct DisorderOptions : SortBenchOptions {
    std::vector<std::string> series;
    std::string keys = "columns";
};

/// Flags of both commands.
void sort_bench_flags(Flags& flags, SortBenchOptions& options, const char* engines, const char* counts,
                      const char* min_time);
void sort_inputs_flag(Flags& flags, const char* usual, const std::string& names,
                      std::vector<std::string>& to);

int run_bench_sort(const BenchSortOptions& options);
/// --data of `bench sort`.
int run_sort_of_frames(const BenchSortOptions& options);
int run_bench_disorder(const DisorderOptions& options);

}  // namespace app
