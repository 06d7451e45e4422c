#include "sim/snapshot.h"

#include <algorithm>
#include <tuple>

namespace sim {

void put_rotations(const Snapshot& start, const TurnArrays& turns, const AnchorArrays& anchors,
                   Vec4* torque) {
    for (uint32_t id = 0; id < start.rotations.size(); ++id) {
        const RotationState& r = start.rotations[id];
        turns.store(id, {r.orientation, r.momentum, r.shape});
        if (torque) torque[id] = with_w(r.torque_nm, 0);
        if (anchors.place) anchors.store(id, {r.anchor_m, r.anchor_orientation});
    }
}

void put_depths(const Snapshot& start, float* depth_m) {
    std::copy(start.depth_m.begin(), start.depth_m.end(), depth_m);
}

uint64_t pairs_with_points(const Snapshot& start) {
    uint64_t count = 0;
    for (const PairState& pair : start.pairs) count += pair.points.empty() ? 0 : 1;
    return count;
}

void put_pairs(const Snapshot& start, const ManifoldTable& table, PointBlock* blocks) {
    uint32_t slot = 0, block = 0;
    for (const PairState& pair : start.pairs) {
        const uint64_t key = pair_key(pair.a, pair.b);
        Manifold& manifold = table.manifolds[slot];
        manifold = {pair.turn, pair.place_m, pair.margin_m, key, uint32_t(pair.points.size()),
                    0,         pair.way_out, kTouchUnknown};
        if (!pair.points.empty()) {
            std::copy(pair.points.begin(), pair.points.end(), blocks[block].point);
            manifold.block = block++;
        }
        table.put(key, slot++);
    }
}

/// Copies the rotations of out.bodies.size() bodies to `out`; `id` gives the id of the body in each slot.
static void take_rotations(Snapshot& out, const uint32_t* id, const TurnArrays& turns,
                           const AnchorArrays& anchors, const Vec4* torque) {
    out.rotations.resize(out.bodies.size());
    for (uint32_t slot = 0; slot < out.bodies.size(); ++slot) {
        const Turn turn = turns.load(slot);
        const Anchor anchor = anchors.place ? anchors.load(slot) : Anchor{{0, 0, 0}, {0, 0, 0, 0}};
        const Vec3 moment = torque ? xyz(torque[slot]) : Vec3{0, 0, 0};
        out.rotations[id[slot]] = {turn.orientation,  turn.momentum, turn.shape, moment, 0, anchor.place_m, 0,
                                   anchor.orientation};
    }
}

static void take_depths(Snapshot& out, const uint32_t* id, const float* depth_m) {
    out.depth_m.resize(out.bodies.size());
    for (uint32_t slot = 0; slot < out.bodies.size(); ++slot) out.depth_m[id[slot]] = depth_m[slot];
}

static void take_pairs(Snapshot& out, const ManifoldTable& table, const PointBlock* blocks) {
    for (uint64_t place = 0; place < table.places; ++place) {
        if (table.slots[place] == kNoPlace) continue;
        const Manifold& m = table.manifolds[table.slots[place]];
        const ContactPoint* const points = blocks[m.block].point;
        out.pairs.push_back({uint32_t(m.key >> 32), uint32_t(m.key), m.place_m, m.margin_m, m.turn, m.way_out,
                             std::vector<ContactPoint>(points, points + m.count)});
    }
    std::sort(out.pairs.begin(), out.pairs.end(),
              [](const PairState& p, const PairState& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
}

static TurnArrays turns_of(const StateRanges& arrays) {
    return {arrays[kOrientations].as<Quaternion>(), arrays[kMomenta].as<Vec4>()};
}

static AnchorArrays anchors_of(const StateRanges& arrays) {
    return {arrays[kAnchors].as<Vec4>(), arrays[kAnchorTurns].as<Quaternion>()};
}

Snapshot snapshot_of(const StateRanges& arrays, const Container& container, uint64_t completed_steps) {
    const BodyArrays bodies = {arrays[kPositions].as<Vec4>(), arrays[kVelocities].as<Vec4>(),
                               arrays[kAccelerations].as<Vec4>(), arrays[kIds].as<uint32_t>()};
    Snapshot out{std::vector<Body>(arrays[kIds].count<uint32_t>()), container, completed_steps};
    for (uint32_t slot = 0; slot < out.bodies.size(); ++slot) {
        const Motion m = bodies.load(slot);
        out.bodies[bodies.id[slot]] = {m.position_m, m.radius_m,          m.velocity_m_s,
                                       m.mass_kg,    m.acceleration_m_s2, m.still_s};
    }
    if (arrays[kOrientations].data)
        take_rotations(out, bodies.id, turns_of(arrays), anchors_of(arrays), arrays[kTorques].as<Vec4>());
    if (!arrays[kDepths].data) return out;
    take_depths(out, bodies.id, arrays[kDepths].as<float>());
    take_pairs(out,
               {arrays[kManifoldSlots].as<uint32_t>(), arrays[kManifoldSlots].count<uint32_t>(),
                arrays[kManifolds].as<Manifold>()},
               arrays[kPointBlocks].as<PointBlock>());
    return out;
}

BodyColumns::BodyColumns(const std::vector<Body>& bodies) {
    for (const Body& b : bodies) {
        position_radius.push_back(with_w(b.position_m, b.radius_m));
        velocity_mass.push_back(with_w(b.velocity_m_s, b.mass_kg));
        acceleration_still.push_back(with_w(b.acceleration_m_s2, b.still_s));
    }
}

Snapshot snapshot_of(const SavedState& state, const Container& container) {
    return snapshot_of(state.ranges, container, state.completed_steps());
}

uint64_t shape_bytes(std::span<const std::shared_ptr<const SceneShape>> shapes) {
    uint64_t bytes = 0;
    for (const auto& shape : shapes) {
        const Shape& s = shape->shape;
        bytes +=
            s.cells.size() * sizeof(FieldCell) +
            (s.points.size() + s.clusters.size() + s.corners.size() + s.box_points.size()) * sizeof(Vec4) +
            s.search.bytes();
    }
    return bytes;
}

}  // namespace sim
