// Points of which none are too near to each other: who is first stays.
#pragma once
#include <utility>

#include "sim/shapes/grid.h"

namespace sim {

class Thinning {
public:
    /// `near` and `far` are distances, in cells of `grid`, that are often used; the latter is the largest.
    Thinning(const Grid& grid, float near, float far) : fine_(grid, near), coarse_(grid, far) {}

    /// Returns whether a point at a distance below `apart`, in cells, has been added.
    bool crowded(const Vec3& point, float apart) const {
        return (apart <= fine_.side ? fine_ : coarse_).crowded(points_, point, apart);
    }

    void add(const Vec3& point) {
        fine_.add(point, uint32_t(points_.size()));
        coarse_.add(point, uint32_t(points_.size()));
        points_.push_back(point);
    }

    std::vector<Vec3> take() { return std::move(points_); }

private:
    static constexpr uint32_t kNone = ~0u;

    /// Points in linked lists, by buckets that are about as wide as what is asked for.
    struct Buckets {
        Buckets(const Grid& grid, float width) : side(larger(width, 1)) {
            for (size_t axis = 0; axis < 3; ++axis) count[axis] = int(float(grid.nodes[axis]) / side) + 1;
            first.assign(size_t(count[0]) * size_t(count[1]) * size_t(count[2]), kNone);
        }

        int along(float at, size_t axis) const {
            return int(smaller(larger(at, 0) / side, float(count[axis] - 1)));
        }
        size_t bucket(int x, int y, int z) const {
            return size_t(x) + size_t(count[0]) * (size_t(y) + size_t(count[1]) * size_t(z));
        }

        void add(const Vec3& p, uint32_t number) {
            uint32_t& list = first[bucket(along(p.x, 0), along(p.y, 1), along(p.z, 2))];
            next.push_back(list);
            list = number;
        }

        bool crowded(const std::vector<Vec3>& points, const Vec3& p, float apart) const {
            for (int z = along(p.z - apart, 2); z <= along(p.z + apart, 2); ++z) {
                for (int y = along(p.y - apart, 1); y <= along(p.y + apart, 1); ++y) {
                    for (int x = along(p.x - apart, 0); x <= along(p.x + apart, 0); ++x) {
                        for (uint32_t i = first[bucket(x, y, z)]; i != kNone; i = next[i]) {
                            const Vec3 d = points[i] - p;
                            if (dot(d, d) < apart * apart) return true;
                        }
                    }
                }
            }
            return false;
        }

        float side;
        std::array<int, 3> count;
        std::vector<uint32_t> first, next;
    };

    Buckets fine_, coarse_;
    std::vector<Vec3> points_;
};

}  // namespace sim
