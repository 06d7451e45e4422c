// Rain on hills: spheres fall from a single layer above the highest peak, run down, fill lakes, leave at the
// border or below the drain's height, and respawn where each was spawned.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "sim/ground/terrain.h"
#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"
#include "sort/base/numbers.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"radius_m", 1, 0.1f, 100, "radius of every sphere in metres"},
    {"density_kg_m3", 1000, 1, 1e5f, "density of the spheres in kg per cubic metre"},
    {"cover", 0.5f, 0.01f, 1,
     "spheres per place of the layer they rain from; sizes the map unless size_m does"},
    {"drop_speed_m_s", 5, 0, 50, "speed at which a sphere starts to fall in m/s"},
    {"cloud_m", 60, 0, 1000, "thickness of the cloud that the spheres fall from first, in metres"},
};

std::string metres(float length) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g m", double(length));
    return text;
}

constexpr float kApart = 2.1f;         // radii between two spawn points, at least
constexpr float kLayer = 2.2f;         // of the layer's places at cover 1
constexpr float kRadiiACell = 4;       // of hills that are made
constexpr float kCellsARadius = 1.5f;  // larger spheres would touch the ground at several places
constexpr uint32_t kMostHills = 4096;  // samples a side that are made
constexpr uint32_t kLeastHills = 64;

/// The lattice that bodies are spawned on, over a map of given size.
struct Layer {
    uint32_t columns, rows;
};

/// About as many columns to rows as the map has, and room for all.
Layer layer_for(uint32_t bodies, uint64_t width, uint64_t depth) {
    uint64_t columns = 1;
    while (columns * columns * depth < uint64_t{bodies} * width) ++columns;
    if (columns > bodies) columns = bodies;
    return {uint32_t(columns), uint32_t((bodies + columns - 1) / columns)};
}

/// The map's cells and how wide they are.
struct MapSize {
    uint32_t columns, rows;
    float spacing_m;

    float width_m() const { return float(columns) * spacing_m; }
    float depth_m() const { return float(rows) * spacing_m; }
};

/// Returns the size of a square of hills of `side_m`.
MapSize hills_size(float side_m, float radius_m) {
    const float cells = side_m / (kRadiiACell * radius_m);
    const uint32_t side = cells < kMostHills ? uint32_t(larger(cells, kLeastHills)) : kMostHills;
    return {side, side, side_m / float(side)};
}

MapSize map_size(const SpawnRequest& request) {
    const Terrain& terrain = request.terrain;
    const float radius = request.value("radius_m");
    const float step = kLayer * radius / sqrtf(request.value("cover"));
    if (!terrain.heightmap) {
        const Layer layer = layer_for(request.bodies, 1, 1);
        const float needed = larger(float(layer.columns) * step, kRadiiACell * radius * kLeastHills);
        return hills_size(terrain.size_m > 0 ? terrain.size_m : needed, radius);
    }
    const uint32_t columns = terrain.heightmap->columns, rows = terrain.heightmap->rows;
    if (terrain.size_m > 0) return {columns, rows, terrain.size_m / float(std::max(columns, rows))};
    // Any file will do: cells are as wide as a sphere at least. Where hills are rougher than spheres are small,
    // these touch them at several places, of which the one contact knows one.
    const Layer layer = layer_for(request.bodies, columns, rows);
    const float needed =
        larger(float(layer.columns) * step / float(columns), float(layer.rows) * step / float(rows));
    return {columns, rows, larger(needed, 2 * radius)};
}

void require_cells_for(float radius, const MapSize& size) {
    if (radius <= kCellsARadius * size.spacing_m) return;
    throw BadSceneValue("spawn", "radius_m",
                        " = " + metres(radius) + " is more than 1.5 cells of the ground, which are " +
                            metres(size.spacing_m) +
                            " wide: make radius_m smaller, or [terrain] "
                            "size_m at least " +
                            metres(radius / kCellsARadius * float(std::max(size.columns, size.rows))));
}

/// Throws if bodies would leave where they are spawned: the drain has to be below the ground's peak.
void require_drain_below(float highest_m, const Terrain& terrain) {
    if (!terrain.drain || terrain.drain_height_m < highest_m) return;
    const std::string of = terrain.heightmap ? " of " + terrain.heightmap_file : "";
    throw BadSceneValue("terrain", "drain_height_m",
                        " = " + metres(terrain.drain_height_m) + " is not below the highest ground" + of +
                            ", which is at " + metres(highest_m) +
                            ": lower it, or let drain be false in a scene file");
}

SpawnPoints spawn_points_of(const SpawnRequest& request, const MapSize& size, float height_m) {
    const float apart = kApart * request.value("radius_m");
    const uint32_t columns = uint32_t(smaller(size.width_m() / apart, 1e9f)),
                   rows = uint32_t(smaller(size.depth_m() / apart, 1e9f));
    if (uint64_t{columns} * rows < request.bodies) {
        throw BadSceneValue("terrain", "size_m",
                            ": " + sort::grouped(request.bodies) + " spheres do not fit in one layer above " +
                                metres(size.width_m()) + " x " + metres(size.depth_m()) + ": " +
                                sort::grouped(uint64_t{columns} * rows) + " do; make it larger");
    }
    Layer layer = layer_for(request.bodies, size.columns, size.rows);
    if (layer.columns > columns || layer.rows > rows) layer = {columns, rows};
    const float step_x = size.width_m() / float(layer.columns), step_z = size.depth_m() / float(layer.rows);
    return {.columns = layer.columns,
            .seed = request.seed,
            .min_x_m = -0.5f * size.width_m(),
            .min_z_m = -0.5f * size.depth_m(),
            .height_m = height_m,
            .step_x_m = step_x,
            .step_z_m = step_z,
            .jitter_x_m = 0.5f * (step_x - apart),
            .jitter_z_m = 0.5f * (step_z - apart)};
}

Ground ground(const SpawnRequest& request) {
    const float radius = request.value("radius_m");
    const MapSize size = map_size(request);
    require_cells_for(radius, size);
    std::shared_ptr<const HeightMap> map = request.terrain.heightmap;
    if (!map) {
        map = std::make_shared<const HeightMap>(make_hills(request.terrain, size.columns, size.rows,
                                                           size.spacing_m, request.seed, request.reach));
    }
    Ground ground = make_ground(std::move(map), size.spacing_m);
    require_drain_below(ground.highest_m, request.terrain);
    ground.drain = {.open = request.terrain.drain,
                    .below_m = request.terrain.drain_height_m,
                    .min_x_m = ground.min_x_m,
                    .max_x_m = ground.field().max_x_m(),
                    .min_z_m = ground.min_z_m,
                    .max_z_m = ground.field().max_z_m(),
                    .drop_speed_m_s = request.value("drop_speed_m_s"),
                    .spawn_points = spawn_points_of(request, size, ground.highest_m + 8 * radius)};
    return ground;
}

Spawned spawn(const SpawnRequest& request) {
    const Drain& drain = request.ground->drain;
    const float radius = request.value("radius_m"), cloud = request.value("cloud_m");
    const float mass = kSphereVolume * radius * radius * radius * request.value("density_kg_m3");

    // Walls stand where the map ends, or, where bodies may leave, out of reach of those that have not. The floor
    // is below all ground.
    const float beyond = drain.open ? 4 * radius : 0.0f;
    Spawned out;
    out.container = {
        {drain.min_x_m - beyond, request.ground->lowest_m - 8 * radius, drain.min_z_m - beyond},
        {drain.max_x_m + beyond, drain.spawn_points.height_m + cloud + 2 * radius, drain.max_z_m + beyond}};
    out.bodies.reserve(request.bodies);
    Random random(request.seed);
    for (uint32_t id = 0; id < request.bodies; ++id) {
        Vec3 place = drain.spawn_points.of(id);
        place.y = place.y + cloud * random.unit();  // each above its own place: none is in another's way
        out.bodies.push_back(
            {place, radius, {0, -drain.drop_speed_m_s, 0}, mass, request.physics.gravity_m_s2, 0});
    }
    return out;
}

uint64_t ground_bytes(const SpawnRequest& request) {
    if (request.terrain.heightmap) return 0;  // is there
    const MapSize size = map_size(request);
    return kHillBytes * size.columns * size.rows;
}

}  // namespace

bool register_landscape() {
    return add_spawner({.name = "landscape",
                        .sentence = "spheres rain on hills, run down, fill lakes and leave",
                        .keys = kKeys,
                        .spawn = spawn,
                        .ground = ground,
                        .ground_bytes = ground_bytes});
}

}  // namespace sim
