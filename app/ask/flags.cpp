// The only file that sees CLI11.
#include "app/ask/flags.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "app/base/errors.h"
#include "app/base/names.h"
#include "app/base/numbers.h"
#include "app/base/wrap.h"

namespace app {
namespace {

std::string both_defaults(const std::string& cpu, const std::string& cuda) {
    if (cpu == cuda) return "[" + cpu + "]";
    return "[" + cpu + " on cpu, " + cuda + " on cuda]";
}

/// The parser's own sentences where ours are plainer: "--frames: 1 required N missing", "--frames: At Most 1
/// required but received 2".
std::string plain_words(const std::string& what) {
    const std::string option = what.substr(0, what.find(": "));
    if (what.ends_with(" missing")) return option + ": its value is missing";
    if (what.find(": At Most 1 ") != what.npos) return option + " is given more than once";
    return what;
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

constexpr size_t kHelpColumn = 32;  // where meanings stand

/// Meanings in lines that fit.
class Formatter : public CLI::Formatter {
public:
    std::string make_option_desc(const CLI::Option* option) const override {
        return wrapped(option->get_description(), text_width() - kHelpColumn, 0, 0);
    }
};

}  // namespace

struct Flags::Parser {
    CLI::App app;
    std::string version;
};

Flags::Flags(const std::string& name, const std::string& examples, const std::string& sentence,
             const std::string& version, Options& options)
    : parser_(new Parser{CLI::App("Examples:\n" + examples + "\n" + sentence, name), version}),
      options_(options) {
    parser_->app.formatter(std::make_shared<Formatter>());
    parser_->app.get_formatter()->column_width(kHelpColumn);
    parser_->app.allow_extras();
    parser_->app.set_version_flag("--version", version);
}

Flags::~Flags() = default;

void Flags::text(const std::string& name, const char* value, const std::string& meaning, std::string& to) {
    // An empty word is a variable of a script that was not set; it would mean the default.
    read(name, value, meaning, [name, &to](const std::string& word) {
        if (word.empty()) throw BadUsage(name.substr(0, name.find(',')) + ": its value is empty");
        to = word;
    });
}

void Flags::choice(const std::string& name, std::vector<std::string> known, const std::string& meaning,
                   std::string& to) {
    const std::string values = join(known, "|");
    read(name, values.c_str(), meaning, [name, known, &to](const std::string& word) {
        if (std::find(known.begin(), known.end(), word) == known.end()) {
            throw BadUsage(unknown_name("value of " + name, word, known));
        }
        to = word;
    });
}

void Flags::count(const std::string& name, const std::string& meaning, std::optional<uint64_t>& to) {
    read(name, "N", meaning, [name, &to](const std::string& word) { to = parse_count(name, word); });
}

void Flags::small_count(const std::string& name, uint64_t low, uint64_t high, const std::string& meaning,
                        std::function<void(int)> take) {
    read(name, "N", meaning, [name, low, high, take](const std::string& word) {
        const uint64_t value = parse_count(name, word);
        if (value < low || value > high) {
            throw BadUsage(name + " " + word + ": " + std::to_string(low) + " to " + std::to_string(high) +
                           " is expected");
        }
        take(static_cast<int>(value));
    });
}

void Flags::flag(const std::string& name, const std::string& meaning, bool& to) {
    parser_->app.add_flag(name, to, meaning);
}

void Flags::read(const std::string& name, const char* value, const std::string& meaning,
                 std::function<void(const std::string&)> take) {
    parser_->app.add_option_function<std::string>(name, take, meaning)->type_name(value);
}

void Flags::list(const std::string& name, const char* value, const std::string& meaning,
                 std::function<void(const std::string&)> take) {
    read(name, value, meaning, [name, take](const std::string& words) {
        for (const std::string& word : parse_list(name, words)) take(word);
    });
}

void Flags::machine() {
    choice("--backend", {"auto", "cuda", "cpu"}, "where to compute; auto: cuda where it is there",
           options_.backend);
    small_count("--threads", 0, 1024, "threads of the cpu backend; 0: all cores [0]",
                [&o = options_](int threads) { o.threads = threads; });
    small_count("--device", 0, 1023, "CUDA device [0]", [&o = options_](int device) { o.device = device; });
    flag("--quiet", "no progress and no messages", options_.quiet);
}

void Flags::digit_bits() {
    // Which widths there are is the engine's to say.
    small_count("--digit-bits", 1, 32, "bits a pass, for engines that leave the choice [the engine's own]",
                [&o = options_](int bits) { o.digit_bits = bits; });
}

void Flags::bits() {
    read("--bits", "B-E", "sorts by bits B to E-1 of the 32-bit key only [0-32]",
         [&o = options_](const std::string& word) {
             const auto [begin, end] = parse_range("--bits", word, 32);
             o.bits = BitRange{begin, end};
         });
}

void Flags::engine() {
    text("--sort", "ENGINE",
         "sort engine, see `sweeplab engines` " +
             both_defaults(sim::default_engine(sim::Backend::cpu), sim::default_engine(sim::Backend::cuda)),
         options_.sort);
    digit_bits();
    machine();
}

void Flags::broad_phase() {
    text("--broad-phase", "NAME",
         "how pairs are found, one of those below " +
             both_defaults(sim::default_broad_phase(sim::Backend::cpu),
                           sim::default_broad_phase(sim::Backend::cuda)),
         options_.broad_phase);
    tell_broad_phases(true);
}

void Flags::tell_broad_phases(bool with_auto) {
    std::vector<std::pair<std::string, std::string>> all;
    if (with_auto) {
        all.push_back({sim::kAutoBroadPhase, "chooses by number and spread of the boxes, and says why"});
    }
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) all.push_back({entry.name, entry.sentence});
    std::string text = "Broad phases, all of which find the same pairs:";
    for (const auto& [name, sentence] : all) {
        constexpr size_t kColumn = 12;
        const std::string head =
            "  " + name + std::string(kColumn - 2 - std::min(name.size(), kColumn - 3), ' ');
        text += '\n' + head + wrapped(sentence, text_width(), head.size(), kColumn);
    }
    parser_->app.footer(text);
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
                std::string("steps of the simulation a frame ") + default_steps,
                [&o = options_](int steps) { o.steps_per_frame = static_cast<uint32_t>(steps); });
    choice("--interop", {"auto", "on", "off"}, "CUDA writes into the buffers of OpenGL; auto: where it can",
           options_.interop);
    text("--shaders", "DIR", "reads the shaders from here, to edit them", options_.shaders_dir);
}

std::string Flags::parse(std::vector<std::string> words) {
    CLI::App& app = parser_->app;
    try {
        std::reverse(words.begin(), words.end());  // the order that CLI11 pops them in
        app.parse(words);
    } catch (const CLI::CallForHelp&) {
        return app.help();
    } catch (const CLI::CallForVersion&) {
        return parser_->version;
    } catch (const CLI::ParseError& error) {
        throw BadUsage(plain_words(error.what()) + " (`" + app.get_name() + " --help` has examples)");
    }
    refuse_extras(app, app.remaining());
    return "";
}

}  // namespace app
