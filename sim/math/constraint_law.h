// The numbers of contacts that are constraints (manifold/rows.h), made by make_rigid_numbers().
#pragma once

namespace sim {

struct ConstraintLaw {
    float margin_m = 0;       // points nearer than that are looked for, and more in a fast step
    float spread_m = 0;       // between the points that a pair keeps, at least
    float bend_m = 0;         // so far apart count two opposite directions, halved
    float slop_m = 0;         // of depth, which is left
    float substep_s = 0;      // a step over its substeps
    float push_rate_1_s = 0;  // of the depth beyond it, taken away
    float most_push_m_s = 0;  // by it
    float restitution = 0, friction = 0;
    float bounce_m_s = 0;  // slower contacts do not bounce
};

}  // namespace sim
