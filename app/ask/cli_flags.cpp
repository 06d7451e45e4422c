// One function a command, and the table. To add a command: a function, a line, its run function in
// app/ask/options.h and app/main.cpp. `bench` has commands of its own: "bench NAME" is one line here.
#include "app/ask/cli_flags.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/bench/pairs/box_sets.h"
#include "sort/lab/inputs.h"

namespace app {
namespace {

std::string input_names() {
    std::string names;
    for (const sort::InputKind& kind : sort::input_kinds())
        names += (names.empty() ? "" : ", ") + std::string(kind.usage);
    return names;
}

void view_flags(Flags& flags) {
    Options& options = flags.options();
    flags.simulation();
    flags.count("--frames", "closes the window after N frames", options.frames);
    flags.picture("[as the window was last, at first 1280x720]", "[as many as keep up with real time]");
}

void render_flags(Flags& flags) {
    Options& options = flags.options();
    flags.text("-o,--output", "FILE", "out.png: the last frame; out_%04d.png or out.mp4: every frame",
               options.output);
    flags.simulation();
    flags.count("--frames", "frames to draw; 0: the state at the start [300]", options.frames);
    flags.picture("[1280x720]", "[1]");
    flags.flag("--ui", "with the panels", options.ui);
}

void profile_flags(Flags& flags) {
    Options& options = flags.options();
    flags.simulation();
    flags.count("--frames", "steps to run; 0, with --hash or --json only: the state at the start [300]",
                options.frames);
    flags.count("--warmup", "the first steps, left out of the statistics [20, at most a quarter]",
                options.warmup);
    flags.text("--json", "FILE|-", "the report for programs", options.json);
    flags.text("--csv", "FILE|-", "one row a timed piece of a step", options.csv);
    flags.text("--trace", "FILE|-", "Chrome trace events; opens in Perfetto", options.trace);
    flags.flag("--hash", "prints the hash of the state after exactly N steps", options.hash);
    flags.flag("--passes", "times every pass of the sort (slower: no CUDA graph)", options.passes);
}

void sort_flags(Flags& flags) {
    Options& options = flags.options();
    flags.text("keys", "KEYS.npy", "(N,) of uint32, int32, float32, uint64, int64 or float64",
               options.keys_file);
    flags.text("--values", "V.npy", "uint32 (N,) that travel with the keys [0, 1, 2, ...]",
               options.values_file);
    flags.text("--input", "KIND", "made keys instead of a file: " + input_names(), options.input);
    flags.count("-n", "with --input: how many keys are made [1M]", options.count);
    flags.text("-o,--output", "OUT.npy", "the sorted keys; with --values also OUT.values.npy",
               options.output);
    flags.flag("--check", "compares with std::stable_sort", options.check);
    flags.count("--seed", "of the made keys [1]", options.seed);
    flags.bits();
    flags.engine();
}

void pairs_flags(Flags& flags) {
    Options& options = flags.options();
    flags.text(
        "boxes", "BOXES.npy|MESH.obj",
        "NumPy array, float32 (N, 6): min x y z, max x y z; or a mesh, whose triangles' boxes are meant",
        options.boxes_file);
    flags.text("-o,--output", "PAIRS.npy", "uint32 (M, 2), i < j, in order [prints `pairs M`]",
               options.output);
    flags.read("--inflate", "R", "grows every box by R on each side [0]",
               [&options](const std::string& word) { options.inflate = parse_length("--inflate", word); });
    flags.engine();
    flags.broad_phase();
}

void min_time_flag(Flags& flags, const char* usual) {
    flags.read("--min-time", "S", std::string("seconds measured for each engine, at least ") + usual,
               [&o = flags.options()](const std::string& word) {
                   o.bench.min_time_s = parse_number("--min-time", word);
               });
}

/// Takes a word of a list; measuring the same twice is refused.
template <class T>
void add_once(const char* flag, const std::string& word, const T& value, std::vector<T>& to) {
    if (std::find(to.begin(), to.end(), value) != to.end()) {
        throw BadUsage(std::string(flag) + " names '" + word + "' twice");
    }
    to.push_back(value);
}

/// When to stop measuring, and where the numbers go.
void measuring_flags(Flags& flags, const char* min_time, const char* timeout_of) {
    Options& options = flags.options();
    BenchOptions& bench = options.bench;
    min_time_flag(flags, min_time);
    flags.read("--max-noise", "F", "goes on until the noise is below it, such as 1% [off]",
               [&bench](const std::string& word) { bench.max_noise = parse_share("--max-noise", word); });
    flags.read("--timeout", "S",
               std::string("seconds for each ") + timeout_of + ", then it stops and says so [30]",
               [&bench](const std::string& word) {
                   bench.timeout_s = parse_number("--timeout", word);
                   if (bench.timeout_s <= 0)
                       throw BadUsage("--timeout " + word + ": more than 0 is expected");
               });
    flags.text("--json", "FILE|-", "machine, build, arguments, every sample", options.json);
    flags.text("--csv", "FILE|-", "one row a sample", options.csv);
    flags.flag("--md", "a Markdown table with all columns, also where stdout is no terminal", bench.markdown);
}

/// What every measurement of sorts takes.
void sorts_flags(Flags& flags, const char* engines, const char* counts, const char* min_time) {
    Options& options = flags.options();
    BenchOptions& bench = options.bench;
    flags.list("--sort", "A,B,...", std::string("engines, also ENGINE:VARIANT ") + engines,
               [&bench](const std::string& word) { bench.engines.push_back(word); });
    flags.list("-n", "N,...", std::string("how many pairs ") + counts, [&bench](const std::string& word) {
        add_once("-n", word, parse_count("-n", word), bench.counts);
    });
    flags.choice("--values", {"none", "u32", "record64", "record128"},
                 "none: keys alone; records are gathered behind a sort of indices [u32]", bench.values);
    flags.choice("--launch", {"stream", "graph", "both"},
                 "one call on a stream, or a CUDA graph of it [stream]", bench.launch);
    flags.text("--rival", "ENGINE",
               "one of them: a column with its time over that of the line, 2 is twice as fast", bench.rival);
    measuring_flags(flags, min_time, "n, input, launch and backend");
    flags.count("--seed", "of the made keys [1]", options.seed);
    flags.machine();
}

void inputs_flag(Flags& flags, const char* usual) {
    BenchOptions& bench = flags.options().bench;
    flags.list("--input", "KIND|FILE.npy|DIR,...",
               std::string("recorded keys, a folder of them (`bench record`), or made ones ") + usual + ": " +
                   input_names(),
               [&bench](const std::string& word) { add_once("--input", word, word, bench.inputs); });
}

void bench_sort_flags(Flags& flags) {
    Options& options = flags.options();
    BenchOptions& bench = options.bench;
    flags.list("keys", "KEYS.npy,...", "recorded keys, as --input", [&bench](const std::string& word) {
        if (!word.ends_with(".npy")) throw BadUsage("unexpected argument '" + word + "'");
        add_once("the list of files", word, word, bench.files);
    });
    inputs_flag(flags, "[uniform]");
    flags.choice("--type", {"u32", "i32", "f32", "u64", "i64", "f64"},
                 "of the made keys [u32, or the files']", bench.type);
    flags.bits();
    flags.digit_bits();
    flags.text("--baseline", "FILE", "an older --json: adds columns that compare the medians",
               bench.baseline);
    sorts_flags(flags, "[all of the backend]", "[64Ki,1Mi on cpu, 64Ki,1Mi,16Mi on cuda]", "[0.2]");
}

void bench_disorder_flags(Flags& flags) {
    BenchOptions& bench = flags.options().bench;
    flags.list(
        "--series", "NAME,...",
        "displacement: keys up to D places from theirs; teleports: bodies of a gas that jump anywhere; "
        "speed: of the gas, in diameters a frame [all, without --input]",
        [&bench](const std::string& word) { add_once("--series", word, word, bench.series); });
    inputs_flag(flags, "[none]");
    flags.choice("--keys", {"float", "fixed24"},
                 "of the gas: places as floats, or in 24 bits of the box [float]", bench.keys);
    sorts_flags(
        flags,
        "[adaptive,bucketsort,cub-radix on cuda, cpu-adaptive,cpu-radix,tbb-sort on cpu]; the first is "
        "compared with the others. Samples on one input follow each other, so an engine that "
        "remembers the last displacement knows it, as in a frame loop",
        "[64Ki,1Mi]", "[0.1]");
}

void scenes_flag(Flags& flags, const char* usual) {
    BenchOptions& bench = flags.options().bench;
    flags.list("--scene", "NAME|FILE.toml,...", std::string("scenes ") + usual,
               [&bench](const std::string& word) { add_once("--scene", word, word, bench.scenes); });
}

void bench_record_flags(Flags& flags) {
    Options& options = flags.options();
    flags.text("-o,--output", "DIR", "gets a folder a scene, with a float32 .npy a frame", options.output);
    scenes_flag(flags, "[gas,pile]");
    flags.read("--bodies", "N", "number of bodies [128000]", [&options](const std::string& word) {
        options.bodies = parse_count("--bodies", word);
        if (*options.bodies == 0) throw BadUsage("--bodies 0: at least 1 body is expected");
    });
    flags.count("--frames", "steps to run [120]", options.frames);
    flags.count("--warmup", "the first steps, not recorded [20, at most a quarter]", options.warmup);
    flags.count("--seed", "of the random numbers that place the bodies [the scene's: 1]", options.seed);
    flags.small_count("--threads", 0, 1024, "of the simulation, which runs on the CPU; 0: all cores [0]",
                      [&options](int threads) { options.threads = threads; });
    flags.flag("--quiet", "no progress and no messages", options.quiet);
}

void bench_papers_flags(Flags& flags) {
    Options& options = flags.options();
    BenchOptions& bench = options.bench;
    flags.text("--figure", "ID,...", "tables and figures, such as ha-4,merrill-19; `list` lists them [all]",
               bench.figure);
    flags.text("-o,--output", "DIR", "the report's folder [papers-report]", options.output);
    flags.text("--matrix", "FILE.mtx", "a Matrix Market file for the keys of sparse products [made ones]",
               bench.matrix_file);
    flags.count("-n", "the largest n [16Mi on cuda, 1Mi on cpu]", options.count);
    min_time_flag(flags, "[the figure's own]");
    flags.count("--seed", "of the made keys [1]", options.seed);
    flags.machine();
}

std::string box_kind_names() {
    std::string names;
    for (const BoxKind& kind : box_kinds()) names += std::string(names.empty() ? "" : ", ") + kind.name;
    return names;
}

/// Which broad phases are measured on how many boxes.
void broad_phases_flags(Flags& flags, const char* names, const char* counts, const char* broad_phases,
                        bool with_auto = true) {
    BenchOptions& bench = flags.options().bench;
    flags.list(names, "N,...", counts, [&bench](const std::string& word) {
        add_once("-n", word, parse_count("-n", word), bench.counts);
    });
    flags.list(
        "--broad-phase", "A,B,...", std::string("how pairs are found, some of those below ") + broad_phases,
        [&bench](const std::string& word) { add_once("--broad-phase", word, word, bench.broad_phases); });
    flags.tell_broad_phases(with_auto);
}

void bench_pairs_flags(Flags& flags) {
    Options& options = flags.options();
    BenchOptions& bench = options.bench;
    flags.list("--kind", "KIND|FILE.npy,...", "made boxes, or those of a file [uniform]: " + box_kind_names(),
               [&bench](const std::string& word) { add_once("--kind", word, word, bench.kinds); });
    broad_phases_flags(flags, "-n", "how many boxes are made [16Ki,128Ki on cpu, 128Ki,1M on cuda]",
                       "[all that are not slow on so many boxes]");
    flags.list("--rival", "bullet,cgal",
               "these libraries too, on the CPU, where they were installed when this was built",
               [&bench](const std::string& word) { add_once("--rival", word, word, bench.rivals); });
    measuring_flags(flags, "[0.2]", "broad phase on each n and kind");
    flags.count("--seed", "of the made boxes [1]", options.seed);
    flags.engine();
}

/// How many steps of a world are counted.
void runs_flags(Flags& flags) {
    Options& options = flags.options();
    flags.count("--frames", "steps of a run; several runs follow each other [100, down to 10 of many bodies]",
                options.frames);
    flags.count(
        "--warmup",
        "steps before the first run, not counted [200: a gas has its contacts by then]. `pile` is at rest after 33k steps of 1k bodies, 65k of 128Ki, about 90k of 1M",
        options.warmup);
}

void bench_step_flags(Flags& flags) {
    Options& options = flags.options();
    scenes_flag(flags, "[all built-in ones]");
    broad_phases_flags(flags, "-n,--bodies",
                       "how many bodies [1k,10k,100k on cpu, 16k,128k,1M where cuda is there]",
                       "[the backend's default]");
    runs_flags(flags);
    measuring_flags(flags, "[0.5]", "scene, n, backend and broad phase");
    flags.count("--seed", "of the random numbers that place the bodies [the scene's: 1]", options.seed);
    flags.engine();
}

void bench_scale_flags(Flags& flags) {
    Options& options = flags.options();
    BenchOptions& bench = options.bench;
    flags.list("--kind", "KIND,...",
               "pair search on made boxes [uniform, without --scene]: " + box_kind_names(),
               [&bench](const std::string& word) { add_once("--kind", word, word, bench.kinds); });
    scenes_flag(flags, "whose whole step is measured [gas, without --kind]");
    broad_phases_flags(
        flags, "-n,--bodies",
        "how many boxes or bodies, ascending [1k,3k,10k,...,10M, as far as time and memory go]",
        "[the backend's default]", false);
    runs_flags(flags);
    measuring_flags(flags, "[0.2]", "n of a line");
    flags.text("--plot", "FILE.svg|-", "a picture: time against n", bench.plot);
    flags.count("--seed", "of made boxes and of bodies [1, or the scene's]", options.seed);
    flags.engine();
}

void teach_flags(Flags& flags) {
    Options& options = flags.options();
    TeachOptions& teach = options.teach;
    flags.text("engine", "ENGINE", "whose sort is told; none: lists the lessons", teach.engine);
    flags.text("--input", "KIND", "made keys [uniform]: " + input_names(), options.input);
    flags.list("--keys", "5,3,9,...", "these keys", [&teach](const std::string& word) {
        const uint64_t key = parse_count("--keys", word);
        if (key > UINT32_MAX)
            throw BadUsage("--keys " + word + ": at most 4294967295 (2^32 - 1) is expected");
        teach.keys.push_back(static_cast<uint32_t>(key));
    });
    flags.count("-n", "how many keys are made [32]", options.count);
    flags.count("--seed", "of the made keys [1]", options.seed);
    flags.read("--step", "N|all", "one step of the lesson [all]", [&teach](const std::string& word) {
        if (word != "all") teach.step = parse_count("--step", word);
    });
    flags.flag("--text", "on the terminal (the only way so far)", teach.text);
    flags.digit_bits();
    flags.machine();
}

void info_flags(Flags& flags) {
    flags.small_count("--device", 0, 1023, "CUDA device [0]",
                      [&o = flags.options()](int device) { o.device = device; });
}

const CommandFlags kCommands[] = {
    {"view", "Opens the window: scene, overlays, panels.",
     "  sweeplab view --scene gas --bodies 8k\n  sweeplab view --sort cpu-radix --broad-phase endpoint\n",
     view_flags},
    {"render", "Draws the same pictures with no display.",
     "  sweeplab render -o pile.png --frames 200\n  sweeplab render -o pile.mp4 --frames 600 --size "
     "1920x1080 --ui\n",
     render_flags},
    {"profile", "Runs N steps without drawing and prints a table of stage times.",
     "  sweeplab profile --scene gas --bodies 10k --frames 300\n"
     "  sweeplab profile --frames 100 --json report.json --trace trace.json --hash\n",
     profile_flags},
    {"sort", "Sorts a file or made keys by one engine.",
     "  sweeplab sort --input uniform -n 1M --check\n  sweeplab sort keys.npy -o sorted.npy --sort "
     "std-sort\n",
     sort_flags},
    {"pairs", "Finds all overlapping pairs of boxes.",
     "  sweeplab pairs boxes.npy\n  sweeplab pairs mesh.obj --inflate 0.01 -o pairs.npy\n", pairs_flags},
    {"bench sort", "Measures sort engines in turns; every result is checked before its line is printed.",
     "  sweeplab bench sort -n 64Ki,1Mi --input uniform,sorted\n"
     "  sweeplab bench sort --sort fourway,fourway:no-shuffle,cub-radix -n 16Mi --json now.json\n"
     "  sweeplab bench sort -n 1Mi --baseline before.json\n"
     "  sweeplab bench sort -n 64Ki,1Mi --input uniform,gas:0.01,sorted --rival cub-radix --launch both\n"
     "  sweeplab bench sort keys.npy --input recorded/gas\n",
     bench_sort_flags},
    {"bench disorder",
     "Measures sorts against displacement, teleports and speed of a gas; says where they cross.",
     "  sweeplab bench disorder\n  sweeplab bench disorder --series speed -n 1Mi --launch graph --json speed.json\n"
     "  sweeplab bench disorder --input recorded/gas,recorded/pile\n",
     bench_disorder_flags},
    {"bench record", "Steps scenes and writes what their sort receives, frame by frame.",
     "  sweeplab bench record -o recorded\n"
     "  sweeplab bench record --scene pile --bodies 20k --frames 500 --warmup 400 -o recorded\n",
     bench_record_flags},
    {"bench papers", "Makes the tables and figures of the papers on this machine.",
     "  sweeplab bench papers -o report\n  sweeplab bench papers --figure ha-4\n"
     "  sweeplab bench papers --figure list\n",
     bench_papers_flags},
    {"bench pairs", "Measures broad phases on the same boxes in turns; every list of pairs is checked.",
     "  sweeplab bench pairs\n"
     "  sweeplab bench pairs --kind uniform,pile,mixed100,cluster,sheet -n 128Ki --json pairs.json\n"
     "  sweeplab bench pairs --kind boxes.npy --broad-phase sweep,endpoint --rival cgal\n",
     bench_pairs_flags},
    {"bench step",
     "Measures whole steps by scene, n, backend and broad phase; all must come to the same state.",
     "  sweeplab bench step\n"
     "  sweeplab bench step --scene gas -n 1k,100k --broad-phase columns,sweep --json step.json\n"
     "  sweeplab bench step --scene pile -n 1M --warmup 90k --timeout 600  # settled\n",
     bench_step_flags},
    {"bench scale", "Measures time against n; says with which power of n it grows.",
     "  sweeplab bench scale --plot scale.svg\n"
     "  sweeplab bench scale --kind uniform,pile -n 128k,1M,10M --timeout 100 --json scale.json\n"
     "  sweeplab bench scale --scene gas --broad-phase columns,sweep\n",
     bench_scale_flags},
    {"teach", "Tells a small sort stage by stage.",
     "  sweeplab teach\n  sweeplab teach fourway --keys 5,3,9,1\n"
     "  sweeplab teach multiscan --input sorted -n 64\n",
     teach_flags},
    {"scenes", "Lists the scenes.", "  sweeplab scenes\n", nullptr},
    {"engines", "Lists the sort engines; those not available here too, with the reason.",
     "  sweeplab engines\n", nullptr},
    {"info", "Devices, driver, GL renderer, versions: what a bug report needs.", "  sweeplab info\n",
     info_flags},
};

}  // namespace

std::span<const CommandFlags> command_flags() { return kCommands; }

}  // namespace app
