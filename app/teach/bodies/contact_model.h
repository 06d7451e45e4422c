// The model of the lesson `contacts`: one step of 1/240 s of a few boxes on a ground, by the rules of sim/manifold and
// sim/constraint_*.h in a plane. Turned boxes stand for shapes with a distance field, directions of length 1 for
// quaternions. Every list that a step makes is kept, for the lesson to show.
#pragma once
#include <cstdint>
#include <vector>

#include "app/teach/bodies/contact_geometry.h"
#include "sim/manifold/pair_key.h"
#include "sim/math/constraint_law.h"

namespace app {

inline constexpr float kContactStep_s = 1.0f / 240, kContactGravity_m_s2 = 9.81f;
/// Points that a pair keeps at most; the program: sim::kMostPoints.
inline constexpr uint32_t kContactPoints = 3;
/// Number of the ground, y = 0, in place of a box.
inline constexpr uint32_t kContactGround = sim::kFirstWall;

/// Returns the law that make_rigid_numbers() computes of the thinnest part of meshes; lengths are larger
/// here, so that they can be seen.
sim::ConstraintLaw contact_law();

/// A point of one body, and the plane at the nearest place of the other's surface.
struct PlanePoint {
    uint32_t feature = 0;          // number of the point on its box, and kOfSecond
    Vec2 place{}, foot{};          // in the frame of its box, and of the other one
    Vec2 normal{};                 // in the other's frame, out of it
    float push = 0, friction = 0;  // impulses of the last step, N s
};
inline constexpr uint32_t kOfSecond = 0x80000000u;

/// State that a pair keeps from step to step.
struct PairMemory {
    uint64_t key = 0;
    Vec2 place{},
        turn{};  // of the second box in the frame of the first, at the last search; of the ground: of the box
    float margin = 0;  // no point but those kept was nearer
    std::vector<PlanePoint> points{};
};

/// A point within the margin, and how the reduction chose it.
struct FoundPoint {
    PlanePoint point{};
    float apart = 0;              // below 0 inside
    Vec2 at{}, normal{};          // from the first box's centre, and away from the second; in world axes
    bool pushed = false;          // it was kept before, and pushed
    std::vector<float> square{};  // D, before each choice but the first, m^2
    uint32_t kept = 0;            // 1: as the first, ...; 0: dropped
};

/// Treatment of a pair in a step: its points are kept without a search; its boxes are farther apart than the
/// margin; its points are searched.
enum class PairFate : uint8_t { kept, apart, searched };

struct ContactPair {
    uint32_t a = 0, b = 0;  // a < b, or b = kContactGround
    bool known = false;     // from the step before
    float moved = 0, need = 0,
          margin = 0;  // m; moved and margin: since the last search, 0 for a pair not known
    PairFate fate = PairFate::kept;
    std::vector<FoundPoint> found{};  // of a pair that is searched
    PairMemory after{};
    uint32_t colour = 0;  // of a pair of boxes with points

    bool ground() const { return b == kContactGround; }
};

struct BoxHeap {
    std::vector<ContactBox> boxes{};
    std::vector<PairMemory> memory{};
    uint32_t steps = 0;  // that were made
};

/// Parts of a step that are left out, one at a time (breaks of the lesson).
struct ContactFaults {
    bool boxes_not_grown = false, never_searched_again = false, colours_by_one = false, pushes_pull = false;
};

/// Return how far the box may move in a step, at most; and that and half of the margin, by which its box grows.
float travel_of(const ContactBox& box);
float reach_of(const ContactBox& box);

/// Pairs of boxes that may touch in this step, by their ids, then those with the ground.
std::vector<ContactPair> candidate_pairs(const BoxHeap& heap, const ContactFaults& faults = {});

/// Keeps the pair's points, or finds them; fills all of `pair` but the colour.
void look_at_pair(const BoxHeap& heap, ContactPair& pair, const ContactFaults& faults = {});

/// Chooses at most kContactPoints: the deepest, then again and again the one with the greatest score.
void keep_points(std::vector<FoundPoint>& found, const sim::ConstraintLaw& law);
/// D w^2, m^4.
float point_score(const FoundPoint& point, float square, const sim::ConstraintLaw& law);
/// w: margin - distance, at least a quarter of the margin, m.
float point_weight(const FoundPoint& point, const sim::ConstraintLaw& law);

}  // namespace app
