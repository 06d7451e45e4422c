// Defaults stand in [brackets] and come from where they are defined.
#include "app/cli/option_flags.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/cli/presets.h"
#include "app/io/mesh_files.h"
#include "sim/broad_phase/choose_broad_phase.h"
#include "sim/world.h"
#include "sort/lab/inputs.h"
#include "sort/registry.h"

namespace app {

const char* const kAutoSentence = "chooses by the number and the spread of the boxes, and says why";

std::string both_defaults(const std::string& cpu, const std::string& cuda) {
    if (cpu == cuda) return "[" + cpu + "]";
    return "[" + cpu + " on cpu, " + cuda + " on cuda]";
}

std::string usages_of(std::span<const sort::InputKind> kinds) {
    std::string names;
    for (const sort::InputKind& kind : kinds) names += (names.empty() ? "" : ", ") + std::string(kind.usage);
    return names;
}

std::string input_names() { return usages_of(sort::input_kinds()); }
std::string wide_input_names() { return usages_of(sort::wide_input_kinds()); }

void threads_flag(Flags& flags, Options& options, const std::string& meaning) {
    flags.small_count("--threads", 0, 1024, meaning + "; 0: all cores [0]",
                      [&options](int threads) { options.threads = threads; });
}

void device_flag(Flags& flags, Options& options) {
    flags.small_count("--device", 0, 1023, "CUDA device [0]",
                      [&options](int device) { options.device = device; });
}

void json_flag(Flags& flags, Options& options) {
    flags.text("--json", "FILE|-", "the same for programs; with - nothing else goes to stdout", options.json,
               Flags::Names::output);
}

void quiet_flag(Flags& flags, Options& options) {
    flags.group("General");
    flags.flag("-q,--quiet", "no progress bar and no messages", options.quiet);
}

void machine_flags(Flags& flags, Options& options) {
    flags.group("Machine");
    flags.choice("--backend", {"auto", "cuda", "cpu"}, "where to compute; auto: cuda where it is available",
                 options.backend);
    threads_flag(flags, options, "threads of the cpu backend");
    device_flag(flags, options);
    quiet_flag(flags, options);
}

void digit_bits_flag(Flags& flags, Options& options) {
    // The engine decides which widths there are.
    flags.small_count("--digit-bits", 1, 32,
                      "bits per pass, for engines that leave the choice [the engine's own]",
                      [&options](int bits) { options.digit_bits = bits; });
}

void tile_flag(Flags& flags, Options& options) {
    flags.read("--tile", "THREADSxPAIRS",
               "threads of a block and pairs per thread, for engines that have tiles, see `sweeplab engines` "
               "[the engine's own]",
               [&options](const std::string& word) {
                   parse_tile("--tile", word);
                   options.tile = word;
               });
}

void bits_flag(Flags& flags, std::optional<BitRange>& bits) {
    flags.read("--bits", "B-E", "sorts by bits B to E-1 of 32-bit keys only [0-32]",
               [&bits](const std::string& word) { bits = parse_range("--bits", word, 32); });
}

void engine_flags(Flags& flags, Options& options, bool with_auto) {
    flags.group("Sort engine");
    flags.text(
        "--sort", with_auto ? "ENGINE|auto" : "ENGINE",
        std::string("sort engine, see `sweeplab engines`") +
            (with_auto ? "; auto: the fastest on this device for such keys " : " ") +
            both_defaults(sim::default_engine(sim::Backend::cpu), sim::default_engine(sim::Backend::cuda)),
        options.sort);
    digit_bits_flag(flags, options);
    machine_flags(flags, options);
}

void broad_phase_flag(Flags& flags, Options& options) {
    flags.text("--broad-phase", "NAME",
               "the algorithm that finds pairs, one of those below " +
                   both_defaults(sim::default_broad_phase(sim::Backend::cpu),
                                 sim::default_broad_phase(sim::Backend::cuda)),
               options.broad_phase);
    describe_broad_phases(flags, true);
}

void describe_broad_phases(Flags& flags, bool with_auto) {
    std::vector<std::pair<std::string, std::string>> all;
    if (with_auto) all.push_back({sim::kAutoBroadPhase, kAutoSentence});
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) all.push_back({entry.name, entry.sentence});
    std::string text = "Broad phases, all of which find the same pairs:";
    for (const auto& [name, sentence] : all) {
        constexpr size_t kColumn = 12;
        const std::string head =
            "  " + name + std::string(kColumn - 2 - std::min(name.size(), kColumn - 3), ' ');
        text += '\n' + head + wrapped(sentence, text_width(), head.size(), kColumn);
    }
    flags.footer(text);
}

void bodies_flag(Flags& flags, Options& options, const std::string& usual) {
    flags.read("-n,--bodies", "N", "number of bodies " + usual, [&options](const std::string& word) {
        options.bodies = parse_count("--bodies", word);
        if (*options.bodies == 0) throw BadUsage("--bodies 0: at least 1 body is expected");
    });
}

void seed_flag(Flags& flags, Options& options, const std::string& of_what) {
    flags.count("--seed", "seed of " + of_what, options.seed);
}

void heightmap_flag(Flags& flags, Options& options) {
    flags.text(
        "--heightmap", "FILE",
        "ground of a scene with a terrain: 16-bit grey PNG, or .npy of uint16 or float32 [the scene's]",
        options.heightmap, Flags::Names::input);
}

void simulation_flags(Flags& flags, Options& options) {
    flags.group("Simulation");
    flags.choice(
        "--preset", preset_names(),
        "the sort of a paper in the frame of its time; any other flag wins over it: endpoint, the paper's "
        "engine, passes timed one by one, scene gas [none]",
        options.preset);
    flags.not_with(kDataFlag, kOfScenes);
    flags.read(
        "--scene", "NAME|FILE.toml", "scene, see `sweeplab scenes` [pile]",
        [&options](const std::string& word) {
            options.scene = word;
            options.scene_given = true;
        },
        Flags::Names::input_by_ending);
    heightmap_flag(flags, options);
    flags.text("--mesh", "NAME|FILE.obj",
               "bodies of a scene with meshes: " + join(built_in_mesh_names()) + " or a file [the scene's]",
               options.mesh, Flags::Names::input_by_ending);
    flags.choice(
        "--gravity", {"tree", "direct"},
        "how bodies that pull each other are summed; direct: every one with every other [the scene's]",
        options.gravity);
    bodies_flag(flags, options,
                "[the scene's, else " + both_defaults(std::to_string(sim::default_bodies(sim::Backend::cpu)),
                                                      std::to_string(sim::default_bodies(sim::Backend::cuda)))
                                            .substr(1));
    seed_flag(flags, options, "the random numbers that place the bodies [the scene's: 1]");
    flags.not_with("");
    broad_phase_flag(flags, options);
    engine_flags(flags, options, true);
}

}  // namespace app
