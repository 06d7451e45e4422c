// In scenes whose bodies pull each other: what can be changed of gravity, and what it took in the last step.
#include <algorithm>
#include <cmath>

#include "app/measure/profile/profiler_stages.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/world_changes.h"
#include "app/view/widgets/widgets.h"
#include "sim/worlds/world_common.h"

namespace app {
namespace {

/// Changes when the mouse lets go: the tree is made anew.
bool leaf_row(PanelInput& in, uint32_t scene, uint32_t& leaf_bodies) {
    float& dragged = in.ui.leaf_dragged;
    float shown = dragged > 0 ? dragged : static_cast<float>(leaf_bodies);
    if (slider_row(
            in.ui,
            {"leaf size", "%.0f bodies",
             "Most bodies in a leaf of the tree; more make fewer nodes, and more bodies are summed on their own",
             1, static_cast<float>(sim::kMostLeafBodies), static_cast<float>(scene)},
            &shown))
        dragged = std::round(shown);
    if (dragged <= 0 || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return false;
    const auto chosen = static_cast<uint32_t>(dragged);
    dragged = 0;
    const bool changed = chosen != leaf_bodies;
    leaf_bodies = chosen;
    return changed;
}

/// "windows"; "full sort, in order" of the lower and the upper half of the keys.
std::string key_sort_text(const Simulation& simulation) {
    const sim::GravityWork& work = simulation.counters().gravity;
    const sort::Engine& engine = *sim::gravity_sort(simulation.config()).engine;
    if (engine.paths.empty()) return engine.name;
    std::string text;
    for (uint32_t k = 0; k < work.sorts; ++k)
        text += (k > 0 ? ", " : "") + sort_path_name(engine.paths, work.sort_path[k]);
    return text;
}

}  // namespace

void draw_gravity_rows(PanelInput& in) {
    const sim::Physics& scene = in.simulation.scene_physics();
    sim::Gravity gravity = in.simulation.physics().gravity;
    float step_ms = in.simulation.physics().time_step_s * 1000;
    if (slider_row(in.ui,
                   {"time step", "%.3f ms", "Simulated time of one step, in milliseconds",
                    scene.time_step_s * 100, scene.time_step_s * 1000, scene.time_step_s * 1000, true},
                   &step_ms)) {
        sim::Physics physics = in.simulation.physics();
        physics.time_step_s = step_ms >= scene.time_step_s * 1000 ? scene.time_step_s : step_ms / 1000;
        in.simulation.set_physics(physics);
    }
    bool changed = slider_row(
        in.ui,
        {"opening", "%.2f",
         "Opening angle of the tree, dimensionless: the larger, the nearer a node of a given size and mass may be that "
         "stands for its bodies. The smaller, the more exact and the slower.",
         std::min(0.2f, scene.gravity.opening_angle), 1, scene.gravity.opening_angle},
        &gravity.opening_angle);
    changed |= slider_row(
        in.ui,
        {"softening", "%.4g m",
         "Two bodies at distance r pull each other as if at sqrt(r\xc2\xb2 + softening\xc2\xb2), in metres",
         scene.gravity.softening_m * 0.1f, scene.gravity.softening_m * 10, scene.gravity.softening_m, true},
        &gravity.softening_m);
    changed |= leaf_row(in, scene.gravity.leaf_bodies, gravity.leaf_bodies);
    changed |= check_row(
        in.ui, "quadrupole", "quadrupoles", "", &gravity.quadrupole,
        "A node pulls by its mass and by how that is spread; else as if all of it were at its centre "
        "of mass");
    changed |= check_row(in.ui, "direct", "direct sum", "", &gravity.direct,
                         "Every body is summed on its own, without a tree: exact, and slow with many bodies");
    if (changed) in.changes.change_gravity(gravity);
}

void draw_gravity_numbers(PanelInput& in) {
    if (!in.simulation.physics().gravity.on) return;
    section(in.fonts, "Gravity");
    if (!in.simulation.has_counters()) {
        ImGui::TextDisabled("no step yet");
        return;
    }
    const sim::GravityWork& work = in.simulation.counters().gravity;
    const bool tree = !in.simulation.physics().gravity.direct;
    value_row("interactions", grouped(work.interactions), colours::kText,
              "Pairs of a body with a body or with a node that were summed in the last step");
    value_row("per body", text_of("%.1f", double(work.interactions) / in.simulation.config().bodies));
    value_row("nodes", tree ? grouped(work.nodes) : "-", colours::kText, "Of the tree, leaves too");
    value_row("depth", tree ? grouped(work.depth) : "-", colours::kText,
              "Nodes on the longest way down from the root");
    value_row(
        "key sort", tree ? key_sort_text(in.simulation) : "-", colours::kText,
        "The path that the sort of the Morton keys took, two where the engine sorts them by halves; in order: nothing "
        "to do; windows, movers: last step's order was repaired; full sort: sorted anew");
}

}  // namespace app
