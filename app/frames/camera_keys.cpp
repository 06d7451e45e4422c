#include "app/frames/camera_keys.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace app {
namespace {

constexpr uint64_t kTile = 16;  // pixels on a side

sim::Vec3 cross(const sim::Vec3& a, const sim::Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The direction of a vector; `instead` where it has none.
sim::Vec3 direction(const sim::Vec3& a, const sim::Vec3& instead) {
    const float far = length(a);
    return far > 0 ? a * (1 / far) : instead;
}

}  // namespace

FrameItems camera_keys(const std::vector<sim::Vec3>& points, const CameraRide& ride, double along) {
    const sim::Vec3 eye = ride.from + (ride.to - ride.from) * float(along), way = ride.target - eye;
    const sim::Vec3 ahead = direction(way, {0, 0, -1});
    const sim::Vec3 up = std::fabs(ahead.y) < 0.999f ? sim::Vec3{0, 1, 0} : sim::Vec3{0, 0, 1};
    const sim::Vec3 right = direction(cross(ahead, up), {1, 0, 0}), above = cross(right, ahead);
    const double half_angle = ride.view_angle_degrees * std::numbers::pi / 360;
    const double pixels = double(ride.height) / 2 / std::tan(half_angle);  // of a metre at a distance of one
    const double nearest = std::max(1e-3 * length(way), 1e-30);
    const uint64_t tiles = (ride.width + kTile - 1) / kTile;

    FrameItems items;
    items.type = sort::KeyType::u64;
    for (size_t i = 0; i < points.size(); ++i) {
        const sim::Vec3 at = points[i] - eye;
        const float depth = dot(at, ahead);
        if (!(depth > nearest)) continue;
        const double x = double(ride.width) / 2 + pixels * dot(at, right) / depth,
                     y = double(ride.height) / 2 - pixels * dot(at, above) / depth;
        if (!(x >= 0 && y >= 0 && x < double(ride.width) && y < double(ride.height))) continue;
        uint32_t bits;
        std::memcpy(&bits, &depth, sizeof bits);
        const uint64_t tile = uint64_t(y) / kTile * tiles + uint64_t(x) / kTile, key = tile << 32 | bits;
        const auto* bytes = reinterpret_cast<const std::byte*>(&key);
        items.keys.insert(items.keys.end(), bytes, bytes + sizeof key);
        items.ids.push_back(i);
    }
    return items;
}

}  // namespace app
