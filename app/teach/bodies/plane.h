// What the lessons `morton` and `tree` are about: bodies in a plane that pull each other, their Morton keys, the tree
// over the sorted keys, and the walk of one body through it. Keys, ranges, moments and pulls come from sim/gravity.
#pragma once
#include <cstdint>
#include <vector>

#include "sim/gravity/pull.h"
#include "sim/gravity/reach.h"

namespace app {

/// Upper bits of a cell number that a lesson shows, of sim::kCellBits.
inline constexpr uint32_t kPlaneLevels = 4, kPlaneCells = 1u << kPlaneLevels,
                          kPlaneKeyBits = 2 * kPlaneLevels;
inline constexpr uint32_t kPlaneLeafBodies = 3;
inline constexpr float kPlaneOpening = 1, kPlaneSoftening_m = 1;

struct PlaneBody {
    uint32_t x, y, mass_kg;  // m

    sim::Vec3 place() const { return {static_cast<float>(x), static_cast<float>(y), 0}; }
    sim::Vec4 source() const { return sim::with_w(place(), static_cast<float>(mass_kg)); }
};

struct PlaneNode {
    sim::TreeNode node{};
    sim::NodeShape shape{};
    sim::NodeBox box{};
    uint32_t parent = sim::kNoNode;
    float reach_m = 0;
    bool used = false;  // not below a leaf
    bool leaf = false;
};

/// Visit of a walk: a node, or a body that belongs to no leaf.
struct PlaneVisit {
    uint32_t node;  // sim::kNoNode: the body of rank `first`
    uint32_t first, last;
    bool accepted;
    float distance_m, reach_m;
};

struct LessonPlane {
    std::vector<PlaneBody> bodies{};  // by id
    sim::Cube cube{};
    std::vector<uint32_t> cell_x{}, cell_y{}, key{};  // by id

    std::vector<uint32_t> order{};       // ids by rank
    std::vector<uint64_t> sorted_key{};  // by rank
    std::vector<PlaneNode> nodes{};
    sim::Moments all{};  // of the root
    float opening = kPlaneOpening, reach_scale = 0;
    uint32_t target = 0;               // rank of the body whose walk is shown
    std::vector<PlaneVisit> visits{};  // of that walk, in order

    float side_m() const { return static_cast<float>(1u << sim::kCellBits) / cube.cells_per_m; }
    uint32_t count() const { return static_cast<uint32_t>(bodies.size()); }
};

/// Returns a body per key, the keys being along x. x is 7/8 of the key: a cube around bodies from 0 to 223
/// has a side of 256. Their y puts them into two discs.
std::vector<PlaneBody> plane_bodies(const std::vector<uint32_t>& keys);

/// Bodies, cube, cells and keys; the keys' bits are those of sim::morton_key without the bits of z, which are 0.
LessonPlane make_plane(const std::vector<uint32_t>& keys);

/// Returns the upper bits of the cell's number, `kept` of kPlaneLevels: 0 is the whole cube.
inline uint32_t square_at(const LessonPlane& plane, uint32_t id, uint32_t kept) {
    return plane.key[id] >> 2 * (kPlaneLevels - kept);
}

}  // namespace app
