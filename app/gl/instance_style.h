// What the colour of bodies follows in a frame.
#pragma once
#include "app/gl/scene_renderer.h"
#include "app/observe/instances.h"

namespace app {

/// `meshes`: the scene's bodies are drawn as their meshes.
InstanceStyle instance_style(const sim::Scene& scene, uint32_t bodies, const DrawSettings& settings,
                             bool meshes);

/// Returns whether the world's bodies are meshes.
bool has_meshes(const sim::World& world);

}  // namespace app
