// Right: the sort and the broad phase, their counters of the last step, and the selected body.
#include <cmath>

#include "app/cli/presets.h"
#include "app/cli/sort_choice.h"
#include "app/measure/profile/profiler_stages.h"
#include "app/view/panels/panels.h"
#include "app/view/session/compare.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/session/view.h"
#include "app/view/session/world_changes.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

void engine_combo(PanelInput& in) {
    label_row("engine", 0,
              "The algorithm that sorts the keys (K, Shift+K). Changing it keeps the state of the scene.");
    const std::string& reason = in.simulation.config().engine_reason;  // of `auto`
    const std::string shown = in.simulation.config().engine + (reason.empty() ? "" : " (auto)");
    if (ImGui::BeginCombo("##engine", shown.c_str())) {
        if (ImGui::Selectable(kAutoSort, !reason.empty()) && reason.empty())
            in.changes.next.engine = kAutoSort;
        note_item(in.ui, "engine auto");
        tooltip(
            "The engine that was measured fastest on this device for so many keys in such an order; the first time "
            "they are measured, which takes a second");
        for (const sort::Engine& engine : sort::engines()) {
            if (engine.backend != in.simulation.config().backend) continue;
            const bool current = reason.empty() && in.simulation.config().engine == engine.name;
            const std::string refusal = sort::refusal_of(engine, in.simulation.config().device);
            ImGui::BeginDisabled(!refusal.empty());
            if (ImGui::Selectable(engine.name, current) && !current) in.changes.next.engine = engine.name;
            ImGui::EndDisabled();
            note_item(in.ui, (std::string("engine ") + engine.name).c_str());
            tooltip(std::string(engine.sentence) + (*engine.paper ? std::string("\n") + engine.paper : "") +
                    (refusal.empty() ? "" : "\nNot here: " + refusal));
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, "engine");
    if (const sort::Engine* engine = sort::find_engine(in.simulation.config().engine))
        tooltip(engine->sentence);
    if (!reason.empty())
        ImGui::TextUnformatted(wrapped("auto: " + reason, ImGui::GetContentRegionAvail().x).c_str());
}

/// Opens the lesson of this engine, or, where it has none, the lesson that was open last.
void lesson_button(PanelInput& in) {
    if (ImGui::Button("Show how it sorts", {ImGui::GetContentRegionAvail().x, 0})) {
        in.ui.lesson = true;
        in.ui.lesson_engine = in.simulation.config().engine;
    }
    note_item(in.ui, "show how it sorts");
    tooltip("A lesson: a few keys, sorted stage by stage (F5)");
}

void broad_phase_combo(PanelInput& in) {
    label_row(
        "broad phase", 0,
        "The algorithm that finds pairs of overlapping boxes. Changing it keeps the state of the scene.");
    const std::string& reason = in.simulation.config().broad_phase_reason;  // of `auto`
    const std::string shown = in.simulation.config().broad_phase + (reason.empty() ? "" : " (auto)");
    if (ImGui::BeginCombo("##broad phase", shown.c_str())) {
        if (ImGui::Selectable(sim::kAutoBroadPhase, !reason.empty()))
            in.changes.next.broad_phase = sim::kAutoBroadPhase;
        note_item(in.ui, "broad phase auto");
        tooltip("chosen from the number of bodies and their distribution when the world is created");
        for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) {
            const bool current = reason.empty() && in.simulation.config().broad_phase == entry.name;
            if (ImGui::Selectable(entry.name, current) && !current) in.changes.next.broad_phase = entry.name;
            note_item(in.ui, (std::string("broad phase ") + entry.name).c_str());
            tooltip(entry.sentence);
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, "broad phase");
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) {
        if (in.simulation.config().broad_phase == entry.name)
            tooltip(entry.sentence + (reason.empty() ? "" : "\nchosen by auto: " + reason));
    }
}

void choose_preset(PanelInput& in, const char* name) {
    in.changes.next.preset = name;
    if (*name) in.view.draw.boxes = true;
}

/// What the chosen preset replaced, and the second world with the defaults.
void preset_rows(PanelInput& in) {
    const ViewOptions& options = in.simulation.options();
    if (options.preset.empty()) return;
    if (!options.preset_replaced.empty())
        ImGui::TextUnformatted(wrapped(options.preset_replaced, ImGui::GetContentRegionAvail().x).c_str());
    if (in.compare.ab()) return;
    const sim::WorldConfig& config = in.simulation.config();
    if (ImGui::Button("A/B with the default", {ImGui::GetContentRegionAvail().x, 0}))
        in.compare.start_ab(sort::engine_or_default("", config.backend, config.device).name,
                            sim::default_broad_phase(config.backend));
    note_item(in.ui, "preset beside");
    tooltip(
        "A second world from this state, with the default engine and broad phase, steps beside this one.");
}

void preset_combo(PanelInput& in) {
    label_row(
        "preset", 0,
        "The sort of a paper in the frame of its time: endpoint, the paper's engine, every pass timed (Stages), "
        "boxes drawn. It keeps the state of the scene.");
    const std::string& current = in.simulation.options().preset;
    if (ImGui::BeginCombo("##preset", current.empty() ? "none" : current.c_str())) {
        if (ImGui::Selectable("none", current.empty()) && !current.empty()) choose_preset(in, "");
        note_item(in.ui, "preset none");
        tooltip("The default engine and broad phase of this backend");
        for (const Preset& preset : presets()) {
            if (ImGui::Selectable(preset.name, current == preset.name) && current != preset.name)
                choose_preset(in, preset.name);
            note_item(in.ui, (std::string("preset ") + preset.name).c_str());
            tooltip(std::string(preset.did) + "\n" + preset.differs);
        }
        ImGui::EndCombo();
    } else if (!current.empty()) {
        const Preset& preset = find_preset(current);
        tooltip(std::string(preset.did) + "\n" + preset.differs);
    }
    note_item(in.ui, "preset");
}

void backend_combo(PanelInput& in) {
    label_row("backend", 0, "Where the steps are computed (X). Changing it keeps the state of the scene.");
    const sim::Backend current = in.simulation.config().backend;
    if (ImGui::BeginCombo("##backend", sort::name_of(current))) {
        for (const sim::Backend backend : {sim::Backend::cpu, sim::Backend::cuda}) {
            if (ImGui::Selectable(sort::name_of(backend), backend == current) && backend != current) {
                in.changes.switch_backend();
            }
            note_item(in.ui, (std::string("backend ") + sort::name_of(backend)).c_str());
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, "backend");
}

/// One square per pass: filled for those that ran, hollow for those skipped.
void pass_chips(uint32_t run, uint32_t skipped, float scale) {
    const uint32_t passes = run + skipped;
    if (passes == 0 || passes > 64) return;
    const float gap = std::round(2 * scale), room = ImGui::GetContentRegionAvail().x;
    const uint32_t a_row = passes > 16 ? (passes + 1) / 2 : passes;
    const float side = std::fmin(std::round(11 * scale), std::floor(room / static_cast<float>(a_row)) - gap);
    const uint32_t rows = (passes + a_row - 1) / a_row;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (uint32_t k = 0; k < passes; k++) {
        const ImVec2 a{at.x + static_cast<float>(k % a_row) * (side + gap),
                       at.y + static_cast<float>(k / a_row) * (side + gap)};
        const ImVec2 b{a.x + side, a.y + side};
        if (k < run) {
            list->AddRectFilled(a, b, colours::kAccent);
        } else {
            list->AddRect({a.x + 0.5f, a.y + 0.5f}, {b.x - 0.5f, b.y - 0.5f}, colours::kGrey);
        }
    }
    ImGui::Dummy({room, static_cast<float>(rows) * (side + gap)});
    tooltip("One square per pass: filled = run, hollow = skipped");
}

/// The step that the Stages show, so that both say the same of one step; before the first of this broad phase, what
/// is known of the last.
const sim::Counters& shown_counters(const Simulation& simulation, const Telemetry& telemetry) {
    const Statistics& statistics = telemetry.statistics();
    return statistics.of_step > 0 ? statistics.counters : simulation.counters();
}

void order_row(const sim::Counters& counters, float scale) {
    const bool sorted = counters.descents == 0;
    const std::string text =
        sorted ? "sorted" : grouped(counters.descents) + (counters.descents == 1 ? " descent" : " descents");
    value_row("input", text, sorted ? colours::kAccent : colours::kYellow,
              "The order of the keys before the sort. A descent is a key greater than the next one.");
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    draw_icon(ImGui::GetWindowDrawList(), sorted ? Icon::tick : Icon::descent,
              {a.x - 9 * scale, (a.y + b.y) / 2}, 9 * scale, sorted ? colours::kAccent : colours::kYellow);
}

/// Draws rows, for engines with several paths: the path of the last step's sorts, and how far pairs moved.
void path_rows(const Simulation& simulation, const Telemetry& telemetry) {
    const std::span<const char* const> names = telemetry.profiler.sort_path_names();
    const sim::Counters& c = shown_counters(simulation, telemetry);
    if (names.empty() || c.sorts == 0) return;
    std::string paths;
    for (uint32_t k = 0; k < c.sorts; k++) paths += (k ? ", " : "") + sort_path_name(names, c.sort_path[k]);
    std::string tip = "The path that the last step's sort took. Sorts per path over the recorded steps:";
    for (const SortSummary::Path& path : telemetry.profiler.sorts().paths)
        tip += "\n" + path.name + ": " + grouped(path.sorts);
    const bool measured = measures_shift(c);
    const sim::WorldConfig& config = simulation.world().config();
    const std::string why = path_reason(c, config.engine, config.bodies);
    value_row("path", paths, colours::kAccent, (why + "\n" + tip).c_str());
    if (!why.empty()) ImGui::TextUnformatted(wrapped(why, ImGui::GetContentRegionAvail().x).c_str());
    value_row("windows", measured ? grouped(c.sort_windows) : "-", colours::kText,
              "Out-of-order stretches that were sorted separately; not measured by a full sort");
    value_row("movers", measured ? grouped(c.sort_movers) : "-", colours::kText,
              "Pairs that were moved one by one, however far; not measured by a full sort");
    value_row("largest shift", measured ? grouped(c.sort_max_shift) : "-", colours::kText,
              "The largest change of a pair's index; not measured by a full sort");
}

void sort_numbers(PanelInput& in) {
    const sim::Counters& c = shown_counters(in.simulation, in.telemetry);
    if (!in.simulation.has_counters()) {
        ImGui::TextDisabled("no step yet");
        return;
    }
    const uint32_t sorts = in.telemetry.statistics().sorts;
    if (sorts > 0) {
        order_row(c, in.scale);
    } else {
        value_row("input", "-", colours::kText, "This broad phase does not sort");
    }
    if (sorts > 0) path_rows(in.simulation, in.telemetry);
    value_row("passes run", sorts > 0 ? std::to_string(c.passes_run) : "-");
    value_row("passes skipped", sorts > 0 ? std::to_string(c.passes_skipped) : "-", colours::kText,
              "Passes skipped because the keys were in order or all had the same digit");
    const bool by_passes =
        !(measures_shift(c) && c.sort_windows + c.sort_movers > 0);  // a repair has no passes
    if (sorts > 0 && by_passes) pass_chips(c.passes_run, c.passes_skipped, in.scale);
    const double rate = in.telemetry.statistics().sort_mkeys_per_s;
    value_row("rate", rate > 0 ? text_of(rate < 100 ? "%.1f Mkeys/s" : "%.0f Mkeys/s", rate) : "-",
              colours::kText,
              "Keys sorted per second over the recorded steps; a sort that ended early counts in full");
    value_row("sort axis",
              sorts == 0  ? "-"
              : sorts > 1 ? "x, y, z"
                          : std::string(1, "xyz"[c.axis % 3]),
              colours::kText, "The axis along which boxes are sorted; with columns, inside each column");
    const ColumnChanges changes = in.telemetry.profiler.column_changes();
    if (changes.count > 0 && changes.last_step <= c.completed_steps) {  // not ahead of a run that went back
        value_row(
            "columns changed", "step " + grouped(changes.last_step), colours::kYellow,
            ("Other columns give nearly every box another key, so that a repair seldom pays in that step. "
             "Times so far: " +
             grouped(changes.count))
                .c_str());
    }
}

void pair_numbers(PanelInput& in) {
    const sim::Counters& c = shown_counters(in.simulation, in.telemetry);
    if (!in.simulation.has_counters()) return;
    // The last step of another broad phase says nothing.
    value_row("box tests", in.telemetry.statistics().of_step == 0 ? "-" : grouped(c.tests), colours::kText,
              "Pairs of boxes that the broad phase compared in the last step");
    value_row("pairs", grouped(c.pairs), colours::kText, "Candidate pairs: their boxes overlap");
    value_row("contacts", grouped(c.contacts), colours::kText, "Pairs whose spheres touch");
    value_row("asleep", grouped(c.asleep), colours::kText,
              "Bodies at rest, not moved until something touches them");
}

}  // namespace

void draw_sort_panel(PanelInput& in) {
    begin_region("##sort", in.layout.right, colours::kPanel);
    section(in.fonts, "Sort");
    preset_combo(in);
    preset_rows(in);
    backend_combo(in);
    engine_combo(in);
    lesson_button(in);
    sort_numbers(in);
    draw_sort_view(in);
    section(in.fonts, "Pairs");
    broad_phase_combo(in);
    pair_numbers(in);
    draw_gravity_numbers(in);
    draw_body_section(in);
    end_region();
}

}  // namespace app
