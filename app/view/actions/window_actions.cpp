// Actions of the window: panels, help, files.
#include "app/base/messages.h"
#include "app/view/actions/action_groups.h"
#include "app/view/session/compare.h"
#include "app/view/session/inspector.h"
#include "app/view/session/view.h"
#include "app/view/session/world_changes.h"

#include <algorithm>

#include "app/io/output_stream.h"
#include "app/view/actions/file_saving.h"
#include "app/view/actions/panel_presets.h"

namespace app {
namespace {

using key::control;
using key::none;
using key::shift;

/// Closes or cancels the innermost thing that is open.
void clear(To to) {
    UiState& ui = to.ui;
    if (ui.hints) {
        ui.hints = false;
    } else if (ui.help) {
        ui.help = false;
    } else if (ui.save_picture) {
        ui.save_picture = false;
        to.messages.say("Picture cancelled", false, Topic::picture);
    } else if (to.compare.races()) {
        to.compare.cancel_race();
    } else if (to.changes.creation()) {
        to.changes.cancel_creation();
    } else if (to.changes.question()) {
        to.changes.answer(false);
    } else if (!to.messages.empty()) {
        to.messages.close();
    } else if (ui.lesson && ui.tracked_pair != UiState::kNoTrackedPair) {
        ui.tracked_pair = UiState::kNoTrackedPair;
    } else if (ui.lesson) {
        ui.lesson = false;
    } else if (to.inspector.freezes()) {
        to.inspector.unfreeze_sort();
    } else if (to.compare.ab()) {
        to.compare.end_ab();
    } else if (to.inspector.brush) {
        to.inspector.brush.reset();
    } else {
        to.view.select(sim::kNobody);
    }
}

void rescale(UiState& ui, float change) {
    ui.scale = std::clamp(ui.scale + change, kSmallestScale, kLargestScale);
}

/// Returns whether a picture, which may take seconds, could be written; if not, says why.
bool can_be_saved(const Simulation& simulation, Messages& messages) {
    try {
        const OutputStream file(free_name(simulation, ".png"));
        return true;
    } catch (const std::exception& error) {
        messages.say(error.what(), true);
        return false;
    }
}

constexpr Action kWindowActions[] = {
    {"clear",
     "Esc",
     "Cancel a picture, a new world or a race, end A/B, close a list, the help, a message or the lesson, or clear the selection",
     {{{key::escape, none}}},
     [](To to) { clear(to); },
     kOnce,
     kBesideLesson},
    {"panels",
     "Tab",
     "Hide or show the panels",
     {{{key::tab, none}}},
     [](To to) { show_or_hide_panels(to.ui); },
     kOnce,
     kBesideLesson},
    {"tool_panel",
     "M",
     "Tool panel with the measurements on or off",
     {{{'M', none}}},
     [](To to) { flip(to.ui.tool_panel); }},
    {"layout_watch",
     "F2",
     "Panels for watching: the top bar alone; again: all panels",
     {{{key::f2, none}}},
     [](To to) { arrange_for_watching(to.view, to.ui); }},
    {"layout_profile",
     "F3",
     "Panels for profiling: the tool panel with its measurements",
     {{{key::f3, none}}},
     [](To to) { arrange_for_profiling(to.view, to.ui); }},
    {"layout_pairs",
     "F4",
     "Panels for pairs: boxes, pair lines, axis strip and the selected body",
     {{{key::f4, none}}},
     [](To to) { arrange_for_pairs(to.simulation, to.view, to.ui); }},
    {"help",
     "F1",
     "Keys and help",
     {{{key::f1, none}}},
     [](To to) {
         to.ui.hints = false;
         flip(to.ui.help);
     },
     kOnce,
     kBesideLesson},
    {"scale_up",
     "Ctrl+= or Ctrl++",
     "Larger panels",
     {{{'=', control}, {'+', control}}},
     [](To to) { rescale(to.ui, kScaleStep); },
     kRepeats,
     kBesideLesson},
    {"scale_down",
     "Ctrl+-",
     "Smaller panels",
     {{{'-', control}}},
     [](To to) { rescale(to.ui, -kScaleStep); },
     kRepeats,
     kBesideLesson},
    {"scale_reset",
     "Ctrl+0",
     "Panels in their usual size",
     {{{'0', control}}},
     [](To to) { to.ui.scale = 1; },
     kOnce,
     kBesideLesson},
    {"save_picture",
     "F12",
     "Save a PNG of the window, as a still",
     {{{key::f12, none}}},
     [](To to) {
         if (can_be_saved(to.simulation, to.messages)) to.ui.save_picture = true;
     },
     kOnce,
     kBesideLesson},
    {"record_video",
     "Ctrl+R",
     "Record a video of the window, or end it",
     {{{'R', control}}},
     [](To to) { flip(to.ui.record_video); }},
    {"write_trace",
     "T",
     "Write a trace of the last frames",
     {{{'T', none}}},
     [](To to) { save_trace(to.simulation, to.telemetry, to.messages); }},
    {"lesson",
     "F5",
     "Show how the sort works, and back to the scene",
     {{{key::f5, none}}},
     [](To to) { flip(to.ui.lesson); },
     kOnce,
     kBesideLesson},
    {"quit", "Ctrl+Q", "Quit", {{{'Q', control}}}, [](To to) { to.ui.quit = true; }, kOnce, kBesideLesson},
};

}  // namespace

std::span<const Action> window_actions() { return kWindowActions; }

}  // namespace app
