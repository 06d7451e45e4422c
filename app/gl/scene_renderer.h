// Draws a World: lit spheres, boxes, pair lines, contacts, ground and container, into the bound framebuffer.
// Owns the shared buffers that the world's backend writes (interop or one copy).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/base/memory_list.h"
#include "app/base/timed_copy.h"
#include "app/gl/base/draw_settings.h"
#include "app/gl/base/legend_texture.h"
#include "app/gl/base/pass_timer.h"
#include "app/gl/camera.h"
#include "sim/world.h"

namespace app {

/// Quality of the picture, and why it is not better.
struct QualityStatus {
    Quality drawn = Quality::high, most = Quality::high;
    bool adapts = false;                // to measured times
    std::string reason;                 // why not all of it: "software OpenGL"; "" where nothing is left out
    std::vector<std::string> left_out;  // in words

    std::string text() const;  // "low, software OpenGL; off: soft shadows, ..."
};

struct InteropStatus {
    bool interop = false;      // false: copy
    bool software_gl = false;  // processors draw, no GPU
    std::string reason;        // one line why it is a copy; "" with interop
    double upload_ms = 0;      // last frame: map and unmap (interop) or the copy
    // Of the last frame, now_s(): all that fills the buffers, and what of it maps and copies.
    double upload_start_s = 0, upload_end_s = 0;
    std::vector<TimedCopy> copies = {};

    QualityStatus quality;
    std::string
        shader_error;  // of shaders that are being edited, with file and line; the last good ones draw

    unsigned legend_texture =
        0;  // the legend's colours in this light (app/gl/base/legend_texture.h); 0: none

    bool marks = false;  // contacts are the step's own, not made of pairs

    uint64_t shaders = 0;  // how often edited ones were compiled

    // What the overlays leave out.
    uint32_t box_stride = 1;           // of small bodies only one of so many has its box
    uint32_t most_lines = UINT32_MAX;  // pair lines, about; of more pairs one in so many
    uint32_t most_contacts =
        UINT32_MAX;  // pairs that are looked at, likewise. 0, as of lines: this GL cannot read
                     // so many bodies
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
    /// `shaders_dir` "" takes the embedded shaders. The GL context must be current. Throws BadFile where they
    /// do not compile, and sort::Unavailable where this GL cannot draw a scene at any quality.
    static std::unique_ptr<SceneRenderer> create(const std::string& interop, const std::string& shaders_dir,
                                                 const DrawLimits& limits = {});

    /// Fills the shared buffers from the world (on its stream) and draws. Call once a frame.
    /// `framebuffer` is bound again when it returns.
    /// `part`: the sub-picture that is drawn, where the look is that of a still: it is added to the
    /// framebuffer's light (app/gl/still.h); else null.
    virtual void draw(sim::World& world, const Camera& camera, const DrawSettings& settings,
                      unsigned framebuffer, const SubPicture* part = nullptr) = 0;

    /// Returns the id of the body seen at a pixel of the last drawn framebuffer (origin lower left, so that
    /// settings.x, settings.y is the viewport's corner), or kNobody.
    virtual uint32_t pick(int x, int y) = 0;

    /// Finds the body at a pixel without waiting for GL: none until it is known, some frames after the first
    /// call. Call it after each draw.
    virtual std::optional<SeenBody> look(int x, int y) = 0;

    virtual const InteropStatus& status() const = 0;

    /// Returns the device memory that drawing uses, of the last frame and kept for the next ones, without the
    /// framebuffer that is drawn into and the simulation's own.
    virtual MemoryList memory() const = 0;

    /// Returns the cost of drawing the scene, without the hand-over, in the last frame whose times are known.
    virtual const DrawReport& drawn() const = 0;
};

/// Returns the name of a shape: its mesh's file without folder and ending.
std::string short_name(const sim::SceneShape& shape);

/// Facts of a scene that its legend shows.
struct LegendScene {
    ColourScales scales = {};
    std::vector<std::string> shapes = {};  // names of those that bodies have; none: a scene without meshes
    std::vector<std::string> driven = {};  // names of the others, which have one body each
    bool sleeps = false;                   // its bodies may
    SortShown sort = {};
    bool morton = false;  // the rank shown is that in Morton order, by which gravity's tree is made
    std::vector<std::string> origins = {};  // what bodies of each come from; none: kinds say something else
    bool spawned = true;                    // its bodies are; else they are items of files

    static LegendScene of(const sim::Scene& scene, uint32_t bodies, const DrawSettings& settings);
};

std::vector<LegendEntry> legend(Colour colour, const LegendScene& scene = {});
/// Returns the places in the palette of the legend's entries.
std::vector<float> legend_values(const sim::Scene& scene, uint32_t bodies, const DrawSettings& settings);
std::string legend_title(Colour colour, const LegendScene& scene);
/// Returns the meaning of a place in the palette for one of `bodies` bodies: "12 places back"; "": it has none.
std::string value_text(Colour colour, float value, uint32_t bodies, const LegendScene& scene);
const char* name_of(Colour colour);

}  // namespace app
