// What the points of a contact between two bodies add up to, in 32 partial sums: lane l takes point l of each
// cluster, clusters in order; then lanes are added by halves. A warp has one lane a thread, the CPU keeps all
// 32: the same bits.
#pragma once
#include "sim/exec/group.h"
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
    float pushing = 0;              // d^3: what cubed would be, were all directions one
    float parting = 0;              // d^2 (v n) where that is above 0

    HOST_DEVICE void add(float depth, const Vec3& at, const Vec3& normal, const Vec3& velocity) {
        const float d2 = depth * depth;
        const float speed = dot(velocity, normal);
        const Vec3 push = normal * (d2 * depth), slowing = normal * (d2 * speed);
        cubed = cubed + push;
        cubed_moment = cubed_moment + cross(at, push);
        damping = damping + slowing;
        damping_moment = damping_moment + cross(at, slowing);
        place = place + at * d2;
        place2 += d2 * dot(at, at);
        squared += d2;
        fourth += d2 * d2;
        pushing += d2 * depth;
        if (speed > 0) parting += d2 * speed;
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
        pushing += other.pushing;
        parting += other.parting;
    }
};

/// All lanes in one thread.
class SerialLanes {
public:
    HOST_DEVICE bool first() const { return true; }

    /// f(point, sums of its lane) for the points of clusters of which near(cluster) says yes, in order.
    template <class Near, class F>
    HOST_DEVICE void each_point(const ShapeView& shape, Near near, F f) {
        for (uint32_t c = 0; c < shape.cluster_count; ++c) {
            if (!near(c)) continue;
            const uint32_t begin = c * kClusterPoints;
            const uint32_t left = shape.point_count - begin;
            for (uint32_t lane = 0; lane < (left < kClusterPoints ? left : kClusterPoints); ++lane)
                f(xyz(shape.points[begin + lane]), sums_[lane]);
        }
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

/// A lane each for the members of a warp. The clusters are asked for 32 at a time.
template <class Warp>
class WarpLanes {
public:
    HOST_DEVICE explicit WarpLanes(const Warp& warp) : warp_(warp) {}
    HOST_DEVICE bool first() const { return warp_.member() == 0; }

    template <class Near, class F>
    HOST_DEVICE void each_point(const ShapeView& shape, Near near, F f) {
        static_assert(Warp::kSize == kClusterPoints);
        for (uint32_t base = 0; base < shape.cluster_count; base += Warp::kSize) {
            const uint32_t own = base + warp_.member();
            uint32_t left = warp_.vote(own < shape.cluster_count && near(own));
            for (uint32_t c = base; left != 0; ++c, left >>= 1) {
                const uint32_t point = c * kClusterPoints + warp_.member();
                if ((left & 1) && point < shape.point_count) f(xyz(shape.points[point]), sums_);
            }
        }
    }

    /// In the first lane.
    HOST_DEVICE PointSums total() {
        for (uint32_t half = kClusterPoints / 2; half > 0; half /= 2) {
            PointSums other;
            warp_.from_above(sums_, half, other);
            sums_.add(other);
        }
        return sums_;
    }

private:
    Warp warp_;
    PointSums sums_;
};

HOST_DEVICE inline SerialLanes lanes_of(const Solo&) { return {}; }

template <class Warp>
HOST_DEVICE WarpLanes<Warp> lanes_of(const Warp& warp) {
    return WarpLanes<Warp>(warp);
}

}  // namespace sim
