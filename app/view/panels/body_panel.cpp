// The selected body: its id, its rank in the sorted order, its pairs.
#include <algorithm>
#include <cmath>

#include "app/observe/readers/axis_strip.h"
#include "app/view/inspect/walk_feed.h"
#include "app/view/panels/panels.h"
#include "app/view/session/inspector.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/widgets/widgets.h"
#include "sim/math/rolling.h"

namespace app {
namespace {

/// Returns the ids of a body's partners in lines of at most `width` pixels: ImGui would also break them
/// inside numbers, behind a comma.
std::string pair_list(const sim::WatchedBody& body, float width) {
    const uint32_t listed = std::min(body.pair_count, sim::kWatchedPairs);
    std::vector<uint32_t> sorted(body.pair_ids, body.pair_ids + listed);
    std::sort(sorted.begin(), sorted.end());
    std::string lines, line;
    const auto add = [&](const std::string& word) {
        const std::string longer = line.empty() ? word : line + "  " + word;
        if (!line.empty() && ImGui::CalcTextSize(longer.c_str()).x > width) {
            lines += line + '\n';
            line = word;
        } else {
            line = longer;
        }
    };
    for (const uint32_t id : sorted) add(grouped(id));
    if (body.pair_count > listed) add("...");
    return lines + line;
}

/// "3.35 kg", "33,500 kg": three digits.
std::string kilograms(double value) {
    if (std::isinf(value)) return "nothing moves it";
    if (!(value >= 999.5 && value < 1e15)) return text_of("%.3g kg", value);
    double unit = 1;
    while (value / unit >= 999.5) unit *= 10;
    return grouped(static_cast<uint64_t>(std::round(value / unit) * unit)) + " kg";
}

std::string metres(float value) { return text_of("%.3g m", static_cast<double>(value)); }

void draw_rotation_rows(const Simulation& simulation, const sim::WatchedBody& body) {
    const sim::SceneShape& shape = *simulation.config().scene.shapes[body.shape];
    value_row("shape", short_name(shape), colours::kText, shape.source.file.c_str());
    const double turning = static_cast<double>(length(body.momentum));
    if (shape.source.driven())
        value_row("turns", text_of("%.3g rad/s", turning), colours::kText, "Nothing changes how it turns");
    else
        value_row("L", text_of("%.3g kg m2/s", turning), colours::kText,
                  "Its angular momentum, which stays as it is while nothing touches the body");
}

/// Draws the row with the spin of a sphere that rolls.
void draw_spin_row(const sim::WatchedBody& body) {
    const sim::Vec3 spin = sim::spin_of(body.momentum, body.radius_m, body.mass_kg);
    value_row("spin", text_of("%.3g rad/s", static_cast<double>(length(spin))), colours::kText,
              "How fast it turns, as a solid ball");
}

/// Draws rows on the walk of the selected body's group through the tree.
void draw_walk_rows(const Simulation& simulation, const Inspector& inspector) {
    const sim::WalkOfBody* const walk = inspector.walk();
    const bool tree = !simulation.physics().gravity.direct;
    const std::string unknown = inspector.refuses_walk() ? "-" : "loading ...";
    const auto row = [&](const char* label, const std::string& value, const char* tip) {
        value_row(label, walk ? value : unknown, walk ? colours::kText : colours::kDim, tip);
    };
    const auto acceleration = walk ? static_cast<double>(length(walk->acceleration)) : 0;
    row("pull", text_of("%.3g m/s\xc2\xb2", acceleration), "Its acceleration by all other bodies");
    row("error", walk ? text_of("%.2g %%", 100 * walk->error()) : "",
        "Of its acceleration, against the sum over all bodies, each on its own, in double precision");
    if (!tree) return;
    row("Morton rank", walk ? grouped(walk->rank) : "",
        "Its index in the order of the Morton keys, by which the tree is made (colour 2 shows it)");
    row("by nodes", walk ? grouped(walk->nodes.size()) : "",
        "Nodes of the tree that pull it in the place of their bodies (G shows them)");
    row("by bodies", walk ? grouped(walk->bodies.size()) : "",
        "Bodies that pull it on their own: those of leaves that are too near");
    row("group", walk ? grouped(walk->group_bodies) : "",
        "Bodies that walk through the tree together: a node must be far enough from all of them");
}

}  // namespace

void draw_body_section(PanelInput& in) {
    section(in.fonts, "Selected body");
    if (in.ui.to_selected) ImGui::SetScrollHereY(0);
    in.ui.to_selected = false;
    const sim::WatchedBody* body = in.view.selected_body();
    if (!body) {
        ImGui::PushTextWrapPos(0);
        ImGui::TextDisabled(in.view.draw.selected == sim::kNobody ? "Click a body to select it."
                                                                  : "loading ...");
        ImGui::PopTextWrapPos();
        return;
    }
    const bool known = in.view.rank_known();
    // While the world is paused the axis strip may know what the counters do not.
    const Strip* const strip = in.inspector.strip();
    const StripBody* const in_strip =
        strip && sort_note(in.simulation).empty() ? strip->find(body->id) : nullptr;
    const bool sorted = known || in_strip;
    const uint32_t rank = known || !in_strip ? body->rank : in_strip->rank;
    const uint32_t key = known || !in_strip ? body->key : in_strip->key;
    const char* later = "after the next step";
    value_row("id", grouped(body->id), colours::kText, "The body's number, fixed when it is spawned");
    const bool gravity = in.simulation.physics().gravity.on;
    const char axis = "xyz"[in.simulation.counters().axis % 3];
    const std::string of_axis = gravity ? std::string(" along ") + axis : "";  // gravity has keys of its own
    value_row(("rank" + of_axis).c_str(), sorted ? grouped(rank) : later,
              sorted ? colours::kText : colours::kDim, "Its index in the order by the sort axis");
    value_row(
        ("key" + of_axis).c_str(), sorted ? text_of("0x%08x", key) : later,
        sorted ? colours::kText : colours::kDim,
        "Its sort key: the minimum of its box on the sort axis, mapped to an unsigned integer of the same order. "
        "The broad phase columns puts the index of the column in front.");
    const bool is_mesh = body->shape < in.simulation.config().scene.shapes.size();
    const sim::Vec3 v = body->velocity_m_s;
    value_row("speed",
              text_of("%.3f m/s", std::sqrt(static_cast<double>(v.x * v.x + v.y * v.y + v.z * v.z))));
    if (is_mesh) draw_rotation_rows(in.simulation, *body);
    if (in.simulation.config().scene.physics.rotation && !is_mesh) draw_spin_row(*body);
    value_row("radius", metres(body->radius_m), colours::kText,
              is_mesh ? "Of the sphere around its mesh" : nullptr);
    value_row("mass", body->mass_kg == sim::kDrivenMass ? "driven: nothing moves it"
                                                        : kilograms(static_cast<double>(body->mass_kg)));
    if (is_mesh) {
        value_row("contacts", known ? grouped(body->contacts) : later, known ? colours::kText : colours::kDim,
                  "Bodies and walls that it touches; not counted between bodies that sleep");
    }
    if (in.simulation.physics().gravity.on) draw_walk_rows(in.simulation, in.inspector);
    value_row("pairs", grouped(body->pair_count), colours::kText,
              "Its candidate pairs; the ids of the other bodies are below");
    if (body->pair_count > 0)
        ImGui::TextUnformatted(pair_list(*body, ImGui::GetContentRegionAvail().x).c_str());
    if (ImGui::Button("Look at it")) in.view.look_at_selected();
    note_item(in.ui, "look at");
    tooltip("Moves the camera to the body (F)");
    ImGui::SameLine();
    if (ImGui::Button("Clear")) in.view.select(sim::kNobody);
    note_item(in.ui, "clear selection");
}

}  // namespace app
