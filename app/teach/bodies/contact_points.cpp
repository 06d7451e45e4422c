// The law of contacts, and which of the points of a pair are kept, as in sim/manifold/candidates.h.
#include <algorithm>
#include <cmath>

#include "app/teach/bodies/contact_model.h"

namespace app {

sim::ConstraintLaw contact_law() {
    constexpr float kUnit_m = 1.0f / 12;  // thinnest part; shares of it as in sim/step_numbers.cpp
    return {.margin_m = 0.48f * kUnit_m,
            .spread_m = 0.6f * kUnit_m,
            .bend_m = 2.4f * kUnit_m,
            .slop_m = 0.04f * kUnit_m,
            .substep_s = kContactStep_s,
            .push_rate_1_s = 48,
            .most_push_m_s = 3,
            .restitution = 0,
            .friction = 0.5f,
            .bounce_m_s = 1};
}

float point_weight(const FoundPoint& point, const sim::ConstraintLaw& law) {
    const float weight = std::max(law.margin_m - point.apart, 0.25f * law.margin_m);
    return point.pushed ? 1.5f * weight : weight;
}

float point_score(const FoundPoint& point, float square, const sim::ConstraintLaw& law) {
    const float weight = point_weight(point, law);
    return square * (weight * weight);
}

void keep_points(std::vector<FoundPoint>& found, const sim::ConstraintLaw& law) {
    const float least2 = law.spread_m * law.spread_m, bend2 = law.bend_m * law.bend_m;
    std::vector<float> square(found.size(), INFINITY);
    auto next = static_cast<size_t>(
        std::min_element(found.begin(), found.end(),
                         [](const FoundPoint& a, const FoundPoint& b) { return a.apart < b.apart; }) -
        found.begin());
    for (uint32_t turn = 1; next < found.size(); ++turn) {
        found[next].kept = turn;
        if (turn == kContactPoints) return;
        const Vec2 at = found[next].at, normal = found[next].normal;
        float top = 0;
        next = found.size();
        for (size_t i = 0; i < found.size(); ++i) {
            const Vec2 d = found[i].at - at, e = found[i].normal - normal;
            square[i] = std::min(square[i], dot(d, d) + bend2 * dot(e, e));
            found[i].square.push_back(square[i]);
            if (square[i] < least2) continue;
            const float score = point_score(found[i], square[i], law);
            if (score > top) {
                top = score;
                next = i;
            }
        }
    }
}

}  // namespace app
