// ha-auto: the calibration of L. Ha, J. Krueger, C. T. Silva, "Fast 4-way parallel radix sorting on GPUs",
// Computer Graphics Forum 2009, section 5: "a few sorts" on the hardware at hand choose the ways and the
// tile. What was chosen is a text, "sixteenway 256x8", that the program keeps for each device.
//
// Example: on a device where 2^20 pairs take fourway 256x8 0.30 ms, eightway 256x8 0.22 ms and sixteenway
// 512x8 0.18 ms, it is sixteenway with tiles of 512 x 8 from then on. Bytes a pair and pass, launches and
// stages are those of the chosen engine.
//
// Departure from the paper: the sorts are replayed from a CUDA graph, as a simulation step runs them. On a
// plain stream the host may be slower than the device, and the measurement would choose by launches alone.
#include <algorithm>
#include <stdexcept>

#include "sort/base/errors.h"
#include "sort/engines/cuda_texts.h"
#include "sort/engines/ha/shapes.h"
#include "sort/lab/inputs.h"
#include "sort/lab/measure.h"
#include "sort/registry.h"

namespace sort {
namespace {

constexpr const char* kWays[] = {ha::kFourway.name, ha::kEightway.name, ha::kSixteenway.name};
constexpr uint32_t kPairs = 1u << 20;           // sorted by each, once and again
constexpr uint32_t kLeastTilePairs = 1u << 10;  // smaller tiles are for lessons

struct Candidate {
    const Engine* engine;
    TileShape tile;

    std::string text() const { return std::string(engine->name) + " " + tile_text(tile); }
    EngineConfig configure(EngineConfig config) const {
        config.tile = tile;
        config.tuning.clear();
        return config;
    }
};

/// Returns the engines and tiles to choose from; the first is the default of `fourway`.
std::vector<Candidate> candidates() {
    std::vector<Candidate> all;
    for (const char* way : kWays) {
        const Engine* engine = find_engine(way);
        for (const TileShape tile : engine->tiles) {
            if (tile.pairs() >= kLeastTilePairs) all.push_back({engine, tile});
        }
    }
    return all;
}

Candidate candidate_of(const std::string& tuning) {
    const auto all = candidates();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Candidate& one) { return one.text() == tuning; });
    if (found == all.end()) {
        throw std::invalid_argument("ha-auto: there is no '" + tuning + "'; one of fourway, eightway, " +
                                    "sixteenway and a tile is expected, like '" + all[0].text() + "'");
    }
    return *found;
}

/// Measures the candidates, in half a second on an H200, and returns the fastest as text. Throws Unavailable,
/// OverLimit.
std::string tune() {
    const auto all = candidates();
    std::vector<std::unique_ptr<Sorter>> sorters;
    std::vector<Contender> contenders;
    for (const Candidate& one : all) {
        sorters.push_back(make_sorter(*one.engine, kPairs, one.configure({})));
        contenders.push_back({one.engine, sorters.back().get()});
    }
    MeasureOptions options;
    options.launch = Launch::graph;
    options.min_time_s = 0.005;
    options.min_samples = 7;
    options.max_samples = 50;
    const auto keys = make_keys(parse_input("uniform"), kPairs, 1);
    const auto measured = measure_sorts(contenders, keys, keys, options);

    size_t best = 0;
    for (size_t i = 1; i < measured.size(); ++i) {
        if (median(measured[i].samples_ms) < median(measured[best].samples_ms)) best = i;
    }
    return all[best].text();
}

Candidate chosen(const EngineConfig& config) {
    if (!config.tuning.empty()) return candidate_of(config.tuning);
    try {
        return candidate_of(tune());
    } catch (const Unavailable&) {  // nothing can be measured here: every candidate sorts right
    } catch (const OverLimit&) {    // nor in this little memory
    }
    return candidates().front();
}

/// Returns the scratch bytes before anything is measured: those of the candidate that needs most.
size_t scratch_bytes(uint32_t count, const EngineConfig& config) {
    const auto bytes_of = [&](const Candidate& one) {
        return one.engine->bytes(count, one.configure(config));
    };
    if (!config.tuning.empty()) return bytes_of(candidate_of(config.tuning));
    size_t most = 0;
    for (const Candidate& one : candidates()) most = std::max(most, bytes_of(one));
    return most;
}

Engine ha_auto() {
    Engine engine{kHaAutoText.name,
                  kHaAutoText.sentence,
                  kHaAutoText.paper,
                  Backend::cuda,
                  kHaAutoText.stable,
                  scratch_bytes,
                  [](uint32_t capacity, const EngineConfig& config) {
                      const Candidate one = chosen(config);
                      return make_sorter(*one.engine, capacity, one.configure(config));
                  }};
    engine.tune = tune;
    engine.counts_live = true;
    return engine;
}

}  // namespace

bool register_ha_auto() { return add_engine(ha_auto()); }

}  // namespace sort
