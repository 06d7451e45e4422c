// A race as JSON: what a bug report or a table needs to name its input and its machine.
#pragma once
#include <ostream>
#include <string>

#include "app/bench/race/race.h"
#include "sort/registry.h"

namespace app {

/// The frame whose sort and pairs a race measured.
struct RaceFacts {
    std::string scene, engine, broad_phase;
    uint32_t bodies = 0;
    uint64_t seed = 0, step = 0;
    uint32_t descents = 0;  // of the sort's input
    sort::Backend backend = sort::Backend::cpu;
    int device = 0, threads = 0;
};

/// `sorts_note`: why the sorts did not race, "" they did.
void write_race_json(std::ostream& out, const RaceFacts& facts, const Race& sorts,
                     const std::string& sorts_note, const Race& broad_phases);

}  // namespace app
