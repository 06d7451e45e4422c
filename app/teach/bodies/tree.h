// The tree of a lesson and walks through it, as the stages of sim/gravity make them, one body at a time.
#pragma once
#include <span>

#include "app/teach/bodies/plane.h"
#include "sort/lab/model.h"

namespace app {

/// Names of the breaks of the lesson `tree`.
inline constexpr const char *kTiesByKey = "ties-by-key", *kFirstChildOnly = "first-child-only",
                            *kOpensTooLate = "opens-too-late";

/// Leading bits that the keys of two neighbours have in common; of equal keys kPlaneKeyBits and as many bits of the
/// ranks, which have kRankBits.
inline constexpr uint32_t kRankBits = 8;
uint32_t common_key_bits(const LessonPlane& plane, uint32_t a, uint32_t b);

/// Ranges, splits and parents of all nodes; plane.order and plane.sorted_key are set. Without ranks to
/// distinguish equal keys (kTiesByKey) some ranges are wrong, but inside the keys.
void make_nodes(LessonPlane& plane, const sort::Break* broken);

/// Sets which nodes are used, and their masses, centres, boxes and reaches, from the leaves up. Returns, by
/// node, the number of nodes on the longest way down from it; of a leaf 1.
std::vector<uint32_t> sum_moments(LessonPlane& plane, const sort::Break* broken);

/// Sets the reaches of all nodes for another opening angle; their moments are there.
void set_reaches(LessonPlane& plane, float opening);

/// Returns the walk of the body of that rank. Empty without bodies.
std::vector<PlaneVisit> walk_of(const LessonPlane& plane, uint32_t rank);

/// Sum over the visits of a walk: an accepted node is one term, a lone body one, a leaf that was opened one per body.
struct PullSum {
    sim::Vec3 pull{0, 0, 0};
    uint32_t nodes = 0, bodies = 0;
    uint32_t terms() const { return nodes + bodies; }
};
PullSum sum_of(const LessonPlane& plane, uint32_t rank, std::span<const PlaneVisit> visits);

/// Body by body.
sim::Vec3 direct_pull(const LessonPlane& plane, uint32_t rank);

}  // namespace app
