// Models first: they are in every build.
#include "app/reference/engine_facts.h"

#include <algorithm>

#include "sort/engines/cuda_texts.h"
#include "sort/lab/model.h"

namespace app {
namespace {

EngineFacts facts_of(const sort::Engine& engine, sort::Backend backend) {
    std::vector<std::string> tiles;
    for (const sort::TileShape& tile : engine.tiles) tiles.push_back(sort::tile_text(tile));
    return {engine.name,
            backend,
            true,
            engine.stable,
            engine.sentence,
            engine.paper,
            engine.digit_bits,
            tiles,
            {engine.variants.begin(), engine.variants.end()},
            sort::find_model(engine.name) != nullptr};
}

EngineFacts facts_of_cuda(const char* name) {
    constexpr auto kCuda = sort::Backend::cuda;
    if (const sort::Model* model = sort::find_model(name)) return facts_of(*model, kCuda);
    const sort::EngineText* text = sort::find_cuda_text(name);
    if (!text) return {name, kCuda, false, false, "", "", {}, {}, {}, false};
    return {name, kCuda, true, text->stable, text->sentence, text->paper, {}, {}, {}, false};
}

}  // namespace

std::vector<EngineFacts> engine_facts() {
    std::vector<EngineFacts> all;
    for (const char* name : sort::cuda_engine_names()) all.push_back(facts_of_cuda(name));
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend == sort::Backend::cpu) all.push_back(facts_of(engine, sort::Backend::cpu));
    }
    std::sort(all.begin(), all.end(),
              [](const EngineFacts& a, const EngineFacts& b) { return a.name < b.name; });
    return all;
}

std::string digit_bits_text(const sort::DigitBits& bits) {
    if (bits.most == 0) return "";
    std::string range = std::to_string(bits.fewest);
    if (bits.most != bits.fewest) {
        range += " to " + std::to_string(bits.most) + " bits, usually " + std::to_string(bits.usual);
    } else {
        range += bits.most == 1 ? " bit" : " bits";
    }
    return "digits of " + range;
}

}  // namespace app
