// How strongly a contact glows.
layout(location = 1) uniform float full_speed;  // m/s: the speed of bodies at the end of the colours

const float kReach = 2.6;                 // in radii of the smaller body
const float kLeast = 0.05, kMost = 0.70;  // of full_speed: none below, all above

/// `size_px`: of the glow, in pixels; one that is hardly seen would sparkle.
float glow_strength(float approach_m_s, float size_px) {
    return smoothstep(kLeast, kMost, approach_m_s / full_speed) * smoothstep(1.0, 5.0, size_px);
}
