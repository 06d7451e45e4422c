// A still is the mean of many sub-pictures of one world that stands still: each is drawn with the camera turned by a
// part of a pixel, from another place of the lens, with the sun at another place of its disc and the sky as one lamp
// in one direction. So edges become smooth, shadows soft, and the sky's light finds its way between the bodies. What
// a sub-picture differs in depends on its number alone: the same picture has the same bytes.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>

namespace app {

/// Of stills and of the frames of a video. Multiples of kSkyTurn.
inline constexpr int kStillParts = 64, kVideoParts = 16;

/// One of so many sub-pictures has its sky lamp below the horizon: the light that the floor turns back.
inline constexpr int kSkyTurn = 4;

struct SubPicture {
    glm::vec2 pixel{0};      // by how many pixels the camera is turned
    glm::vec2 lens{0};       // place on the unit disc: where on the lens the eye is
    glm::vec2 sun{0};        // likewise: where on its disc the sun is
    glm::vec3 sky{0, 1, 0};  // towards the sky's lamp, in the world; unit
    float sky_weight = 1;    // of the sky's light from this side of the horizon
};

/// The `index`-th sub-picture. The first 2^n are as evenly spread as all are.
SubPicture sub_picture(uint32_t index);

/// The lens that the eye is moved on: what is nearer or farther than its focus is blurred.
struct Lens {
    float aperture = 0;  // its diameter over the distance of the focus; 0: all is sharp
    float focus_m = 0;   // distance along the view; 0: that of the camera's target

    bool operator==(const Lens&) const = default;
};

}  // namespace app
