// Wishes to change the world, and what they can lead to: a question, or a world in the making.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "sim/world.h"

namespace app {

/// Wishes of the panels and keys, carried out between frames by Session::apply_changes.
struct Changes {
    std::optional<std::string> scene;  // restarts
    std::optional<uint32_t> bodies;    // restarts
    std::optional<uint64_t> seed;      // restarts
    bool restart = false;
    std::optional<std::string> mesh, heightmap;      // of the scene, as --mesh and --heightmap; restarts
    std::optional<std::string> engine, broad_phase;  // these four keep the state
    std::optional<sim::Backend> backend;
    std::optional<sim::Gravity> gravity;

    bool operator==(const Changes&) const = default;
    bool any() const { return restarts() || engine || broad_phase || backend || gravity; }
    bool new_cost() const { return scene || bodies || broad_phase || backend || gravity; }  // of a step
    bool restarts() const { return restart || scene || bodies || seed || mesh || heightmap; }
};

/// Asked before something that would make the window stand still.
struct Question {
    std::string text, yes, no;
};

/// A world that is being made while the window goes on.
struct Creation {
    std::string text;  // "Creating 3,000,000 bodies"
    double part = -1;  // done of it, 0 to 1; < 0: not known yet
    double left_s = -1;
};

/// From so many on making a world takes about half a second and more; the announcement of it.
bool takes_seconds_to_create(uint32_t bodies);
std::string creating_text(uint32_t bodies);

}  // namespace app
