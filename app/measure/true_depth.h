// How deep bodies with meshes lie in each other, measured apart from any contact that a simulation found:
// dense samples of each body's surface, looked up in the shape of the other. Two simulations of the same
// bodies are compared by it.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "sim/scene.h"

namespace app {

struct PlacedBody {
    sim::Vec3 position_m;  // of the centre of mass
    sim::Quaternion orientation = {1, 0, 0, 0};
    uint32_t shape = 0;
};

/// A body's deepest sample in another one.
struct PairDepth {
    uint32_t a, b;  // a < b
    float depth_m;
    float share;  // of the thinnest part of the two shapes
};

/// Depths of all pairs that touch, ascending by share.
struct TrueDepth {
    std::vector<PairDepth> pairs;
    std::vector<float> walls_m;  // of each body that reaches through the container, ascending

    /// 0..1; 0 where nothing touches. The nearest rank.
    float share_at(double quantile) const;
    float depth_at(double quantile) const;
    float deepest_wall_m() const { return walls_m.empty() ? 0 : walls_m.back(); }
};

class DepthGauge {
public:
    static constexpr float kSpacing_m = 0.005f;

    /// Prepares each shape again, twice as fine as a scene usually has it, since what is measured is to be
    /// the mesh and not the field of the simulation. Samples stand `spacing_m` apart.
    explicit DepthGauge(std::span<const std::shared_ptr<const sim::SceneShape>> shapes,
                        float spacing_m = kSpacing_m, int threads = 0);
    ~DepthGauge();

    TrueDepth measure(std::span<const PlacedBody> bodies, const sim::Container& container) const;

    float thinnest_m() const;  // of all shapes
    size_t samples(uint32_t shape) const;

private:
    struct Fine;

    std::vector<std::unique_ptr<Fine>> shapes_;
    int threads_;
};

/// Returns the bodies of a snapshot. Those that are driven are there too.
std::vector<PlacedBody> placed_bodies(std::span<const sim::Body> bodies,
                                      std::span<const sim::RotationState> rotations);

}  // namespace app
