// Sorters of a tile that was asked for, on devices that may have no room for it.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "sort/base/errors.h"
#include "sort/base/limits.h"
#include "sort/registry.h"

namespace suite {

/// Null, and said so, where a device that was named by hand (EMU_DEVICE, SWEEPLAB_LIMITS) has too little shared memory
/// for the tile that `config` names.
inline std::unique_ptr<sort::Sorter> sorter_that_fits(const sort::Engine& engine, uint32_t capacity,
                                                      const sort::EngineConfig& config) {
    try {
        return sort::make_sorter(engine, capacity, config);
    } catch (const sort::Unavailable& error) {
        const bool by_hand = std::getenv("EMU_DEVICE") || !sort::requested_limits_text().empty();
        const bool too_small = std::strstr(error.what(), "too little shared memory") != nullptr;
        if (!by_hand || !too_small || config.tile == sort::TileShape{}) throw;
        std::printf("left out: %s, %s\n", engine.name, error.what());
        return nullptr;
    }
}

}  // namespace suite
