// What `view` and `render` take from the command line beside the simulation.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/flags.h"
#include "app/cli/options.h"
#include "app/gl/base/draw_settings.h"
#include "app/view/session/auto_framing.h"
#include "app/view/session/clip_control.h"

namespace app {

struct ViewOptions : Options {
    uint32_t steps_per_frame = 0;  // 0: the command's default
    int width = 0, height = 0;     // 0: the command's default
    std::string shaders_dir;       // "": the embedded shaders
    std::string quality = "auto";  // auto, or one of kQualityNames
    double aperture_percent = 0;   // of stills: the lens over the distance of its focus; 0: all is sharp
    double focus_m = 0;            // 0: the distance of the camera's target
    struct Pass {
        uint32_t pass = 0, bits = 0;
    };
    std::optional<Pass> pass;        // whose digit the colour `digit` shows
    std::optional<uint64_t> moment;  // of the frozen sort of the last step; render alone
    bool axis_strip = false;
    std::string colour;  // what it says of a body: one of kColourNames; "": the scene's
    bool boxes = false, pair_lines = false, contacts = false, columns = false;
    uint32_t tree_level = kUsualTreeLevel;
    bool halo = false;                 // and the bodies that the scene hides
    std::optional<uint64_t> selected;  // a body's id
    std::optional<ClipChoice> clip;
    bool flat = false;                       // colours without light
    bool hash = false;                       // of the state at the end
    std::string theme;                       // "": that of the last window, else dark
    float ui_scale = 0;                      // of this window or picture; 0: that of the last window, or 1
    std::vector<std::string> recent_scenes;  // files, for the list of scenes; the newest first
    CameraChoice camera;
    std::string camera_path = kCameraPathNames[0];
    std::string record;  // a file for the window's run; "": none
    std::string data;    // --data as typed; then `scene` is data_scene() of it
};

/// --size to --shaders.
void picture_flags(Flags& flags, ViewOptions& options, const char* usual_size, const char* usual_steps,
                   const char* usual_theme, const char* usual_quality, const char* usual_focus,
                   const char* usual_scale);

/// --data
void data_flag(Flags& flags, ViewOptions& options);
/// Makes the frames of --data what is simulated. Throws BadUsage for a folder as --scene.
void choose_data(ViewOptions& options);
/// Applies --preset, after choose_data(), and draws boxes with it.
void choose_preset(ViewOptions& options);

/// Returns the name of a folder of frames, or of a .npy file of them, among scenes: its path and "/", as no scene's name
/// and no file's ends.
std::string data_scene(const std::string& path);
bool is_data_scene(const std::string& scene);
/// Returns the path of such a scene, as messages name it; other names as they are.
std::string data_path(const std::string& scene);

/// Range of the panels' scale, of --ui-scale, of the settings and by keys.
inline constexpr float kSmallestScale = 0.5f, kLargestScale = 4;

/// Returns how a view draws while the world moves: a quality, or none for auto and `still`.
std::optional<Quality> requested_quality(const ViewOptions& options);

/// The lens of its stills.
Lens lens(const ViewOptions& options);

}  // namespace app
