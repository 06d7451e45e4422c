#include "sim/ground/rivers.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

#include "sim/math/mix_bits.h"
#include "sim/math/vec3.h"

namespace sim {
namespace {

constexpr float kDiagonal = 1.41421356f;  // sides
constexpr float kWinding = 0.75f;         // share of a slope that a cell decides; below 1

/// The map's cells as a graph: each has up to eight neighbours, always visited in the same order.
struct Cells {
    uint32_t columns, rows;

    uint32_t count() const { return columns * rows; }

    template <class Visit>
    void each_neighbour(uint32_t cell, Visit visit) const {
        const uint32_t column = cell % columns, row = cell / columns;
        for (int dz = -1; dz <= 1; ++dz) {
            for (int dx = -1; dx <= 1; ++dx) {
                if (dx == 0 && dz == 0) continue;
                const uint32_t x = column + uint32_t(dx), z = row + uint32_t(dz);  // -1 becomes very large
                if (x < columns && z < rows) visit(z * columns + x, dx != 0 && dz != 0);
            }
        }
    }
    bool at_border(uint32_t cell) const {
        const uint32_t column = cell % columns, row = cell / columns;
        return column == 0 || row == 0 || column + 1 == columns || row + 1 == rows;
    }
};

/// Tells how far the work is, once in some thousand cells.
struct Steps {
    const ProgressCallback& tell;
    uint32_t cells;

    /// Reports that a part of the work, which begins at `percent` and takes `share` more, has done `cells` cells.
    void reach(uint32_t percent, uint32_t share, size_t done) const {
        if (done % 4096 == 0 && tell) tell(percent + uint32_t(share * uint64_t{done} / cells));
    }
};

/// Flow of the water off the ground.
struct Flow {
    std::vector<float> filled_m;     // heights without pits
    std::vector<uint32_t> next;      // the cell that a cell's water goes to; itself for an outlet
    std::vector<uint32_t> upstream;  // all cells, each behind the one that its water goes to
};

std::vector<uint32_t> outlets(const HeightMap& map, const Cells& cells, const Terrain& terrain) {
    std::vector<uint32_t> found;
    if (!terrain.drain) {
        const auto lowest = std::min_element(map.heights_m.begin(), map.heights_m.end());
        return {uint32_t(lowest - map.heights_m.begin())};
    }
    for (uint32_t cell = 0; cell < cells.count(); ++cell) {
        if (cells.at_border(cell) || map.heights_m[cell] < terrain.drain_height_m) found.push_back(cell);
    }
    return found;
}

/// Computes the priority flood; equal heights are visited by index. Ways down fall by `least_slope` at least, in
/// the mean: by how much is up to each cell, so that rivers wind where the ground was filled and would be even.
Flow flood(const HeightMap& map, const Cells& cells, const std::vector<uint32_t>& outlets, float least_slope,
           float spacing_m, const Steps& steps) {
    constexpr uint32_t kUnseen = 0xffffffffu;
    Flow flow{map.heights_m, std::vector<uint32_t>(cells.count(), kUnseen), {}};
    flow.upstream.reserve(cells.count());
    using Entry = std::pair<float, uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
    for (const uint32_t cell : outlets) {
        flow.next[cell] = cell;
        waiting.push({map.heights_m[cell], cell});
    }
    while (!waiting.empty()) {
        const uint32_t cell = waiting.top().second;
        waiting.pop();
        flow.upstream.push_back(cell);
        steps.reach(0, 92, flow.upstream.size());
        cells.each_neighbour(cell, [&](uint32_t other, bool diagonal) {
            if (flow.next[other] != kUnseen) return;
            const float share = 1 + kWinding * signed_unit(uint32_t(mix_bits(other)));
            const float rise = least_slope * share * spacing_m * (diagonal ? kDiagonal : 1);
            flow.next[other] = cell;
            flow.filled_m[other] = larger(map.heights_m[other], flow.filled_m[cell] + rise);
            waiting.push({flow.filled_m[other], other});
        });
    }
    return flow;
}

/// Replaces the route of the flood by the steepest way down, where there is one. A lower cell was visited
/// earlier, so the order of the cells stays valid.
void run_steepest(Flow& flow, const Cells& cells, const Steps& steps) {
    for (uint32_t cell = 0; cell < cells.count(); ++cell) {
        steps.reach(92, 4, cell);
        if (flow.next[cell] == cell) continue;
        float steepest = 0;
        cells.each_neighbour(cell, [&](uint32_t other, bool diagonal) {
            const float drop = (flow.filled_m[cell] - flow.filled_m[other]) / (diagonal ? kDiagonal : 1);
            if (!(drop > steepest)) return;
            steepest = drop;
            flow.next[cell] = other;
        });
    }
}

/// Returns for each cell the number of cells whose water flows through it, itself included.
std::vector<uint32_t> count_catchment(const Flow& flow) {
    std::vector<uint32_t> count(flow.next.size(), 1);
    for (size_t k = flow.upstream.size(); k-- > 0;) {
        const uint32_t cell = flow.upstream[k];
        if (flow.next[cell] != cell) count[flow.next[cell]] += count[cell];
    }
    return count;
}

/// A river's bed is one cell wide; its banks go half as deep.
void carve(HeightMap& map, const Cells& cells, const std::vector<float>& bed_m, const Steps& steps) {
    for (uint32_t cell = 0; cell < cells.count(); ++cell) {
        steps.reach(97, 3, cell);
        float depth = bed_m[cell];
        cells.each_neighbour(cell, [&](uint32_t other, bool) { depth = larger(depth, 0.5f * bed_m[other]); });
        map.heights_m[cell] = map.heights_m[cell] - depth;
    }
}

}  // namespace

void dig_rivers(HeightMap& map, const Terrain& terrain, float spacing_m, const ProgressCallback& reach) {
    const Cells cells = {map.columns, map.rows};
    const Steps steps = {reach, cells.count()};
    Flow flow = flood(map, cells, outlets(map, cells, terrain), terrain.river_slope, spacing_m, steps);
    run_steepest(flow, cells, steps);
    const std::vector<uint32_t> catchment = count_catchment(flow);
    steps.reach(96, 1, 0);

    const float lake = terrain.lake_depth_m;
    std::vector<float> bed_m(cells.count());
    const float valley = 0.25f * terrain.wavelength_m / spacing_m;  // its side, in cells
    for (uint32_t cell = 0; cell < cells.count(); ++cell) {
        const float pit = flow.filled_m[cell] - map.heights_m[cell];
        map.heights_m[cell] = flow.filled_m[cell] - smaller(larger(pit - lake, 0), lake);
        const float share = smaller(float(catchment[cell]) / (valley * valley), 1);
        bed_m[cell] = terrain.river_depth_m * sqrtf(share);
    }
    carve(map, cells, bed_m, steps);
}

}  // namespace sim
