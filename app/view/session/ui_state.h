// What the panels remember between frames: which are shown, the scale, the open tab.
#pragma once
#include <imgui.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/view/session/drawer_state.h"
#include "app/view/session/timeline_view.h"

namespace app {

struct UiState {
    bool panels = true, drawer = true, help = false;
    bool axis_strip = false;    // along the bottom of the view
    float scale = 1;            // as the user set it; the window's size limits what is used
    bool save_picture = false;  // asked for; done when the still is complete

    uint32_t bodies_dragged = 0;  // while the slider is held, else 0
    float leaf_dragged = 0;       // likewise

    DrawerState tabs;
    TimelineView timeline;
    bool steps_alone = false;  // the History's bars: only the steps of frames
    std::string open_tab;      // of the drawer, from the next frame on; "": as it is

    // The lesson (app/view/lesson) in place of the scene, which is then a small view beside it.
    bool lesson = false;
    std::string lesson_engine;               // to be shown when the lesson opens; "": the last one
    bool lesson_scene = true;                // the small view is shown
    uint32_t tracked_pair = kNoTrackedPair;  // the index in the lesson's input of the key that is followed
    static constexpr uint32_t kNoTrackedPair = 0xffffffffu;

    /// Where the named controls were drawn in the last frame. Scripts and tests find buttons by it.
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

inline constexpr float kSmallestScale = 0.75f, kLargestScale = 3, kScaleStep = 0.25f;

}  // namespace app
