// Settings of what is drawn of a scene, and limits between the methods of drawing.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/colour.h"
#include "app/gl/base/adaptive_quality.h"
#include "app/gl/base/gl_facts.h"
#include "app/gl/base/sub_picture.h"
#include "app/observe/mesh_placing.h"
#include "app/observe/mesh_sun.h"
#include "app/observe/shown_walk.h"
#include "app/observe/sphere_raster.h"
#include "sim/world.h"

namespace app {

enum class Theme { dark, light };
inline constexpr const char* kThemeNames[] = {"dark", "light"};

/// A plane across an axis of the world that opens the scene: what lies between it and the eye is cut away.
struct ClipPlane {
    bool on = false;
    int axis = 0;  // 0 to 2: x, y, z
    float at_m = 0;

    bool operator==(const ClipPlane&) const = default;
};

/// View of the last step's sort, or of a frozen one, in the colours.
struct SortShown {
    SortStyle style = {};
    std::string note = {};                         // why there is nothing to show
    std::string moment = {};                       // of a frozen sort: "after pass 3 of 8"; "": the live one
    bool has_windows = false, has_movers = false;  // of a frozen sort
    std::shared_ptr<const std::vector<float>> values = {};  // by slot, instead of the colour's own

    bool operator==(const SortShown&) const = default;
};

inline constexpr uint32_t kUsualTreeLevel = 6;

struct DrawSettings {
    Colour colour = Colour::kind;
    bool boxes = false, pairs = false, contacts = false, columns = false;
    bool of_all =
        false;  // boxes and pairs of all bodies, though one is selected; else of it and its partners
    uint32_t tree_level = kUsualTreeLevel;  // of scenes with gravity: their boxes are the tree's, down to it
    std::shared_ptr<const ShownWalk> walk = {};  // what the selected body's group has taken; null: unknown
    ClipPlane clip = {};
    bool hidden_bodies = false;        // those too that a scene hides (sim::SpawnGroup), as a galaxy's halo
    uint32_t selected = sim::kNobody;  // id; drawn with a ring and a lighter colour
    int x = 0, y = 0, width = 0, height = 0;  // viewport in pixels, origin lower left
    ColourScales scales = {};
    bool flat = false;  // the palette's colours, without light
    Theme theme = Theme::dark;
    bool time_passes = false;                       // each, also on software GL (app/gl/base/pass_timer.h)
    std::optional<Quality> quality = std::nullopt;  // none: what this GL is fast enough for
    bool behind = false;                            // the simulation is, of real time
    bool whole = false;                             // never with fewer pixels
    Lens lens = {};                                 // of stills
    SortShown sort = {};

    /// Returns the body whose boxes and pairs are shown; kNobody: those of all bodies, thinned out.
    uint32_t shown_of() const { return of_all ? sim::kNobody : selected; }

    bool operator==(const DrawSettings&) const = default;
};

/// Limits by which the renderer chooses how to draw; tests set others.
struct DrawLimits {
    uint32_t raster_from =
        kRasterFrom;  // bodies from which the backend places the small ones (app/observe/sphere_raster.h)
    uint32_t readable_bodies = 0;  // at once, by a shader; 0: what GL allows
    // Diameters, in pixels, below which a body with a mesh is drawn coarsely, or as a spot.
    std::optional<float> coarse_px = std::nullopt;  // none: as this GL is fast
    float spot_px = kSpotPx;
    uint32_t sun_points_from =
        kSunPointsFrom;  // bodies; of so many, points cast the shadows, if there are points
    std::optional<float> points_px = std::nullopt;  // by the backend; none: where that is the faster one
    std::optional<Look> look = std::nullopt;        // whatever quality is requested
    std::optional<Quality> quality = std::nullopt;  // at first; then DrawSettings say
    bool software_computes = false;                 // compute shaders on software GL, which is slower so
    bool live = false;  // a window: quality follows the times of frames, edited shaders are read again
    std::optional<GlFacts> facts = std::nullopt;               // none: those of this GL
    std::optional<AdaptiveQuality::Goal> goal = std::nullopt;  // what is fast enough; none: as this GL is
};

}  // namespace app
