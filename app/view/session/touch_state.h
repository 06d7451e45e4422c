// What the panels and the view know of the mouse's hand and of throwing (app/view/touch).
#pragma once
#include <cstdint>
#include <string>

#include "sim/math/hand.h"

namespace app {

struct HandShown {
    uint32_t kind = sim::Hand::away;
    sim::Vec3 grip_m = {0, 0, 0};  // pulls: the gripped point, in the world
    sim::Vec3 target_m = {0, 0, 0};
    float radius_m = 0;  // pushes; in hand mode, what it would push with
};

struct ThrowSettings {
    float size = kUsualSize;    // in median radii of the scene's bodies
    float speed_m_s = 0;        // 0: the usual one
    float usual_speed_m_s = 1;  // of the scene

    float speed() const { return speed_m_s > 0 ? speed_m_s : usual_speed_m_s; }
    static constexpr float kUsualSize = 2, kLeastSize = 0.5f, kMostSize = 10;
};

struct TouchState {
    HandShown hand;
    bool hand_mode = false;            // left drag pushes
    float hand_size = kUsualHandSize;  // its radius, of the shortest side of the box that the bodies are in
    ThrowSettings throws;
    uint32_t to_throw = 0;     // bodies, before the next steps
    std::string state_text;    // "state 0x...", while the world stands still; "": not known
    bool hash_wanted = false;  // of a world too large to make it unasked

    static constexpr float kUsualHandSize = 0.08f, kSmallestHand = 0.01f, kLargestHand = 0.3f;
    static constexpr uint32_t kHandful = 32;
};

}  // namespace app
