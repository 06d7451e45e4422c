// The engine registry: filled by the engines' own files before main, read-only after.
#include "sort/registry.h"

#include <algorithm>
#include <stdexcept>

#include "sort/base/registered.h"

namespace sort {
namespace {

Registered<Engine>& registry() {
    static Registered<Engine> all("sort engines");
    return all;
}

}  // namespace

bool add_engine(const Engine& engine) { return registry().add(engine); }

std::span<const Engine> engines() { return registry().all(); }

const Engine* find_engine(const std::string& name) { return registry().find(name); }

void require_config(const Engine& engine, const EngineConfig& config) {
    const std::string name = engine.name;
    const DigitBits& bits = engine.digit_bits;
    if (config.digit_bits != 0 && (config.digit_bits < bits.fewest || config.digit_bits > bits.most)) {
        std::string why = "it leaves no choice";
        if (bits.most != 0) {
            why = "it has " + std::to_string(bits.fewest);
            why += bits.fewest == bits.most ? " only" : " to " + std::to_string(bits.most);
        }
        const std::string width =
            std::to_string(config.digit_bits) + (config.digit_bits == 1 ? " bit" : " bits");
        throw std::invalid_argument(name + " has no digits of " + width + ": " + why);
    }
    const auto has = [](const auto& all, const auto& one) {
        return std::find(all.begin(), all.end(), one) != all.end();
    };
    if (config.tile != TileShape{} && !has(engine.tiles, config.tile)) {
        throw std::invalid_argument(name + " has no tile of " + std::to_string(config.tile.threads) +
                                    " threads with " + std::to_string(config.tile.items) + " pairs each");
    }
    if (!config.variant.empty() && !has(engine.variants, config.variant)) {
        throw std::invalid_argument(name + " has no variant '" + config.variant + "'");
    }
}

std::unique_ptr<Sorter> make_sorter(const Engine& engine, uint32_t capacity, const EngineConfig& config) {
    require_config(engine, config);
    return engine.create(capacity, config);
}

}  // namespace sort
