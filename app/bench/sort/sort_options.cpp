// Flags that `bench sort` and `bench disorder` share.
#include "app/bench/sort/sort_options.h"

#include "app/base/errors.h"
#include "app/cli/option_flags.h"

namespace app {

SegmentRange parse_segments(const std::string& text) {
    const size_t colon = text.find(':');
    if (colon == text.npos)
        throw BadUsage("--segments '" + text +
                       "': N:MAX is expected, N segments of 0 to MAX pairs, such as 100k:500");
    const uint64_t count = parse_count("--segments", text.substr(0, colon));
    const uint64_t most = parse_count("--segments", text.substr(colon + 1));
    if (count == 0 || most == 0) throw BadUsage("--segments '" + text + "': both numbers are at least 1");
    if (count >= UINT32_MAX || most > UINT32_MAX)  // N + 1 offsets are counted by 32 bits
        throw BadUsage("--segments '" + text + "': N is at most 4294967294 and MAX 4294967295");
    return {static_cast<uint32_t>(count), static_cast<uint32_t>(most)};
}

void sort_bench_flags(Flags& flags, SortBenchOptions& options, const char* engines, const char* counts,
                      const char* min_time) {
    flags.list("--sort", "A,B,...", std::string("engines, also ENGINE:VARIANT ") + engines,
               [&options](const std::string& word) { options.engines.push_back(word); });
    flags.not_with(kDataFlag, kOfMadeInput);
    counts_flag(flags, "-n", std::string("how many pairs ") + counts, options.counts);
    flags.choice("--values", {"none", "u32", "record64", "record128"},
                 "none: keys alone; records are gathered after a sort of indices [u32]", options.values);
    flags.choice("--launch", {"stream", "graph", "both"},
                 "a call on a stream, or a CUDA graph of it [stream]", options.launch);
    flags.text("--rival", "ENGINE",
               "one of the measured engines: adds a column with the speed-up of each row over it",
               options.rival);
    seed_flag(flags, options, "the made keys [1]");
    flags.not_with("");
    measuring_flags(flags, options, min_time, "n, input, launch and backend");
    machine_flags(flags, options);
}

void sort_inputs_flag(Flags& flags, const char* usual, const std::string& names,
                      std::vector<std::string>& to) {
    flags.list(
        "--input", "KIND|FILE.npy|DIR,...",
        std::string("recorded keys, a folder of them (`bench record`), or made ones ") + usual + ": " + names,
        [&to](const std::string& word) { add_once("--input", word, word, to); },
        Flags::Names::input_by_ending);
}

}  // namespace app
