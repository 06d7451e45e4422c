#include "app/io/physics_keys.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "app/base/text/names.h"
#include "sim/step_numbers.h"

namespace app {
namespace {

constexpr double kMostGravity = 1e9;  // what is below the least is refused with its reason

template <auto Member>
PhysicsField of(sim::Physics& physics) {
    return &(physics.*Member);
}

template <auto Member>
PhysicsField of_gravity(sim::Physics& physics) {
    return &(physics.gravity.*Member);
}

using P = sim::Physics;
using G = sim::Gravity;
const PhysicsKey kKeys[] = {
    {"physics", "time_step_s", 1e-7, 1, of<&P::time_step_s>},
    {"physics", "gravity_m_s2", -1e6, 1e6, of<&P::gravity_m_s2>},
    {"physics", "stiffness_pa", 1, 1e12, of<&P::stiffness_pa>},
    {"physics", "restitution", sim::kLeastRestitution, 1, of<&P::restitution>},
    {"physics", "friction", 0, 10, of<&P::friction>},
    {"physics", "sleep_speed_m_s", 0, 1000, of<&P::sleep_speed_m_s>},
    {"physics", "sleep_time_s", 0, 1e6, of<&P::sleep_time_s>},
    {"physics", "rotation", 0, 1, of<&P::rotation>},
    {"physics", "air_drag_per_m", 0, 1000, of<&P::air_drag_per_m>},
    {"physics", "substeps", 1, sim::kMostSubsteps, of<&P::substeps>, {"false", "true"}, true},
    {"gravity", "constant_n_m2_kg2", -kMostGravity, kMostGravity, of_gravity<&G::constant_n_m2_kg2>},
    {"gravity", "softening_m", -kMostGravity, kMostGravity, of_gravity<&G::softening_m>},
    {"gravity", "opening_angle", -kMostGravity, kMostGravity, of_gravity<&G::opening_angle>},
    {"gravity", "leaf_bodies", 1, sim::kMostLeafBodies, of_gravity<&G::leaf_bodies>},
    {"gravity", "quadrupole", 0, 1, of_gravity<&G::quadrupole>},
    {"gravity", "method", 0, 1, of_gravity<&G::direct>, {"tree", "direct"}},
};

/// Names of keys for springs at the contacts of meshes, which were another method to compute these contacts.
constexpr const char* kOldNames[] = {"stiffness_n_m", "friction_memory", "contacts"};

struct Reader {
    TomlTable& table;
    const PhysicsKey& key;

    void operator()(float* to) { table.real(key.name, key.low, key.high, *to); }
    void operator()(sim::Vec3* to) { table.vector(key.name, key.high, *to); }
    void operator()(uint32_t* to) {
        uint64_t number = *to;
        table.whole(key.name, uint64_t(key.low), uint64_t(key.high), number);
        *to = uint32_t(number);
    }
    void operator()(bool* to) {
        if (key.words[0] == std::string("false")) return table.boolean(key.name, *to);
        const auto word = table.text(key.name);
        if (!word) return;
        if (*word != key.words[0] && *word != key.words[1])
            table.refuse(*table.node(key.name), unknown_name(key.name, *word, {key.words[1], key.words[0]}));
        *to = *word == key.words[1];
    }
};

template <class T>
bool equal_bytes(const T* a, const PhysicsField& b) {
    return std::memcmp(a, std::get<T*>(b), sizeof(T)) == 0;
}

}  // namespace

std::span<const PhysicsKey> physics_keys() { return kKeys; }

void read_physics_keys(TomlTable& table, const char* name, sim::Physics& physics) {
    for (const PhysicsKey& key : kKeys) {
        if (key.table == std::string(name)) std::visit(Reader{table, key}, key.field(physics));
    }
}

bool is_old_physics_key(std::string_view name) {
    return std::find(std::begin(kOldNames), std::end(kOldNames), name) != std::end(kOldNames);
}

std::string read_old_physics_keys(TomlTable& table) {
    float stiffness_n_m = 0;
    bool memory = false;
    table.real(kOldNames[0], 1, 1e12, stiffness_n_m);
    table.boolean(kOldNames[1], memory);
    if (const auto word = table.text(kOldNames[2]); word && *word != "springs" && *word != "constraints")
        table.refuse(*table.node(kOldNames[2]),
                     unknown_name(kOldNames[2], *word, {"constraints", "springs"}));
    std::string found;
    for (const char* name : kOldNames) {
        if (table.node(name)) found += (found.empty() ? "" : ", ") + std::string(name);
    }
    return found;
}

bool same_value(const PhysicsKey& key, const sim::Physics& a, const sim::Physics& b) {
    sim::Physics of_a = a, of_b = b;
    const PhysicsField other = key.field(of_b);
    return std::visit([&](const auto* value) { return equal_bytes(value, other); }, key.field(of_a));
}

}  // namespace app
