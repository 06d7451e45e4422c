// Left: the scene, the number of bodies, the physical parameters, and what is drawn.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "app/base/messages.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/frames/frame_feed.h"
#include "app/view/actions/actions.h"
#include "app/view/actions/run_saving.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/session/world_changes.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kRoomyRows = 32;  // of so many all controls are seen; a lower panel is denser
constexpr float kLowSpacing = 0.7f, kLowPadding = 0.85f;

constexpr uint32_t kFewest = 1000, kMost = 10000000;  // of the slider

/// Two digits: as fine as a mouse can set.
uint32_t rounded(uint32_t bodies) {
    uint32_t power = 1;
    while (bodies / power >= 100) power *= 10;
    return (bodies + power / 2) / power * power;
}

/// "10,000,000" as the panels show it; anything else unchanged.
std::string without_commas(const std::string& typed) {
    std::string digits = typed;
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    const bool number =
        !digits.empty() && digits.size() < 16 && digits.find_first_not_of("0123456789") == std::string::npos;
    return number && grouped(std::stoull(digits)) == typed ? digits : typed;
}

/// "128", "1e6", "10M": as on the command line. Reports what is wrong with it.
void request_bodies(const Simulation& simulation, WorldChanges& changes, Messages& messages,
                    const std::string& typed) {
    try {
        const uint64_t bodies = parse_count("bodies", without_commas(typed));
        if (bodies >= 1 && bodies <= sim::kMaxBodies) {
            if (bodies != simulation.config().bodies) changes.next.bodies = static_cast<uint32_t>(bodies);
            return;
        }
        messages.say(grouped(bodies) + " bodies requested; the range is 1 to " + grouped(sim::kMaxBodies),
                     true);
    } catch (const std::exception& error) {
        messages.say(error.what(), true);
    }
}

/// The slider follows the mouse; the number of bodies changes when the button is released.
void bodies_rows(PanelInput& in) {
    const uint32_t bodies = in.simulation.config().bodies, most = std::max(bodies, kMost);
    uint32_t chosen = in.ui.bodies_dragged ? in.ui.bodies_dragged : bodies;
    const uint32_t usual = sim::default_bodies(in.simulation.config().scene, in.simulation.config().backend);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, button = ImGui::GetFrameHeight();
    label_row("bodies", button + gap, "The number of bodies. Changing it restarts the scene.");
    begin_slider();
    const std::string shown = grouped(chosen);  // instead of a format: there is none with separators
    if (ImGui::SliderScalar(
            "##bodies", ImGuiDataType_U32, &chosen, &kFewest, &most, shown.c_str(),
            ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
        chosen = rounded(chosen);
    }
    end_slider(chosen, kFewest, most, true);
    note_item(in.ui, "bodies slider");
    tooltip("Drag to a number from 1,000 to 10,000,000. The scene restarts when you release the button.");
    in.ui.bodies_dragged = ImGui::IsItemActive() ? chosen : 0;
    if (ImGui::IsItemDeactivatedAfterEdit() && chosen != bodies) in.changes.next.bodies = chosen;
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(bodies == usual);
    if (icon_button(in.ui, "reset bodies", Icon::reset, "Reset to the scene's number, " + grouped(usual),
                    {button, button}))
        in.changes.next.bodies = usual;
    ImGui::EndDisabled();

    label_row("number", 0, "Type a number up to 2^27, such as 4000, 64Ki or 10M, and press Enter.");
    char typed[32];
    std::snprintf(typed, sizeof typed, "%s", grouped(bodies).c_str());
    if (ImGui::InputText("##number", typed, sizeof typed,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll))
        request_bodies(in.simulation, in.changes, in.messages, typed);
    note_item(in.ui, "bodies input");
}

void seed_rows(PanelInput& in) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float button = ImGui::CalcTextSize("new").x + 2 * ImGui::GetStyle().FramePadding.x;
    label_row("seed", button + gap, "The seed of the random numbers. Changing it restarts the scene.");
    uint64_t seed = in.simulation.config().seed;
    if (ImGui::InputScalar("##seed", ImGuiDataType_U64, &seed, nullptr, nullptr, "%llu",
                           ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll) &&
        seed != in.simulation.config().seed) {
        in.changes.next.seed = seed;
    }
    note_item(in.ui, "seed input");
    ImGui::SameLine(0, gap);
    if (ImGui::Button("new")) perform("restart_new_seed", {in, in.ui});
    note_item(in.ui, "new seed");
    tooltip(tip("restart_new_seed"));
    const float half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
    if (ImGui::Button("Restart", {half, 0})) perform("restart", {in, in.ui});
    note_item(in.ui, "restart scene");
    tooltip(tip("restart"));
    ImGui::SameLine(0, gap);
    if (ImGui::Button("Save run", {ImGui::GetContentRegionAvail().x, 0}))
        save_run_here(in.simulation, in.view, in.messages);
    note_item(in.ui, "save run");
    tooltip(
        "Write the run since the last restart, with all that was done by hand, into a file that "
        "`sweeplab replay` replays, here or on another machine");
}

/// What is shown of a folder of frames.
void frame_rows(PanelInput& in, const FrameFeed& feed) {
    const FrameSet& set = feed.set();
    const auto frame = size_t(std::clamp<uint64_t>(in.simulation.run().step(), 1, feed.frames()) - 1);
    const std::string name = set.name(frame);
    value_row("frame", grouped(frame + 1) + " of " + grouped(feed.frames()), colours::kText,
              "Drag the bar below the view to go to another one");
    value_row("file", fit_text(name, ImGui::GetContentRegionAvail().x * 0.7f), colours::kText, name.c_str());
    value_row(name_of(set.kind()), grouped(in.simulation.config().bodies));
    if (set.kind() == ItemKind::keys)
        tooltip(
            "Keys have no bodies. Each is a point: along x as far as it lies between the least and the greatest key of "
            "its frame, along y its index. The sort is of x as float32; `bench sort --data` sorts the keys themselves");
    if (!feed.faults().empty()) {
        std::string all;
        for (const auto& [at, fault] : feed.faults()) all += (all.empty() ? "" : "\n") + fault;
        value_row("cannot be shown", counted(feed.faults().size(), "frame"), colours::kVermilion,
                  all.c_str());
    }
    check_row(in.ui, "loop", "loop", "", &in.simulation.loops,
              "After the last frame goes on with the first; else pauses");
}

/// Draws the slider of the stiffness of spheres, in megapascals; returns whether it changed.
bool stiffness_row(PanelInput& in, const sim::Physics& scene, sim::Physics& physics) {
    const float scene_mega = scene.stiffness_pa / 1e6f;
    float mega = physics.stiffness_pa / 1e6f;
    const bool changed =
        slider_row(in.ui,
                   {"stiffness", "%.3g MPa",
                    "Repulsion of touching spheres, in megapascals: force per radius and overlap",
                    scene_mega * 0.1f, scene_mega * 10, scene_mega, true},
                   &mega);
    if (changed) physics.stiffness_pa = mega == scene_mega ? scene.stiffness_pa : mega * 1e6f;
    return changed;
}

void physics_rows(PanelInput& in) {
    const sim::Physics& scene = in.simulation.scene_physics();
    sim::Physics physics = in.simulation.physics();
    if (physics.gravity.on) return draw_gravity_rows(in);
    float step_ms = physics.time_step_s * 1000;
    bool changed = false;
    if (slider_row(in.ui,
                   {"time step", "%.3f ms", "Simulated time of one step, in milliseconds",
                    scene.time_step_s * 100, scene.time_step_s * 1000, scene.time_step_s * 1000, true},
                   &step_ms)) {
        // Back at the top the value is the scene's own, to the last bit.
        physics.time_step_s = step_ms >= scene.time_step_s * 1000 ? scene.time_step_s : step_ms / 1000;
        changed = true;
    }
    changed |= draw_gravity_vector(in, physics.gravity_m_s2);
    const bool spheres = in.simulation.config().scene.shapes.empty();
    if (spheres) changed |= stiffness_row(in, scene, physics);
    changed |= slider_row(
        in.ui,
        {"restitution", "%.2f", "Speed after a head-on impact divided by the speed before, dimensionless",
         0.05f, 1, scene.restitution},
        &physics.restitution);
    changed |=
        slider_row(in.ui,
                   {"friction", "%.2f", "Coulomb friction coefficient of touching bodies, dimensionless", 0,
                    1.5f, scene.friction},
                   &physics.friction);
    if (changed) in.simulation.set_physics(physics);
}

/// Returns the name that fits the closed menu; the open menu shows the full names.
const char* short_name(Colour colour) {
    switch (colour) {
        case Colour::kind:
            return "kind";
        case Colour::rank:
            return "rank";
        case Colour::digit:
            return "digit";
        case Colour::tile:
            return "tile";
        case Colour::shift:
            return "shift";
        case Colour::disorder:
            return "disorder";
        case Colour::pairs:
            return "pairs";
        case Colour::speed:
            return "speed";
        case Colour::depth:
            return "depth";
        case Colour::asleep:
            return "asleep";
    }
    return "";
}

void quality_row(PanelInput& in) {
    const QualityStatus& status = in.interop.quality;
    std::optional<Quality>& requested = in.view.draw.quality;
    const std::string tip = "How much light and shadow is computed. Now: " + status.text() + ".";
    label_row("quality", 0, tip.c_str());
    const char* drawn = kQualityNames[size_t(status.drawn)];
    const std::string shown = requested ? drawn : "auto: " + std::string(drawn);
    if (ImGui::BeginCombo("##quality", shown.c_str())) {
        if (ImGui::Selectable("auto", !requested)) requested.reset();
        note_item(in.ui, "quality auto");
        tooltip("As good as keeps the window smooth");
        for (const Quality quality : kLiveQualities) {
            const std::string name = kQualityNames[size_t(quality)];
            const auto flags = quality > status.most ? ImGuiSelectableFlags_Disabled : 0;
            if (ImGui::Selectable(name.c_str(), requested == quality, flags)) requested = quality;
            note_item(in.ui, ("quality " + name).c_str());
            const std::vector<std::string> without = Look::of(quality).left_out();
            tooltip(without.empty() ? "Everything is on" : "Off: " + join(without));
        }
        ImGui::EndCombo();
    } else {
        tooltip(tip);
    }
    note_item(in.ui, "quality");
}

void tree_level_row(PanelInput& in) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, button = ImGui::GetFrameHeight();
    label_row(
        "level", button + gap,
        "The last level of the tree whose boxes are drawn. Level 0 is all bodies. Shift+Up, Shift+Down.");
    constexpr uint32_t kLeast = 0, kMost = kMostTreeLevel;
    const bool idle = in.view.draw.shown_of() != sim::kNobody;
    ImGui::BeginDisabled(idle);
    begin_slider();
    ImGui::SliderScalar("##tree level", ImGuiDataType_U32, &in.view.draw.tree_level, &kLeast, &kMost, "%u",
                        ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput);
    end_slider(in.view.draw.tree_level, kLeast, kMost, false);
    note_item(in.ui, "tree level");
    ImGui::SameLine(0, gap);
    if (icon_button(in.ui, "reset tree level", Icon::reset,
                    "Reset to level " + std::to_string(kUsualTreeLevel), {button, button}))
        in.view.draw.tree_level = kUsualTreeLevel;
    ImGui::EndDisabled();
    if (idle)
        tooltip(
            "With a body selected, the boxes are those of all nodes that pulled it, of any level. Clear the "
            "selection to choose a level.");
}

void view_rows(PanelInput& in) {
    DrawSettings& draw = in.view.draw;
    label_row("colour", 0, "The quantity that the colour of a body shows. Keys 1 to 8, 0 and Shift+0.");
    if (ImGui::BeginCombo("##colour", short_name(draw.colour))) {
        for (const Colour colour : kAllColours) {
            if (ImGui::Selectable(name_of(colour), colour == draw.colour)) draw.colour = colour;
            note_item(in.ui, (std::string("colour ") + short_name(colour)).c_str());
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, "colour");
    check_row(in.ui, "flat", "flat colours", "9", &draw.flat);
    label_row("camera", 0, "Where the view is seen from. Home, Shift+1, Shift+2, Shift+3.");
    const int preset = static_cast<int>(in.view.camera_preset());
    if (ImGui::BeginCombo("##camera", kCameraPresetNames[preset])) {
        for (int k = 0; k < static_cast<int>(std::size(kCameraPresetNames)); k++) {
            if (ImGui::Selectable(kCameraPresetNames[k], k == preset))
                in.view.set_camera(static_cast<CameraPreset>(k));
            note_item(in.ui, (std::string("camera ") + kCameraPresetNames[k]).c_str());
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, "camera");
    const bool tree = in.simulation.world().bodies().tree.exists();
    const sim::Gravity& gravity = in.simulation.physics().gravity;
    const bool no_tree = gravity.on && gravity.direct;
    const char* const boxes_tip =
        no_tree ? "There is no tree: the direct sum adds every body with every other."
        : tree
            ? "The boxes of the tree's nodes, of one level and the two above it; of many, some. With a body "
              "selected: the nodes and bodies that pulled it."
            : "The box around each body. With a body selected: its own and those of its partners. Without: of many "
              "bodies every so many-th, and fainter far away.";
    ImGui::BeginDisabled(no_tree);
    check_row(in.ui, "boxes", tree || no_tree ? "tree boxes" : "boxes", "G", &draw.boxes, boxes_tip);
    ImGui::EndDisabled();
    if (tree && !no_tree && draw.boxes) tree_level_row(in);
    check_row(
        in.ui, "pair lines", "pair lines", "L", &draw.pairs,
        "An arc per pair of the broad phase. With a body selected: its own pairs. Without: of many pairs some, "
        "chosen by their ids.");
    check_row(
        in.ui, "contacts", "contacts", "C", &draw.contacts,
        "A dot where two bodies touch. Where spheres collide it glows, by the speed at which they approach; "
        "contacts at rest do not.");
    bool selected_only = !draw.of_all;
    if (check_row(in.ui, "selected only", "selected only", "Shift+G", &selected_only,
                  "With a body selected: boxes and pair lines of it and its partners only"))
        draw.of_all = !selected_only;
    check_row(
        in.ui, "strip", "axis strip", "Shift+A", &in.ui.axis_strip,
        "Below the view: each body's interval on the sort axis, in sorted order. Drag on it to bring out a "
        "range.");
    check_row(
        in.ui, "columns", "columns", "Shift+C", &draw.columns,
        "The columns of the broad phase `columns` as panes: of the level with the most keys and, where there are "
        "more than 24 across an axis, every so many-th border.");
    if (in.view.hides_bodies()) {
        check_row(
            in.ui, "halo", "halo", "H", &draw.hidden_bodies,
            "The bodies of the halos too. They hold the galaxies together, and hide them: most of the mass is "
            "theirs.");
    }
    bool clip = draw.clip.on;
    if (check_row(
            in.ui, "clip plane", "clip plane", "V", &clip,
            "Cuts away what lies between a plane and the camera. Drag its handle, or press Up and Down; Shift+V: "
            "across the next axis. What the plane touches casts no shadow."))
        in.view.turn_clip();
    quality_row(in);
    bool light = draw.theme == Theme::light;
    if (check_row(in.ui, "light theme", "light theme", "", &light))
        draw.theme = light ? Theme::light : Theme::dark;
}

}  // namespace

void draw_scene_panel(PanelInput& in) {
    begin_region("##scene", in.layout.left, colours::kPanel);
    const ImGuiStyle& style = ImGui::GetStyle();
    const bool low = in.layout.left.height < kRoomyRows * ImGui::GetFrameHeightWithSpacing();
    const float spacing = low ? kLowSpacing : 1, padding = low ? kLowPadding : 1;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {style.ItemSpacing.x, std::floor(style.ItemSpacing.y * spacing)});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {style.FramePadding.x, std::floor(style.FramePadding.y * padding)});
    section(in.fonts, "Scene");
    draw_scene_list(in);
    if (const FrameFeed* const feed = in.simulation.feed()) {
        frame_rows(in, *feed);
    } else {
        bodies_rows(in);
        seed_rows(in);
        section(in.fonts, "Physics");
        physics_rows(in);
    }
    section(in.fonts, "View");
    view_rows(in);
    if (!in.simulation.feed()) {
        section(in.fonts, "Hands");
        draw_hand_rows(in);
    }
    note_rows_below_scenes();
    ImGui::PopStyleVar(2);
    end_region();
}

}  // namespace app
