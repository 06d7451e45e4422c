// `sweeplab bench sort`: measures sort engines in turns.
#include "app/bench/sort/sort_options.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/io/npy.h"
#include "sort/lab/key_types.h"
#include "sort/registry.h"

namespace app {
namespace {

void declare_flags(Flags& flags, BenchSortOptions& options) {
    flags.not_with(kDataFlag, kOfMadeInput);
    flags.list(
        "keys", "KEYS.npy,...", "recorded keys, as --input",
        [&options](const std::string& word) {
            if (!is_npy_name(word)) throw BadUsage(unexpected_argument(word, true));
            add_once("the list of files", word, word, options.files);
        },
        Flags::Names::input);
    sort_inputs_flag(flags, "[uniform]",
                     input_names() + "; with --type u64 or i64 also " + wide_input_names(), options.inputs);
    std::vector<std::string> types;
    for (const sort::KeyType type : sort::kKeyTypes) types.push_back(sort::name_of(type));
    flags.choice("--type", types, "type of the made keys [u32, or that of the files]", options.type);
    flags.read(
        "--segments", "N:MAX",
        "sorts N segments of 0 to MAX pairs, each by itself, in place of -n: 100k:500 has 25 million pairs",
        [&options](const std::string& word) { options.segments = parse_segments(word); });
    flags.not_with("");
    data_flags(flags, options.data, "keys, or of boxes, whose lower ends are sorted");
    flags.not_with(kDataFlag, kOfMadeInput);
    flags.text("--nvbench", "FILE|-", "the times in the JSON format of NVIDIA's nvbench, version 1.0.0",
               options.nvbench, Flags::Names::output);
    flags.not_with("");
    cold_flag(flags, options);
    bits_flag(flags, options.bits);
    digit_bits_flag(flags, options);
    flags.list(
        "--tile", "THREADSxPAIRS,...",
        "threads of a block and pairs per thread, for engines that have tiles, see `sweeplab engines`; "
        "a row for each [the engine's own]",
        [&options](const std::string& word) {
            add_once("--tile", word, sort::tile_text(parse_tile("--tile", word)), options.tiles);
        });
    sort_bench_flags(flags, options, "[all of the backend]", "[64Ki,1Mi on cpu, 64Ki,1Mi,16Mi on cuda]",
                     "[0.2]");
}

const bool registered = add_command<BenchSortOptions>(
    {"bench sort", 60, "Measures sort engines in turns; every result is checked before its row is printed.",
     "  sweeplab bench sort -n 64Ki,1Mi --input uniform,sorted\n"
     "  sweeplab bench sort --sort fourway,fourway:no-shuffle --json now.json\n"
     "  sweeplab bench sort -n 1Mi --baseline before.json --fail-above 1.05\n"
     "  sweeplab bench sort --input uniform,gas:0.01 --rival cub-radix\n"
     "  sweeplab bench sort --type u64 -n 256Ki --input uniform,splat:0.002\n"
     "  sweeplab bench sort --segments 1k:500 --input uniform,displaced:8\n"
     "  sweeplab bench sort keys.npy --input recorded/gas\n"
     "  sweeplab bench sort --cold -n 64Ki\n"
     "  sweeplab bench sort --data my_frames --csv frames.csv --plot frames.svg\n"},
    declare_flags, run_bench_sort);

}  // namespace
}  // namespace app
