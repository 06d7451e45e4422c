// The only file that sees CLI11 (a slow header). Each command's flags are one function below; numbers and
// refusals are worded by app/numbers and app/names.
#include "app/cli.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstring>
#include <functional>

#include "app/errors.h"
#include "app/names.h"
#include "app/numbers.h"
#include "build_info.h"

namespace app {
namespace {

// One command's flags, bound to the options that they fill.
class Flags {
public:
    Flags(CLI::App& app, Options& options) : app_(app), options_(options) {}

    void text(const std::string& name, const char* value, const std::string& meaning, std::string& to) {
        app_.add_option(name, to, meaning)->type_name(value);
    }
    void choice(const std::string& name, std::vector<std::string> known, const std::string& meaning,
                std::string& to) {
        const std::string values = join(known, "|");
        read(name, values.c_str(), meaning, [name, known, &to](const std::string& word) {
            if (std::find(known.begin(), known.end(), word) == known.end()) {
                throw BadUsage(unknown_name("value of " + name, word, known));
            }
            to = word;
        });
    }
    void count(const std::string& name, const std::string& meaning, std::optional<uint64_t>& to) {
        read(name, "N", meaning, [name, &to](const std::string& word) { to = parse_count(name, word); });
    }
    template <typename Int>
    void small_count(const std::string& name, uint64_t low, uint64_t high, const std::string& meaning,
                     Int& to) {
        read(name, "N", meaning, [name, low, high, &to](const std::string& word) {
            const uint64_t value = parse_count(name, word);
            if (value < low || value > high) {
                throw BadUsage(name + " " + word + ": " + std::to_string(low) + " to " +
                               std::to_string(high) + " is expected");
            }
            to = static_cast<Int>(value);
        });
    }
    void flag(const std::string& name, const std::string& meaning, bool& to) {
        app_.add_flag(name, to, meaning);
    }
    void read(const std::string& name, const char* value, const std::string& meaning,
              std::function<void(const std::string&)> take) {
        app_.add_option_function<std::string>(name, take, meaning)->type_name(value);
    }

    // Groups that several commands share.
    void engine();
    void broad_phase();
    void simulation();
    void picture(const char* default_size, const char* default_steps);

private:
    CLI::App& app_;
    Options& options_;
};

std::string both_defaults(const std::string& cpu, const std::string& cuda) {
    return "[" + cpu + " on cpu, " + cuda + " on cuda]";
}

void Flags::engine() {
    choice("--backend", {"auto", "cuda", "cpu"}, "where to compute; auto: cuda where it is there",
           options_.backend);
    text("--sort", "ENGINE",
         "sort engine, see `sweeplab engines` " +
             both_defaults(sim::default_engine(sim::Backend::cpu), sim::default_engine(sim::Backend::cuda)),
         options_.sort);
    small_count("--threads", 0, 1024, "threads of the cpu backend; 0: all cores [0]", options_.threads);
    small_count("--device", 0, 1023, "CUDA device [0]", options_.device);
    flag("--quiet", "no progress and no messages", options_.quiet);
}

void Flags::broad_phase() {
    std::vector<std::string> names;
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) names.push_back(entry.name);
    text("--broad-phase", "NAME",
         "how pairs are found: " + join(names) + " " +
             both_defaults(sim::default_broad_phase(sim::Backend::cpu),
                           sim::default_broad_phase(sim::Backend::cuda)),
         options_.broad_phase);
}

void Flags::simulation() {
    text("--scene", "NAME|FILE.toml", "scene, see `sweeplab scenes` [pile]", options_.scene);
    read("--bodies", "N",
         "number of bodies " + both_defaults(std::to_string(sim::default_bodies(sim::Backend::cpu)),
                                             std::to_string(sim::default_bodies(sim::Backend::cuda))),
         [&options = options_](const std::string& word) {
             options.bodies = parse_count("--bodies", word);
             if (*options.bodies == 0) throw BadUsage("--bodies 0: at least 1 body is expected");
         });
    count("--seed", "of the random numbers that place the bodies [the scene's: 1]", options_.seed);
    engine();
    broad_phase();
}

void Flags::picture(const char* default_size, const char* default_steps) {
    read("--size", "WxH", std::string("of the picture in pixels ") + default_size,
         [&options = options_](const std::string& word) {
             parse_size("--size", word, options.width, options.height);
         });
    small_count("--steps-per-frame", 1, 1000000,
                std::string("steps of the simulation a frame ") + default_steps, options_.steps_per_frame);
    choice("--interop", {"auto", "on", "off"}, "CUDA writes into the buffers of OpenGL; auto: where it can",
           options_.interop);
    text("--shaders", "DIR", "reads the shaders from here, to edit them", options_.shaders_dir);
}

void view_flags(Flags& flags, Options& options) {
    flags.simulation();
    flags.count("--frames", "closes the window after N frames", options.frames);
    flags.picture("[as the window was last, at first 1280x720]", "[as many as keep up with real time]");
}

void render_flags(Flags& flags, Options& options) {
    flags.text("-o,--output", "FILE", "out.png: the last frame; out_%04d.png or out.mp4: every frame",
               options.output);
    flags.simulation();
    flags.count("--frames", "frames to draw [300]", options.frames);
    flags.picture("[1280x720]", "[1]");
    flags.flag("--ui", "with the panels", options.ui);
}

void profile_flags(Flags& flags, Options& options) {
    flags.simulation();
    flags.count("--frames", "steps to run [300]", options.frames);
    flags.count("--warmup", "the first steps, left out of the statistics [20, at most a quarter]",
                options.warmup);
    flags.text("--json", "FILE|-", "the report for programs", options.json);
    flags.text("--csv", "FILE|-", "one row a timed piece of a step", options.csv);
    flags.text("--trace", "FILE|-", "Chrome trace events; opens in Perfetto", options.trace);
    flags.flag("--hash", "prints the hash of the state after exactly N steps", options.hash);
    flags.flag("--passes", "times every pass of the sort (slower: no CUDA graph)", options.passes);
}

void sort_flags(Flags& flags, Options& options) {
    flags.text("keys", "KEYS.npy", "(N,) of uint32, int32, float32, uint64, int64 or float64",
               options.keys_file);
    flags.text("--values", "V.npy", "uint32 (N,) that travel with the keys [0, 1, 2, ...]",
               options.values_file);
    flags.text("--input", "KIND", "made keys: uniform, sorted, reversed, equal, few:K, swaps:K",
               options.input);
    flags.count("-n", "how many keys are made", options.count);
    flags.text("-o,--output", "OUT.npy", "the sorted keys; with --values also OUT.values.npy",
               options.output);
    flags.flag("--check", "compares with std::stable_sort", options.check);
    flags.count("--seed", "of the made keys [1]", options.seed);
    flags.engine();
}

void pairs_flags(Flags& flags, Options& options) {
    flags.text("boxes", "BOXES.npy|MESH.obj", "float32 (N, 6): min x y z, max x y z; or a mesh's triangles",
               options.boxes_file);
    flags.text("-o,--output", "PAIRS.npy", "uint32 (M, 2), i < j, in order [prints `pairs M`]",
               options.output);
    flags.read("--inflate", "R", "grows every box by R on each side [0]",
               [&options](const std::string& word) { options.inflate = parse_length("--inflate", word); });
    flags.engine();
    flags.broad_phase();
}

void info_flags(Flags& flags, Options& options) {
    flags.small_count("--device", 0, 1023, "CUDA device [0]", options.device);
}

struct Command {
    const char* name;
    const char* sentence;
    const char* examples;
    void (*flags)(Flags& flags, Options& options);  // null: none
};

const Command kCommands[] = {
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
    {"scenes", "Lists the scenes.", "  sweeplab scenes\n", nullptr},
    {"engines", "Lists the sort engines; those not available here too, with the reason.",
     "  sweeplab engines\n", nullptr},
    {"info", "Devices, driver, GL renderer, versions: what a bug report needs.", "  sweeplab info\n",
     info_flags},
};

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Command& command : kCommands) names.push_back(command.name);
    return names;
}

std::string overview() {
    std::string text =
        "Examples:\n"
        "  sweeplab                                   the window\n"
        "  sweeplab render -o pile.png --frames 200   a picture, with no display\n"
        "  sweeplab profile --scene gas --bodies 10k  a table of stage times\n"
        "\nSimulates spheres, finds every collision by sweep and prune on a radix sort, times every stage.\n"
        "\nUsage: sweeplab [COMMAND] [OPTIONS]; `sweeplab COMMAND --help` lists the options. Commands:\n";
    for (const Command& command : kCommands) {
        text += "  " + std::string(command.name) + std::string(10 - std::strlen(command.name), ' ') +
                command.sentence + "\n";
    }
    return text + "\nNumbers take 1e6, k and M (1k = 1000), Ki and Mi (1Ki = 1024).\n";
}

std::string version() {
    const std::string commit = SWEEPLAB_COMMIT;
    return "sweeplab " SWEEPLAB_VERSION + (commit.empty() ? "" : " (" + commit + ")") + "\n";
}

void refuse_extras(const CLI::App& app, const std::vector<std::string>& extras) {
    if (extras.empty()) return;
    std::string word = extras.front();
    if (word.size() < 2 || word[0] != '-') throw BadUsage("unexpected argument '" + word + "'");
    word = word.substr(0, word.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    const std::string near = nearest_name(word, known);
    throw BadUsage("unknown option '" + word + "'" + (near.empty() ? "" : ": did you mean '" + near + "'?") +
                   " (`" + app.get_name() + " --help` lists all)");
}

CommandLine parse_command(const Command& command, std::vector<std::string> words) {
    CommandLine line;
    line.options.command = command.name;
    const std::string name = std::string("sweeplab ") + command.name;
    CLI::App app("Examples:\n" + std::string(command.examples) + "\n" + command.sentence, name);
    app.get_formatter()->column_width(32);
    app.allow_extras();
    app.set_version_flag("--version", version());
    Flags flags(app, line.options);
    if (command.flags) command.flags(flags, line.options);
    try {
        std::reverse(words.begin(), words.end());  // the order that CLI11 pops them in
        app.parse(words);
    } catch (const CLI::CallForHelp&) {
        line.text = app.help();
        return line;
    } catch (const CLI::CallForVersion&) {
        line.text = version();
        return line;
    } catch (const CLI::ParseError& error) {
        throw BadUsage(error.what() + std::string(" (`") + name + " --help` has examples)");
    }
    refuse_extras(app, app.remaining());
    return line;
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
    std::vector<std::string> words(argv + (argc > 0), argv + argc);
    const std::string first = words.empty() ? "" : words.front();
    if (first == "--help" || first == "-h" || first == "help") return {{}, overview()};
    if (first == "--version") return {{}, version()};

    // No command is `view`, also with flags.
    const bool named = !first.empty() && first[0] != '-';
    if (named) words.erase(words.begin());
    for (const Command& command : kCommands) {
        if (command.name == (named ? first : "view")) return parse_command(command, words);
    }
    throw BadUsage(unknown_name("command", first, command_names()));
}

}  // namespace app
