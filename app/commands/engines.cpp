// `sweeplab engines`: the sort engines, one line each, with the choices of each; a last line names
// those that cannot run here, and why.
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/io/json_output.h"
#include "app/reference/engine_facts.h"
#include "sim/world.h"
#include "sort/engines/cuda_texts.h"
#include "sort/lab/model.h"

namespace app {
namespace {

struct Line {
    std::string backend, order, text;
    std::string missing;  // why it cannot run here, "" where it can
};

/// Returns "digits of 1 to 5 bits, usually 4, tiles of threads x pairs 256x8 32x1, variants no-shuffle,
/// lesson"; "" where there is no choice.
std::string choices(const sort::Engine& engine, bool has_lesson) {
    std::vector<std::string> all;
    if (engine.digit_bits.most != 0) all.push_back(digit_bits_text(engine.digit_bits));
    std::vector<std::string> tiles;
    for (const sort::TileShape& tile : engine.tiles) tiles.push_back(sort::tile_text(tile));
    if (!tiles.empty()) all.push_back("tiles of threads x pairs " + join(tiles, " "));
    if (!engine.variants.empty()) {
        all.push_back("variants " +
                      join(std::vector<std::string>(engine.variants.begin(), engine.variants.end()), " "));
    }
    if (*engine.library) all.push_back(std::string("calls ") + engine.library);
    if (engine.tune) all.push_back("tuned once per device");
    if (has_lesson) all.push_back("lesson");
    return join(all);
}

Line line_of(const sort::Engine& engine, const char* backend, const std::string& missing) {
    const std::string chosen = choices(engine, sort::find_model(engine.name) != nullptr);
    std::string text = engine.sentence;
    if (!chosen.empty()) text += " (" + chosen + ")";
    if (*engine.paper) text += std::string(" [") + engine.paper + "]";
    return {backend, engine.stable ? "stable" : "unstable", text, missing};
}

/// Returns an engine that this build does not have: by its model where it has a lesson, else by its text.
Line line_of_missing(const char* name, const std::string& reason) {
    if (const sort::Model* model = sort::find_model(name)) return line_of(*model, "cuda", reason);
    const sort::EngineText* text = sort::find_cuda_text(name);
    if (!text) return {"cuda", "", "", reason};
    const sort::Engine engine{text->name,   text->sentence, text->paper, sort::Backend::cuda,
                              text->stable, nullptr,        nullptr};
    return line_of(engine, "cuda", reason);
}

/// Returns why an engine of this build cannot sort here, "" if it can. `no_cuda`: why there is no device.
std::string missing_here(const sort::Engine& engine, bool cuda, const std::string& no_cuda) {
    if (engine.backend == sort::Backend::cpu) return "";
    return cuda ? sort::refusal_of(engine, 0) : no_cuda;
}

/// Prints the engines that a present device does not suffice for.
void print_refused(const std::map<std::string, Line>& lines) {
    bool first = true;
    for (const auto& [name, line] : lines) {
        if (line.missing.empty()) continue;
        std::cout << (std::exchange(first, false) ? "\n" : "")
                  << list_line("", name + " cannot sort here: " + line.missing);
    }
}

/// The reason once, not in every line.
void print_missing(const std::map<std::string, Line>& lines, const std::string& reason) {
    std::vector<std::string> names;
    for (const auto& [name, line] : lines) {
        if (!line.missing.empty()) names.push_back(name);
    }
    if (names.empty()) return;
    const std::string head =
        names.size() == 1 ? "1 engine needs" : std::to_string(names.size()) + " engines need";
    std::cout << '\n' << list_line("", head + " CUDA (" + reason + "): " + join(names));
}

nlohmann::ordered_json engines_json(bool cuda, const std::string& reason) {
    using Json = nlohmann::ordered_json;
    Json json = Json::array();
    for (const EngineFacts& engine : engine_facts()) {
        const sort::Engine* const own = sort::find_engine(engine.name);
        const bool on_cpu = engine.backend == sort::Backend::cpu;
        const std::string missing = own ? missing_here(*own, cuda, reason) : on_cpu ? "" : reason;
        const bool here = missing.empty() && (on_cpu || cuda);
        const sort::DigitBits& bits = engine.digit_bits;
        Json one = {{"name", engine.name},
                    {"backend", sort::name_of(engine.backend)},
                    {"stable", engine.known ? Json(engine.stable) : Json(nullptr)},
                    {"sentence", engine.sentence},
                    {"paper", engine.paper},
                    {"digit_bits", nullptr},
                    {"tiles", engine.tiles},
                    {"variants", engine.variants},
                    {"lesson", engine.has_lesson},
                    {"available", here},
                    {"reason", missing}};
        if (bits.most > 0)
            one["digit_bits"] = {{"least", bits.fewest}, {"most", bits.most}, {"default", bits.usual}};
        json.push_back(one);
    }
    return {{"schema", 1}, {"engines", json}};
}

int run(const Options& options) {
    std::string reason;
    const bool cuda = sim::cuda_available(&reason);
    if (!options.json.empty()) write_json(options.json, engines_json(cuda, reason));
    if (options.json == "-") return 0;
    std::map<std::string, Line> lines;
    for (const char* name : sort::cuda_engine_names()) lines[name] = line_of_missing(name, reason);
    for (const sort::Engine& engine : sort::engines()) {
        lines[engine.name] =
            line_of(engine, sort::name_of(engine.backend), missing_here(engine, cuda, reason));
    }

    size_t width = 0;
    for (const auto& [name, line] : lines) width = std::max(width, name.size());
    for (const auto& [name, line] : lines) {
        std::ostringstream head;
        head << std::left << std::setw(static_cast<int>(width) + 2) << name << std::setw(6) << line.backend
             << std::setw(10) << line.order;
        std::cout << list_line(head.str(), line.text);
    }
    if (cuda) print_refused(lines);
    if (!cuda) print_missing(lines, reason);
    return 0;
}

const bool registered = add_command<Options>(
    {"engines", 150, "Lists the sort engines; those not available here too, with the reason.",
     "  sweeplab engines\n  sweeplab engines --json -\n"},
    json_flag, run);

}  // namespace
}  // namespace app
