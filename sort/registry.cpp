// The list of engines, and the choice among them.
#include "sort/registry.h"

#include <algorithm>
#include <stdexcept>

#include "sort/base/counts.h"
#include "sort/base/errors.h"
#include "sort/base/host_memory.h"
#include "sort/base/numbers.h"
#include "sort/base/registered.h"
#include "sort/device.h"

namespace sort {

void register_engines();  // made by CMake: those of sort/engines that are linked

namespace {

Registered<Engine>& registry() {
    static auto& all = *new Registered<Engine>(register_engines);
    return all;
}

}  // namespace

bool add_engine(const Engine& engine) { return registry().add(engine); }

std::span<const Engine> engines() { return registry().all(); }

std::vector<const Engine*> engines_on(Backend backend, int device) {
    std::vector<const Engine*> able;
    for (const Engine& engine : engines())
        if (engine.backend == backend && refusal_of(engine, device).empty()) able.push_back(&engine);
    return able;
}

const Engine* find_engine(const std::string& name) { return registry().find(name); }

const char* default_engine(Backend backend) { return backend == Backend::cuda ? "adaptive" : "cpu-adaptive"; }

/// The fastest that needs nothing of a device but kernels; of the CPU there is no such choice.
constexpr const char* kModestEngine = "onesweep";

static std::string names_of_engines() {
    std::string names;
    for (const Engine& engine : engines()) {
        names += names.empty() ? "" : ", ";
        names += engine.name;
    }
    return names.empty() ? "none" : names;
}

static const Engine* usual_engine(Backend backend, int device) {
    const Engine* const usual = find_engine(default_engine(backend));
    if (usual && refusal_of(*usual, device).empty()) return usual;
    const Engine* const modest = find_engine(kModestEngine);
    if (modest && backend == Backend::cuda) return modest;
    for (const Engine* engine : engines_on(backend, device))
        if (engine->stable) return engine;
    return usual;
}

const Engine& engine_or_default(const std::string& name, Backend backend, int device) {
    const std::string wanted = name.empty() ? default_engine(backend) : name;
    if (const Engine* engine = name.empty() ? usual_engine(backend, device) : find_engine(name))
        return *engine;
    std::string reason;
    const auto cuda_names = cuda_engine_names();
    const bool of_cuda = std::find(cuda_names.begin(), cuda_names.end(), wanted) != cuda_names.end();
    if (of_cuda && !cuda_available(&reason)) throw Unavailable(wanted + ": " + reason);
    throw std::invalid_argument("sort: this program has no engine named " + wanted +
                                "; linked are: " + names_of_engines());
}

std::string tile_text(const TileShape& tile) {
    return std::to_string(tile.threads) + "x" + std::to_string(tile.items);
}

std::string tiles_text(std::span<const TileShape> tiles) {
    std::string text;
    for (const TileShape& tile : tiles) text += (text.empty() ? "" : ", ") + tile_text(tile);
    return text;
}

void require_config(const Engine& engine, const EngineConfig& config) {
    require_threads(config.threads);
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
        throw std::invalid_argument(
            name + " has no tile " + tile_text(config.tile) + ": " +
            (engine.tiles.empty() ? "it leaves no choice" : "it has " + tiles_text(engine.tiles)));
    }
    if (!config.variant.empty() && !has(engine.variants, config.variant)) {
        throw std::invalid_argument(name + " has no variant '" + config.variant + "'");
    }
}

template <class Create>
static auto made_sorter(const Engine& engine, size_t capacity, const EngineConfig& config,
                        size_t (*bytes)(uint32_t, const EngineConfig&), Create create) {
    require_config(engine, config);
    const uint32_t count = require_at_most(UINT32_MAX, capacity, "pairs");
    if (engine.backend == Backend::cuda) return create(count, config);
    return within_host_memory(grouped(count) + " pairs need", bytes(count, config),
                              [&] { return create(count, config); });
}

std::unique_ptr<Sorter> make_sorter(const Engine& engine, size_t capacity, const EngineConfig& config) {
    return made_sorter(engine, capacity, config, engine.bytes, engine.create);
}

std::unique_ptr<WideSorter> make_wide_sorter_or_none(const Engine& engine, size_t capacity,
                                                     const EngineConfig& config) {
    if (!engine.create_wide) return nullptr;
    try {
        return made_sorter(engine, capacity, config, engine.wide_bytes, engine.create_wide);
    } catch (const Unavailable&) {
        return nullptr;
    }
}

}  // namespace sort
