#include "app/run/camera_path.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace app {
namespace {

constexpr int kNumbers = 6;
using Numbers = std::array<double, kNumbers>;

/// Target, distance, angles. Of the distance its logarithm: what comes nearer does so evenly.
Numbers numbers_of(const sim::CameraStart& at) {
    return {double(at.target_m.x), double(at.target_m.y),           double(at.target_m.z),
            double(at.yaw_deg),    std::log(double(at.distance_m)), double(at.pitch_deg)};
}

sim::CameraStart camera_of(const Numbers& numbers) {
    sim::CameraStart at;
    at.target_m = {float(numbers[0]), float(numbers[1]), float(numbers[2])};
    at.yaw_deg = float(numbers[3]);
    at.distance_m = float(std::exp(numbers[4]));
    at.pitch_deg = float(std::clamp(numbers[5], -89.0, 89.0));
    return at;
}

/// Change per step at a keyframe: of the line through its neighbours.
Numbers slope_at(const std::vector<CameraKey>& keys, size_t k) {
    const CameraKey &before = keys[k > 0 ? k - 1 : k], &after = keys[std::min(k + 1, keys.size() - 1)];
    const Numbers from = numbers_of(before.at), to = numbers_of(after.at);
    Numbers slope;
    for (int n = 0; n < kNumbers; ++n) slope[n] = (to[n] - from[n]) / double(after.step - before.step);
    return slope;
}

}  // namespace

sim::CameraStart camera_at(const std::vector<CameraKey>& keys, double step) {
    const auto next =
        std::find_if(keys.begin(), keys.end(), [&](const CameraKey& key) { return double(key.step) > step; });
    if (next == keys.begin()) return keys.front().at;
    if (next == keys.end()) return keys.back().at;
    const auto k = size_t(next - keys.begin()) - 1;
    const double length = double(next->step - keys[k].step), t = (step - double(keys[k].step)) / length;
    const Numbers p = numbers_of(keys[k].at), q = numbers_of(next->at);
    const Numbers out = slope_at(keys, k), in = slope_at(keys, k + 1);
    const double t2 = t * t, t3 = t2 * t;
    Numbers at;
    for (int n = 0; n < kNumbers; ++n) {
        at[n] = (2 * t3 - 3 * t2 + 1) * p[n] + (t3 - 2 * t2 + t) * length * out[n] +
                (3 * t2 - 2 * t3) * q[n] + (t3 - t2) * length * in[n];
    }
    return camera_of(at);
}

void toggle_camera_key(std::vector<CameraKey>& keys, CameraKey key) {
    const auto at = std::lower_bound(keys.begin(), keys.end(), key.step,
                                     [](const CameraKey& one, uint64_t step) { return one.step < step; });
    const float before_deg = at == keys.begin() ? 0 : std::prev(at)->at.yaw_deg;
    key.at.yaw_deg = before_deg + std::remainder(key.at.yaw_deg - before_deg, 360.0f);
    if (at == keys.end() || at->step != key.step) {
        if (keys.size() < kMostCameraKeys) keys.insert(at, key);
    } else if (numbers_of(at->at) == numbers_of(key.at)) {
        keys.erase(at);
    } else {
        *at = key;
    }
}

}  // namespace app
