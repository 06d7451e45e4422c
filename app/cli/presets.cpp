#include "app/cli/presets.h"

#include <algorithm>
#include <cstdio>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "sim/world.h"

namespace app {
namespace {

using sort::Backend;

constexpr uint32_t kBodies = 65536;

constexpr Preset kPresets[] = {
    {"ha-2009",
     "Ha, Krueger and Silva 2009 sort both ends of every box on x, then on y, then on z, 2 bits per pass, check the "
     "order before each pass, and drop boxes that meet no other; sorting took about 70 % of their broad phase.",
     "Today whether a box meets another is counted by a scan, the pairs stay on the device, and each axis keeps last "
     "step's order.",
     "gas",
     kBodies,
     "endpoint",
     "fourway",
     2,
     {256, 8},
     "cpu-radix"},
    {"merrill-2011",
     "Merrill and Grimshaw 2011 sort 4 bits per pass by upsweep, scan and downsweep, and measure random keys.",
     "Today the sort runs in the frame of ha-2009, as the paper has none.",
     "gas",
     kBodies,
     "endpoint",
     "multiscan",
     4,
     {},
     "cpu-radix"},
    {"polok-2014",
     "Polok, Ila and Smrz 2014 sort rows and columns of sparse matrices, 4 bits per pass, with histograms in registers.",
     "Today the sort runs in the frame of ha-2009, on ends of boxes instead of rows and columns.",
     "gas",
     kBodies,
     "endpoint",
     "reghist",
     4,
     {},
     "cpu-radix"},
    {"ye-2010",
     "Ye and others 2010 sort by comparisons: bitonic sorts of 128 pairs per warp, merges, a split by samples, merges; "
     "they measure random keys.",
     "Today the sort runs in the frame of ha-2009, as the paper has none; it is not stable, which changes no pair.",
     "gas",
     kBodies,
     "endpoint",
     "warpsort",
     0,
     {32, 4},
     "std-sort"},
};

/// Returns why the CPU computes; "" where it does not, or must not.
std::string why_cpu(const Options& options) {
    if (options.backend == "cpu") return "the CPU computes";
    std::string reason;
    if (options.backend == "cuda" || sim::cuda_available(&reason, options.device)) return "";
    return reason;
}

/// Returns why a CUDA engine cannot sort here; "" where it can.
std::string why_refused(const char* name, int device) {
    const sort::Engine* engine = sort::find_engine(name);
    return engine ? sort::refusal_of(*engine, device) : "not in this build";
}

std::string in_place_of(const std::string& what, const Preset& preset, const std::string& why) {
    return what + " in place of " + preset.engine + (why.empty() ? "" : " (" + why + ")");
}

/// Sets the engine of a preset where none is named. Returns what takes its place, and why; "" where nothing does.
std::string set_engine(const Preset& preset, Options& options) {
    if (options.sort == preset.engine) return "";
    if (!options.sort.empty()) return in_place_of("--sort " + options.sort, preset, "");
    const std::string no_cuda = why_cpu(options);
    if (!no_cuda.empty()) {
        options.sort = preset.cpu_engine;
        return in_place_of(options.sort, preset, no_cuda);
    }
    options.sort = preset.engine;
    std::string reason;
    if (!sim::cuda_available(&reason, options.device))
        return "";  // --backend cuda: refused later, with the reason
    const std::string refusal = why_refused(preset.engine, options.device);
    if (refusal.empty()) return "";
    options.sort = sort::engine_or_default("", Backend::cuda, options.device).name;
    return in_place_of(options.sort, preset, refusal);
}

/// Sets the digits and the tile of a preset's engine. Returns what takes the place of the digits; "" where nothing does.
std::string set_shape(const Preset& preset, Options& options) {
    if (options.tile.empty() && preset.tile.pairs() > 0)
        options.tile = std::to_string(preset.tile.threads) + "x" + std::to_string(preset.tile.items);
    if (options.digit_bits == 0) options.digit_bits = preset.digit_bits;
    return options.digit_bits == preset.digit_bits
               ? ""
               : "--digit-bits " + std::to_string(options.digit_bits) + " in place of " +
                     (preset.digit_bits ? std::to_string(preset.digit_bits) : "none");
}

}  // namespace

std::span<const Preset> presets() { return kPresets; }

std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    for (const Preset& preset : kPresets) names.push_back(preset.name);
    return names;
}

const Preset& find_preset(const std::string& name) {
    const auto found = std::find_if(std::begin(kPresets), std::end(kPresets),
                                    [&](const Preset& preset) { return name == preset.name; });
    if (found == std::end(kPresets)) throw BadUsage(unknown_name("preset", name, preset_names()));
    return *found;
}

void apply_preset(Options& options) {
    options.preset_replaced.clear();
    if (options.preset.empty()) return;
    const Preset& preset = find_preset(options.preset);
    std::vector<std::string> replaced;
    const auto note = [&](const std::string& text) {
        if (!text.empty()) replaced.push_back(text);
    };
    const bool on_cuda = why_cpu(options).empty();
    note(set_engine(preset, options));
    if (options.sort == preset.engine) note(set_shape(preset, options));
    if (on_cuda && !options.scene_given && !options.bodies) options.bodies = preset.cuda_bodies;
    if (options.broad_phase.empty())
        options.broad_phase = preset.broad_phase;
    else if (options.broad_phase != preset.broad_phase)
        note("--broad-phase " + options.broad_phase + " in place of " + preset.broad_phase);
    if (!options.scene_given) options.scene = preset.scene;
    options.passes = true;
    if (!replaced.empty()) options.preset_replaced = "preset " + options.preset + ": " + join(replaced, ", ");
}

void apply_preset_and_report(Options& options) {
    apply_preset(options);
    if (!options.preset_replaced.empty() && !options.quiet)
        std::fprintf(stderr, "sweeplab: %s\n", options.preset_replaced.c_str());
}

}  // namespace app
