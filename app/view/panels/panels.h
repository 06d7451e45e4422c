// The panels: what each is given and one function a panel. Panels change the parts of the session and the
// UiState, nothing else.
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/base/memory_list.h"
#include "app/gl/scene_renderer.h"
#include "app/view/session/session_parts.h"
#include "app/view/session/ui_state.h"
#include "app/view/widgets/layout.h"
#include "app/view/widgets/theme.h"
#include "app/view/widgets/thumbnails.h"

namespace app {

class FrameTimeline;
struct SkipMark;
struct Slice;
struct StageSummary;

struct PanelInput : SessionParts {
    UiState& ui;
    const Fonts& fonts;
    const Layout& layout;
    float scale;
    InteropStatus interop;
    std::string device;                               // "NVIDIA H200", or "CPU, 2 threads"
    double frame_ms = 0;                              // of the last half second
    std::optional<SeenBody> hovered = {};             // the body where the mouse rests
    Thumbnails* thumbnails = nullptr;                 // null: the list of scenes has none
    std::function<MemoryList()> drawing_memory = {};  // asks OpenGL; empty: nothing is drawn
};

/// Draws all panels in the layout's regions; with an open lesson, only those around it.
void draw_panels(PanelInput& in);

void draw_top_bar(PanelInput& in);
void draw_scene_panel(PanelInput& in);      // scene, physics, view
void draw_gravity_rows(PanelInput& in);     // of the scene panel
void draw_gravity_numbers(PanelInput& in);  // of the sort panel
void draw_scene_list(PanelInput& in);
void note_rows_below_scenes();         // at the end of the scene panel, for its list to take what is left
void draw_sort_panel(PanelInput& in);  // sort, then the selected body below it
void draw_sort_view(PanelInput& in);   // the pass in view, the frozen sort
void draw_body_section(PanelInput& in);
void draw_tool_panel(PanelInput& in);
void draw_timeline_tab(PanelInput& in);
void draw_stages_tab(PanelInput& in);
void draw_history_tab(PanelInput& in);
void draw_counters_tab(PanelInput& in);
void draw_histogram_tab(PanelInput& in);
void draw_disorder_tab(PanelInput& in);
void draw_memory_tab(PanelInput& in);
void draw_race_tab(PanelInput& in);
void draw_log_tab(PanelInput& in);
void draw_legend(PanelInput& in);
void draw_ab_labels(PanelInput& in);                           // names and times of two worlds side by side
void draw_hand_rows(PanelInput& in);                           // of the scene panel
bool draw_gravity_vector(PanelInput& in, sim::Vec3& gravity);  // of the scene panel; true: it changed
void draw_transport(PanelInput& in);                           // of the top bar
void draw_clip_handle(PanelInput& in);                         // drawn while the clip plane is on
void draw_hover(PanelInput& in);                               // a note at the mouse
void draw_axis_strip(PanelInput& in);                          // drawn while the strip is on
void draw_walked_columns(PanelInput& in);
void draw_message(PanelInput& in);
void draw_question(PanelInput& in);
void draw_hud(PanelInput& in);  // two lines when the panels are hidden
void draw_help(PanelInput& in);

/// Returns the text of a stage in the column `title` of the stages' table, where memory gives so many GB/s.
std::string stage_cell(std::string_view title, const StageSummary& stage,
                       double memory_gb_per_s = std::numeric_limits<double>::infinity());

/// Returns the text for a slice of the timeline: its time, bytes, rate, and the share of the rate of a copy
/// (0: not known).
std::string slice_text(const FrameTimeline& timeline, const Slice& slice, double copy_bytes_per_s,
                       std::span<const char* const> paths);
/// Returns the text for a mark of skipped work: what was skipped, and the estimated time saved by it.
std::string skip_text(const FrameTimeline& timeline, const SkipMark& mark);

/// Returns a text on what the overlays of many bodies leave out; "": nothing.
std::string left_out(const DrawSettings& draw, const InteropStatus& status, uint64_t pairs);

/// "x 1/4", "x 2": of Simulation::time_factor.
std::string factor_text(float factor);

/// "step 1,204", in the past "step 1,204 of 2,310".
std::string step_text(const Simulation& simulation);

/// "0.62 x real time", "1/830 of real time", "paused"
std::string speed_text(const Simulation& simulation);

/// Projects a place in the world to pixels of the window; none behind the eye.
std::optional<ImVec2> on_screen(const PanelInput& in, const sim::Vec3& place);

struct StageColour {
    std::string_view stage;
    colours::Ink colour;
    bool own;  // no other stage has it; else a grey
};
std::span<const StageColour> stage_colours();
ImU32 stage_colour(std::string_view name);

}  // namespace app
