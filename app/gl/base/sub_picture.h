// A still is the mean of many sub-pictures of one world that stands still: each is drawn with the camera turned by a
// part of a pixel, from another place of the lens, with the sun at another place of its disc and the sky as one light
// in one direction. So edges become smooth, shadows soft, and the sky's light finds its way between the bodies. What
// a sub-picture differs in depends on its number alone: the same picture has the same bytes.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>

namespace app {

/// Sub-pictures of a still, and of each frame of a video.
inline constexpr uint32_t kStillParts = 64, kVideoParts = 16;

/// Sub-pictures of which one has the sky's source below the horizon: the light that the floor reflects.
inline constexpr uint32_t kSkyTurn = 4;

struct SubPicture {
    glm::vec2 pixel{0};      // by how many pixels the camera is turned
    glm::vec2 lens{0};       // place on the unit disc: where on the lens the eye is
    glm::vec2 sun{0};        // likewise: where on its disc the sun is
    glm::vec3 sky{0, 1, 0};  // towards the sky's light, in the world; unit
    float sky_weight = 1;    // of the sky's light from this side of the horizon
    uint32_t count = 1;      // sub-pictures of the picture
};

/// Returns the `index`-th of `count` sub-pictures, a multiple of kSkyTurn. The first 2^n are about as evenly
/// spread as all are.
SubPicture sub_picture(uint32_t index, uint32_t count);

/// Returns the tangent of half the angle of the part of the sky that a light stands for, seen as a cone.
float light_slope(uint32_t count);

/// Returns M such that n M n, with n = (normal, 1), is the light that all `count` lights together give a
/// surface, of a sky that is 1 everywhere. A sub-picture's light is divided by it, so that no shade is left
/// of the places of the lights. World space.
glm::mat4 sum_of_lights(uint32_t count);

/// The lens that the eye is moved on: what is nearer or farther than its focus is blurred.
struct Lens {
    float aperture = 0;  // its diameter over the distance of the focus; 0: all is sharp
    float focus_m = 0;   // distance along the view; 0: that of the camera's target

    bool operator==(const Lens&) const = default;
};

}  // namespace app
