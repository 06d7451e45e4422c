// What the panels remember between frames: which are shown, the scale, the open tab.
#pragma once
#include <imgui.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/view/session/timeline_view.h"
#include "app/view/session/tool_panel_state.h"
#include "app/view/session/touch_state.h"

namespace app {

struct UiState {
    bool quit = false;  // requested
    bool panels = true, tool_panel = true, help = false;
    bool axis_strip = false;               // along the bottom of the view
    float scale = 1;                       // set by the user; the window's size limits the one in use
    bool save_picture = false;             // asked for; done when the still is complete
    bool record_video = false;             // asked for
    std::string recording, recording_tip;  // while one is recorded: how long it is, and more of it

    std::string ab_engine, ab_broad_phase;  // chosen for a second world; "": those of the first

    TouchState touch;

    // Sizes of panels as the user dragged them, in pixels at scale 1; 0: as the window suggests.
    float left_width = 0, right_width = 0, tool_panel_height = 0;
    bool left = true, right = true;  // those beside the view are shown, where panels are
    std::string open_tab;            // of the tool panel, from the next frame on; "": as it is
    bool to_selected = false;        // the right panel is scrolled to the selected body in the next frame

    /// Ctrl+O: scenes by their words.
    struct Finder {
        bool open = false, opened_now = false;
        std::array<char, 64> typed{};
        size_t chosen = 0;       // index among the scenes that fit the words
        bool to_chosen = false;  // the list is scrolled to it in the next frame
    };
    Finder finder;
    bool hints = false;  // at the very first start, until they are closed

    uint32_t bodies_dragged = 0;  // while the slider is held, else 0
    float leaf_dragged = 0;       // while the slider is held, else 0

    TimelineView timeline;
    bool steps_alone = false;  // the History's bars: only the steps of frames
    ToolPanelState tabs;

    // The lesson (app/view/lesson) in place of the scene, which is then a small view beside it.
    bool lesson = false;
    std::string lesson_engine;               // to be shown when the lesson opens; "": the last one
    bool lesson_scene = true;                // the small view is shown
    uint32_t tracked_pair = kNoTrackedPair;  // the index in the lesson's input of the key that is followed
    static constexpr uint32_t kNoTrackedPair = 0xffffffffu;

    /// Place in pixels of a named control in the last frame. Scripts and tests find buttons by it.
    struct Item {
        std::string name;
        ImVec2 min, max;
    };
    std::vector<Item> items;
    const Item* find(const std::string& name) const {
        for (const Item& item : items) {
            if (item.name == name) return &item;
        }
        return nullptr;
    }
};

inline constexpr const char* kRaceTab = "Race";

inline constexpr float kScaleStep = 0.25f;

}  // namespace app
