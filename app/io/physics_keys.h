// The keys of [physics] and [gravity], with their limits: for scene files, and for events that change some of them.
#pragma once
#include <span>
#include <variant>

#include "app/io/toml_table.h"
#include "sim/scene.h"

namespace app {

/// Member of a Physics that a key sets.
using PhysicsField = std::variant<float*, sim::Vec3*, bool*, uint32_t*>;

struct PhysicsKey {
    const char *table, *name;
    double low, high;  // of each number
    PhysicsField (*field)(sim::Physics&);
    const char* words[2] = {"false", "true"};  // for a bool
    bool for_life = false;                     // no event of a run changes it
};

/// Returns the keys, in the order of the files.
std::span<const PhysicsKey> physics_keys();

/// Reads those of one table, "physics" or "gravity", that are there. Throws BadFile.
void read_physics_keys(TomlTable& table, const char* name, sim::Physics& physics);

/// Returns whether older files have a key of this name, which has no effect any more.
bool is_old_physics_key(std::string_view name);
/// Reads those in a table "physics". Returns the names of what is there: "stiffness_n_m, contacts". Throws BadFile.
std::string read_old_physics_keys(TomlTable& table);

/// Returns whether both have the same value of a key, bit for bit.
bool same_value(const PhysicsKey& key, const sim::Physics& a, const sim::Physics& b);

}  // namespace app
