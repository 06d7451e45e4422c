// Flags that several benches share.
#include "app/bench/common/bench_options.h"

#include "app/base/numbers.h"
#include "app/bench/common/data_options.h"
#include "app/cli/option_flags.h"

namespace app {

void cold_flag(Flags& flags, BenchOptions& options) {
    flags.flag("--cold",
               "empties the caches before each timed sample, by writing more than the last of them holds",
               options.cold);
}

void min_time_flag(Flags& flags, const char* usual, std::optional<double>& to) {
    flags.read("--min-time", "S", std::string("minimum seconds of measuring per engine ") + usual,
               [&to](const std::string& word) { to = parse_number("--min-time", word); });
}

void counts_flag(Flags& flags, const char* names, const std::string& meaning, std::vector<uint64_t>& to) {
    flags.list(names, "N,...", meaning, [&to](const std::string& word) {
        if (word.size() == 3 && word[0] == '0' && !to.empty())
            throw BadUsage("-n ..., " + word + ": commas stand between numbers, and not within one");
        add_once("-n", word, parse_count("-n", word), to);
    });
}

void broad_phases_flag(Flags& flags, const char* usual, bool with_auto, std::vector<std::string>& to) {
    flags.list("--broad-phase", "A,B,...", std::string("how pairs are found, some of those below ") + usual,
               [&to](const std::string& word) { add_once("--broad-phase", word, word, to); });
    describe_broad_phases(flags, with_auto);
}

void kinds_flag(Flags& flags, const char* value, const std::string& meaning, std::vector<std::string>& to) {
    flags.list(
        "--kind", value, meaning, [&to](const std::string& word) { add_once("--kind", word, word, to); },
        Flags::Names::input_by_ending);
}

void scenes_flag(Flags& flags, const std::string& meaning, std::vector<std::string>& to) {
    flags.list(
        "--scene", "NAME|FILE.toml,...", meaning,
        [&to](const std::string& word) { add_once("--scene", word, word, to); },
        Flags::Names::input_by_ending);
}

void result_flags(Flags& flags, BenchOptions& options, const char* json, const char* csv,
                  const char* markdown) {
    flags.text("--json", "FILE|-", json, options.json, Flags::Names::output);
    flags.text("--csv", "FILE|-", csv, options.csv, Flags::Names::output);
    flags.flag("--md", markdown, options.markdown);
    baseline_flags(flags, options.baseline);
    flags.group("");
}

void measuring_flags(Flags& flags, BenchOptions& options, const char* min_time, const char* timeout_of) {
    flags.group("Measuring");
    min_time_flag(flags, min_time, options.min_time_s);
    flags.not_with(kDataFlag, kOfMadeInput);
    flags.read("--max-noise", "F", "measures until the noise is below F, such as 1% [off]",
               [&options](const std::string& word) { options.max_noise = parse_share("--max-noise", word); });
    flags.not_with("");
    flags.read("--timeout", "S",
               std::string("maximum seconds per ") + timeout_of + "; a row that needs more says so [30]",
               [&options](const std::string& word) {
                   options.timeout_s = parse_number("--timeout", word);
                   if (options.timeout_s <= 0)
                       throw BadUsage("--timeout " + word + ": more than 0 is expected");
               });
    result_flags(flags, options, "machine, build, arguments and every sample", "one row per sample",
                 "a Markdown table with all columns, instead of one that fits the terminal");
}

}  // namespace app
