// What the command line said. Filled by app/ask/cli.cpp (the only file that sees CLI11), read by the
// commands.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/pair_search.h"
#include "sim/world.h"

namespace app {

/// Bits begin to end - 1 of a key.
struct BitRange {
    int begin = 0, end = 32;
};

struct BenchOptions {
    // bench sort, bench disorder; empty lists: the defaults
    std::vector<std::string> engines;  // "fourway", "fourway:no-shuffle"
    std::vector<uint64_t> counts;
    std::vector<std::string> inputs;
    std::vector<std::string> files;  // as inputs, without a flag
    std::string values = "u32", launch = "stream";
    std::string type;                 // "": that of the files, else u32
    std::string rival;                // "": none, or the command's own
    std::optional<double> max_noise;  // 0.01 is 1 %
    double timeout_s = 30;
    std::string baseline;
    bool markdown = false;

    // bench disorder
    std::vector<std::string> series;
    std::string keys = "float";

    // bench pairs (counts, min_time_s and those of its reports are as above)
    std::vector<std::string> kinds, broad_phases, rivals;

    // bench record (its -o is Options::output), bench step, bench scale
    std::vector<std::string> scenes;
    std::string plot;  // bench scale: a picture

    // bench papers (its -o is Options::output, its -n Options::count)
    std::string figure;       // "": all; "list" lists them
    std::string matrix_file;  // "": made matrices

    std::optional<double> min_time_s;  // of all that measure; none: the command's own
};

struct TeachOptions {    // input, count, seed, digit_bits, backend are the common ones
    std::string engine;  // "": list the lessons
    std::vector<uint32_t> keys;
    std::optional<uint64_t> step;  // none: all
    bool text = false;
};

struct Options {
    std::string command = "view";    // "bench sort" for commands of two words
    std::vector<std::string> words;  // all that was typed, for reports

    // The simulation (view, render, profile; backend, sort, broad_phase, threads, device also sort and
    // pairs).
    std::string scene = "pile";  // a built-in name, or a path that ends in .toml
    std::optional<uint64_t> bodies, seed;
    std::string backend = "auto";   // auto, cuda, cpu
    std::string sort, broad_phase;  // "": the backend's default
    int digit_bits = 0;             // 0: the engine's own
    std::string variant;            // of the engine; only `bench sort` names one
    int threads = 0, device = 0;
    std::string interop = "auto";  // auto, on, off
    std::string shaders_dir;       // "": the embedded shaders
    bool quiet = false;

    // Reports. "-" is stdout, "" none.
    std::string json, csv, trace;

    // view, render, profile
    std::optional<uint64_t> frames, warmup;
    uint32_t steps_per_frame = 0;  // 0: the command's default
    int width = 0, height = 0;     // 0: the command's default
    bool ui = false;
    bool hash = false, passes = false;
    std::string output;  // -o

    // sort (input, count, bits, seed also bench and teach)
    std::optional<BitRange> bits;
    std::string keys_file, values_file, input;
    std::optional<uint64_t> count;  // -n
    bool check = false;

    // pairs
    std::string boxes_file;
    float inflate = 0;

    BenchOptions bench;
    TeachOptions teach;
};

/// The backend, engine, broad phase, scene and body count that the options mean on this machine.
/// Throws BadUsage (unknown names with the nearest one, an engine of the other backend), sort::Unavailable,
/// BadFile (scene file), sort::OverLimit (bodies over 2^27).
sim::WorldConfig resolve_world(const Options& options);

/// sim::World::create; what it says of a scene that the solver cannot run is a BadFile with the scene's name.
std::unique_ptr<sim::World> create_world(const sim::WorldConfig& config, const sim::Snapshot* from = nullptr);

/// The same choice for `sort` and `pairs`, which have no scene.
sim::PairsConfig resolve_engine(const Options& options);

/// One function a subcommand, in app/commands and app/bench. Returns the exit code; errors are thrown
/// (app/base/errors.h).
int run_view(const Options& options);
int run_render(const Options& options);
int run_profile(const Options& options);
int run_sort(const Options& options);
int run_pairs(const Options& options);
int run_bench_sort(const Options& options);
int run_bench_disorder(const Options& options);
int run_bench_record(const Options& options);
int run_bench_papers(const Options& options);
int run_bench_pairs(const Options& options);
int run_bench_step(const Options& options);
int run_bench_scale(const Options& options);
int run_teach(const Options& options);
int run_scenes(const Options& options);
int run_engines(const Options& options);
int run_info(const Options& options);

}  // namespace app
