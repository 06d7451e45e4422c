// The list of models.
#include "sort/lab/model.h"

#include <cstdio>
#include <cstdlib>

#include <bit>
#include <map>

#include "sort/base/registered.h"

namespace sort {

void register_models();  // made by CMake: sort/engines/*/model.cpp

namespace {

Registered<Model>& all_models() {
    static auto& all = *new Registered<Model>(register_models);
    return all;
}

}  // namespace

std::span<const Model> models() { return all_models().all(); }

const Model* find_model(const std::string& name) { return all_models().find(name); }

StageLaunches launches_of(const Model& model, const std::string& stage) {
    for (const StageLaunches& listed : model.launches) {
        if (stage == listed.stage) return listed;
    }
    return {"", stage.empty() ? 0u : 1u};
}

std::unique_ptr<Sorter> make_lesson_sorter(const Model& model, uint32_t capacity, const EngineConfig& config,
                                           const Break* broken) {
    EngineConfig of_engine = config;
    const TileShape& tile = config.tile;
    const bool small = tile.items == 1 && std::has_single_bit(tile.threads) &&
                       tile.threads >= kLeastLessonTile && tile.threads <= kLessonTile;
    if (model.sizes.tiles && small) of_engine.tile = {};
    const DigitBits& bits = model.sizes.digit_bits;
    if (config.digit_bits >= bits.fewest && config.digit_bits <= bits.most) of_engine.digit_bits = 0;
    require_config(model, of_engine);
    return broken ? model.create_broken(capacity, config, *broken) : model.create(capacity, config);
}

bool add_model(const Model& model) { return all_models().add(model); }

namespace {
std::map<std::string, std::span<const Picture>>& all_pictures() {
    static std::map<std::string, std::span<const Picture>> all;
    return all;
}
}  // namespace

std::span<const Picture> pictures_of(const std::string& engine) {
    const auto found = all_pictures().find(engine);
    return found == all_pictures().end() ? std::span<const Picture>{} : found->second;
}

bool add_pictures(const char* engine, std::span<const Picture> pictures) {
    const bool is_new = all_pictures().emplace(engine, pictures).second;
    if (!is_new) {
        std::fprintf(stderr, "two lists of pictures for %s\n", engine);
        std::abort();
    }
    return true;
}

}  // namespace sort
