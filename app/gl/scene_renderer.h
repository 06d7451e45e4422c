// Draws a World: lit spheres, boxes, pair lines, contacts, ground and container, into the bound framebuffer.
// Owns the shared buffers that the world's backend writes (interop or one copy).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/gl/base/draw_settings.h"
#include "app/gl/camera.h"
#include "sim/world.h"

namespace app {

struct InteropStatus {
    bool interop = false;      // false: copy
    bool software_gl = false;  // processors draw, no GPU
    std::string reason;        // one line why it is a copy; "" with interop
    double handover_ms = 0;    // last frame: map and unmap (interop) or the copy
    double draw_ms = 0;  // last known GPU time of the scene's draw (CPU clock on software GL); 0: unknown

    bool marks = false;  // contacts are the step's own, not made of pairs

    // What the overlays leave out.
    uint32_t box_stride = 1;  // of small bodies only every so many-th has its box
    uint32_t most_pairs =
        UINT32_MAX;  // drawn; of more every so many-th. 0: this GL cannot read so many bodies
};

/// A body in the picture.
struct SeenBody {
    uint32_t id;  // kNobody: there is none
    float value;  // 0..1, place in the palette
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
    /// `part`: the sub-picture that is drawn, where the look is that of a still: it is added to the framebuffer's
    /// light (app/gl/still.h); else null.
    virtual void draw(sim::World& world, const Camera& camera, const DrawSettings& settings,
                      unsigned framebuffer, const SubPicture* part = nullptr) = 0;

    /// The id of the body seen at a pixel of the last drawn framebuffer (origin lower left, so that
    /// settings.x, settings.y is the viewport's corner), or kNobody.
    virtual uint32_t pick(int x, int y) = 0;

    /// The same, without waiting for GL: none until it is known, some frames after the first call. Call it
    /// after each draw.
    virtual std::optional<SeenBody> look(int x, int y) = 0;

    virtual const InteropStatus& status() const = 0;
};

/// Its mesh's file without folder and ending.
std::string short_name(const sim::SceneShape& shape);

/// What a legend has to know of the scene.
struct LegendScene {
    ColourScales scales = {};
    std::vector<std::string> shapes = {};  // names of those that bodies have; none: a scene without meshes
    std::vector<std::string> driven = {};  // names of the others, which have one body each
    bool sleeps = false;                   // its bodies may

    static LegendScene of(const sim::Scene& scene, const DrawSettings& settings);
};

std::vector<LegendEntry> legend(Colour colour, const LegendScene& scene = {});
std::string legend_title(Colour colour, const LegendScene& scene);
/// What a place in the palette says of a body, of so many: "12 places back"; "" nothing.
std::string value_text(Colour colour, float value, uint32_t bodies, const LegendScene& scene);
const char* name_of(Colour colour);

}  // namespace app
