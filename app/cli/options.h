// What several commands take from the command line: who computes, what is simulated, where reports go. A
// command with flags of its own has a struct of its own that starts with these, in its file in app/commands
// or in its room of app/bench.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sim {
struct HeightMap;
}

namespace app {

struct Options {
    std::vector<std::string> words;  // all that was typed, for reports

    // Who computes.
    std::string backend = "auto";    // auto, cuda, cpu
    std::string sort, broad_phase;   // "": the backend's default; of both "auto": chosen
    std::optional<double> disorder;  // descents per key that a world has measured, for --sort auto
    int digit_bits = 0;              // 0: the engine's own
    std::string variant;             // of the engine; only `bench sort` names one
    std::string tile;                // "256x8", of the engine or of a lesson; "": its own
    int threads = 0, device = 0;
    std::string interop = "auto";  // auto, on, off

    // What is simulated.
    std::string preset, preset_replaced;  // "": none; a sentence on parts that are others than the paper's
    std::string scene = "pile";           // a built-in name, or a path that ends in .toml
    bool scene_given = false;             // by --scene
    std::string heightmap,
        mesh{};           // "": the scene's own; a mesh is a built-in name, or a path that ends in .obj
    std::string gravity;  // tree, direct; "": the scene's own
    std::shared_ptr<const sim::HeightMap> heights;  // of `heightmap`, where it has been read already
    std::optional<uint64_t> bodies, seed, frames, warmup;
    bool passes = false;  // every pass of the sort is timed

    // Where results go. "-" is stdout, "" nowhere.
    std::string json, csv, output;
    bool quiet = false;
};

}  // namespace app
