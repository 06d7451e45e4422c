// `sweeplab engines`: the sort engines, one line each, with what can be chosen of each; those that cannot run
// here say why.
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>

#include "app/names.h"
#include "app/options.h"
#include "sort/models/model.h"

namespace app {
namespace {

struct Line {
    std::string backend, order, text;
};

/// "digits of 1 to 5 bits, usually 4, tiles of threads x pairs 256x8 32x1, variants no-shuffle, lesson"; ""
/// where there is no choice.
std::string choices(const sort::Engine& engine, bool has_lesson) {
    std::vector<std::string> all;
    const sort::DigitBits& bits = engine.digit_bits;
    if (bits.most != 0) {
        std::string range = std::to_string(bits.fewest);
        if (bits.most != bits.fewest) {
            range += " to " + std::to_string(bits.most) + " bits, usually " + std::to_string(bits.usual);
        } else {
            range += " bits";
        }
        all.push_back("digits of " + range);
    }
    std::vector<std::string> tiles;
    for (const sort::TileShape& tile : engine.tiles) {
        tiles.push_back(std::to_string(tile.threads) + "x" + std::to_string(tile.items));
    }
    if (!tiles.empty()) all.push_back("tiles of threads x pairs " + join(tiles, " "));
    if (!engine.variants.empty()) {
        all.push_back("variants " +
                      join(std::vector<std::string>(engine.variants.begin(), engine.variants.end()), " "));
    }
    if (engine.tune) all.push_back("tuned once a device");
    if (has_lesson) all.push_back("lesson");
    return join(all);
}

Line line_of(const sort::Engine& engine, const char* backend, const std::string& missing) {
    const std::string chosen = choices(engine, sort::find_model(engine.name) != nullptr);
    std::string text = engine.sentence;
    if (!chosen.empty()) text += " (" + chosen + ")";
    if (*engine.paper) text += std::string(" [") + engine.paper + "]";
    if (!missing.empty()) text += "; not here: " + missing;
    return {backend, engine.stable ? "stable" : "unstable", text};
}

}  // namespace

int run_engines(const Options&) {
    std::string reason;
    const bool cuda = sim::cuda_available(&reason);
    std::map<std::string, Line> lines;
    // A build without CUDA knows its engines by their names, and those with a lesson by their models.
    for (const char* name : sort::cuda_engine_names()) {
        const sort::Model* model = sort::find_model(name);
        lines[name] = model ? line_of(*model, "cuda", reason) : Line{"cuda", "", "not here: " + reason};
    }
    for (const sort::Engine& engine : sort::engines()) {
        const bool here = engine.backend == sort::Backend::cpu || cuda;
        lines[engine.name] = line_of(engine, sort::name_of(engine.backend), here ? "" : reason);
    }

    size_t width = 0;
    for (const auto& [name, line] : lines) width = std::max(width, name.size());
    for (const auto& [name, line] : lines) {
        std::cout << std::left << std::setw(static_cast<int>(width) + 2) << name << std::setw(6)
                  << line.backend << std::setw(10) << line.order << line.text << '\n';
    }
    return 0;
}

}  // namespace app
