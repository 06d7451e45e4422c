// Sorters of a tile that was asked for, on devices that may have no room for it.
#pragma once
#include <cstdio>
#include <cstring>
#include <memory>

#include "sort/base/errors.h"
#include "sort/registry.h"

namespace suite {

/// Null, and said so, where the device has too little shared memory for the tile that `config` names.
inline std::unique_ptr<sort::Sorter> sorter_that_fits(const sort::Engine& engine, uint32_t capacity,
                                                      const sort::EngineConfig& config) {
    try {
        return sort::make_sorter(engine, capacity, config);
    } catch (const sort::Unavailable& error) {
        if (config.tile == sort::TileShape{} || !std::strstr(error.what(), "too little shared memory")) throw;
        std::printf("left out: %s, %s\n", engine.name, error.what());
        return nullptr;
    }
}

}  // namespace suite
