// What of a scene is drawn, and where the ways of drawing part.
#pragma once
#include <optional>

#include "app/base/colour.h"
#include "app/gl/base/look.h"
#include "app/gl/base/sub_picture.h"
#include "app/gl/handover/crowd.h"
#include "app/gl/handover/mesh_placing.h"
#include "app/gl/handover/mesh_sun.h"
#include "sim/world.h"

namespace app {

enum class Theme { dark, light };
inline constexpr const char* kThemeNames[] = {"dark", "light"};

struct DrawSettings {
    Colour colour = Colour::kind;
    bool boxes = false, pairs = false, contacts = false;
    uint32_t selected = sim::kNobody;         // id; drawn with a ring and a lighter colour
    int x = 0, y = 0, width = 0, height = 0;  // viewport in pixels, origin lower left
    ColourScales scales = {};
    bool flat = false;  // the palette's colours, without light
    Theme theme = Theme::dark;
    Lens lens = {};  // of stills

    bool operator==(const DrawSettings&) const = default;
};

/// Where the ways of drawing part; other values in tests.
struct DrawLimits {
    uint32_t crowd_from =
        kCrowdFrom;  // bodies from which the backend places the small ones (app/gl/handover/crowd.h)
    uint32_t readable_bodies = 0;  // at once, by a shader; 0: what GL allows
    // Diameters, in pixels, below which a body with a mesh is drawn coarsely, or as a spot.
    std::optional<float> coarse_px = std::nullopt;  // none: as this GL is fast
    float spot_px = kSpotPx;
    uint32_t sun_points_from =
        kSunPointsFrom;  // bodies; of so many, points cast the shadows, if there are points
    std::optional<float> points_px = std::nullopt;  // by the backend; none: where that is the faster one
    std::optional<Look> look = std::nullopt;        // none: low on software GL, else high
};

}  // namespace app
