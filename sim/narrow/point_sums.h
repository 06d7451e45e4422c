// What the points of a contact between two bodies add up to, in 32 partial sums: lane l takes point l of each
// cluster, clusters in order; then lanes are added by halves. A warp has one lane a thread, the CPU keeps all
// 32: the same bits.
#pragma once
#include "sim/shapes/shape.h"

namespace sim {

/// Of points with depth d, place r from body a's centre, and the direction n that pushes a out of b.
struct PointSums {
    Vec3 cubed{0, 0, 0}, cubed_moment{0, 0, 0};  // d^3 n and r x d^3 n
    Vec3 damping{0, 0, 0},
        damping_moment{0, 0, 0};    // d^2 (v n) n and r x that, v the velocity of a against b
    Vec3 place{0, 0, 0};            // d^2 r
    float place2 = 0;               // d^2 r^2
    float squared = 0, fourth = 0;  // d^2, d^4

    HOST_DEVICE void add(float depth, const Vec3& at, const Vec3& normal, const Vec3& velocity) {
        const float d2 = depth * depth;
        const Vec3 push = normal * (d2 * depth), slowing = normal * (d2 * dot(velocity, normal));
        cubed = cubed + push;
        cubed_moment = cubed_moment + cross(at, push);
        damping = damping + slowing;
        damping_moment = damping_moment + cross(at, slowing);
        place = place + at * d2;
        place2 += d2 * dot(at, at);
        squared += d2;
        fourth += d2 * d2;
    }

    HOST_DEVICE void add(const PointSums& other) {
        cubed = cubed + other.cubed;
        cubed_moment = cubed_moment + other.cubed_moment;
        damping = damping + other.damping;
        damping_moment = damping_moment + other.damping_moment;
        place = place + other.place;
        place2 += other.place2;
        squared += other.squared;
        fourth += other.fourth;
    }
};

/// All lanes in one thread. A warp's version runs f once a thread, and adds by shuffles.
class SerialLanes {
public:
    template <class F>
    HOST_DEVICE void each(F f) {
        for (uint32_t lane = 0; lane < kClusterPoints; ++lane) f(lane, sums_[lane]);
    }

    HOST_DEVICE PointSums total() {
        for (uint32_t half = kClusterPoints / 2; half > 0; half /= 2) {
            for (uint32_t lane = 0; lane < half; ++lane) sums_[lane].add(sums_[lane + half]);
        }
        return sums_[0];
    }

private:
    PointSums sums_[kClusterPoints];
};

}  // namespace sim
