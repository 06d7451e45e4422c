// Another library's simulation of a scene of meshes, in a module that may be absent.
#pragma once
#include <string>
#include <vector>

#include "app/measure/true_depth.h"
#include "sim/world.h"

namespace app {

struct WorldRivalApi;

/// "bullet": all that there could be.
std::vector<std::string> world_rival_names();

/// The scene's shapes as other libraries have them, for a DepthGauge: the boxes of their parts in the bodies'
/// frame, with the thinnest part of the mesh.
std::vector<std::shared_ptr<const sim::SceneShape>> shapes_of_boxes(const sim::Scene& scene);

class WorldRivalLibrary {
public:
    /// Throws sort::Unavailable by name, with the Debian package that was missing.
    explicit WorldRivalLibrary(const std::string& name);

    const std::string& name() const { return name_; }
    const WorldRivalApi& api() const { return *api_; }

private:
    std::string name_;
    const WorldRivalApi* api_;
};

/// The bodies of a scene as they start, simulated by the library: same mass, inertia, place, turn, velocity
/// and spin; shapes made of boxes.
class RivalSimulation {
public:
    RivalSimulation(const WorldRivalLibrary& library, const sim::Scene& scene, const sim::Snapshot& start);
    ~RivalSimulation();
    RivalSimulation(const RivalSimulation&) = delete;
    RivalSimulation& operator=(const RivalSimulation&) = delete;

    void step(float time_step_s, uint32_t count);

    struct State {
        std::vector<PlacedBody> bodies;
        uint32_t asleep = 0, touching = 0;
    };
    State state() const;

private:
    const WorldRivalApi& api_;
    uint32_t count_;
    void* world_;
};

}  // namespace app
