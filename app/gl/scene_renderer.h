// Draws a World: lit spheres, boxes, pair lines, contacts, ground and container, into the bound framebuffer.
// Owns the shared buffers that the world's backend writes (interop or one copy).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/colour.h"
#include "app/gl/camera.h"
#include "app/gl/handover/crowd.h"
#include "app/gl/handover/mesh_placing.h"
#include "sim/world.h"

namespace app {

enum class Theme { dark, light };
inline constexpr const char* kThemeNames[] = {"dark", "light"};

struct DrawSettings {
    Colour colour = Colour::kind;
    bool boxes = false, pairs = false, contacts = false;
    uint32_t selected = sim::kNobody;         // id; drawn with a ring and a lighter colour
    int x = 0, y = 0, width = 0, height = 0;  // viewport in pixels, origin lower left
    // What is drawn at the ends of the palette.
    float speed_scale_m_s = 10, shift_scale = 1000, pairs_scale = 20;
    bool flat = false;  // the palette's colours, without light
    Theme theme = Theme::dark;
};

struct InteropStatus {
    bool interop = false;    // false: copy
    std::string reason;      // one line why it is a copy; "" with interop
    double handover_ms = 0;  // last frame: map and unmap (interop) or the copy
    double draw_ms = 0;      // last known GPU time of the scene's draw (CPU clock on software GL); 0: unknown

    bool marks = false;  // contacts are the step's own, not made of pairs

    // What the overlays leave out.
    uint32_t box_stride = 1;  // of small bodies only every so many-th has its box
    uint32_t most_pairs =
        UINT32_MAX;  // drawn; of more every so many-th. 0: this GL cannot read so many bodies
};

/// Where the ways of drawing part; other values in tests.
struct DrawLimits {
    uint32_t crowd_from =
        kCrowdFrom;  // bodies from which the backend places the small ones (app/gl/handover/crowd.h)
    uint32_t readable_bodies = 0;  // at once, by a shader; 0: what GL allows
    // Diameters, in pixels, below which a body with a mesh is drawn coarsely, or as a spot.
    std::optional<float> coarse_px = std::nullopt;  // none: as this GL is fast
    float spot_px = kSpotPx;
};

/// One entry of the legend: text, colour as 0xRRGGBB and its place 0..1 in the palette.
struct LegendEntry {
    std::string text;
    uint32_t rgb;
    float value;
};

class SceneRenderer {
public:
    virtual ~SceneRenderer() = default;

    /// `interop` is "auto", "on" or "off". Throws sort::Unavailable for "on" where it cannot be
    /// (a world on cpu or on another device is only known, and refused, by the first draw).
    /// `shaders_dir` "" takes the embedded shaders. The GL context must be current.
    static std::unique_ptr<SceneRenderer> create(const std::string& interop, const std::string& shaders_dir,
                                                 const DrawLimits& limits = {});

    /// Fills the shared buffers from the world (on its stream) and draws. Call once a frame.
    /// `framebuffer` is bound again when it returns.
    virtual void draw(sim::World& world, const Camera& camera, const DrawSettings& settings,
                      unsigned framebuffer) = 0;

    /// The id of the body seen at a pixel of the last drawn framebuffer (origin lower left, so that
    /// settings.x, settings.y is the viewport's corner), or kNobody.
    virtual uint32_t pick(int x, int y) = 0;

    virtual const InteropStatus& status() const = 0;
};

/// Its mesh's file without folder and ending.
std::string short_name(const sim::SceneShape& shape);

/// What a legend has to know of the scene.
struct LegendScene {
    float speed_scale_m_s = 10, shift_scale = 1000, pairs_scale = 20;
    std::vector<std::string> shapes = {};  // their names; none: a scene without meshes
    bool sleeps = false;                   // its bodies may

    static LegendScene of(const sim::Scene& scene, const DrawSettings& settings);
};

std::vector<LegendEntry> legend(Colour colour, const LegendScene& scene = {});
const char* name_of(Colour colour);

}  // namespace app
