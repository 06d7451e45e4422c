// Fills the style of a frame's bodies from the scene and the draw settings.
#include "app/gl/instance_style.h"

#include <algorithm>

namespace app {

InstanceStyle instance_style(const sim::Scene& scene, uint32_t bodies, const DrawSettings& settings,
                             bool meshes) {
    InstanceStyle style;
    style.colour = settings.colour;
    style.scales = settings.scales;
    style.sort = settings.sort.style;
    if (scene.physics.sleep_speed_m_s > 0) style.sleep_time_s = scene.physics.sleep_time_s;
    const std::vector<sim::SpawnGroup> groups = sim::spawn_groups_of(scene, bodies);
    style.groups.selected = settings.selected;
    style.groups.groups = uint32_t(std::min<size_t>(groups.size(), kMostSpawnGroups));
    for (uint32_t i = 0; i < style.groups.groups; ++i) {
        style.groups.end[i] = groups[i].end;
        style.groups.origin[i] = uint8_t(groups[i].origin);
        style.groups.hidden[i] = groups[i].hidden && !settings.hidden_bodies;
    }
    if (meshes) style.shapes = uint32_t(std::min<size_t>(scene.shapes.size(), kMostShapes));
    for (uint32_t i = 0; i < style.shapes; ++i) {
        const sim::SceneShape& shape = *scene.shapes[i];
        style.thinnest_m[i] = shape.shape.report.thinnest_m;
        style.kind[i] = uint8_t(shape.source.driven() ? kDrivenKind : style.movable_shapes++ % kKinds);
    }
    return style;
}

bool has_meshes(const sim::World& world) {
    const sim::BodyView bodies = world.bodies();
    return !world.config().scene.shapes.empty() && bodies.orientation && bodies.momentum_shape;
}

}  // namespace app
