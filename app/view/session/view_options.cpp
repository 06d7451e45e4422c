// Flags that `view` and `render` share.
#include "app/view/session/view_options.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "app/base/colour.h"
#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/cli/option_flags.h"
#include "app/cli/presets.h"
#include "app/io/scene_toml.h"

namespace app {
namespace {

ViewOptions::Pass parse_pass(const std::string& word) {
    const size_t colon = word.find(':');
    const uint64_t pass = parse_count("--pass", word.substr(0, colon));
    if (pass > 31) throw BadUsage("--pass " + word + ": passes are 0 to 31");
    if (colon == word.npos) return {uint32_t(pass), 0};
    const uint64_t bits = parse_count("--pass", word.substr(colon + 1));
    if (bits < 1 || bits > kMostDigitBits)
        throw BadUsage("--pass " + word + ": 1 to " + std::to_string(kMostDigitBits) + " bits per pass");
    return {uint32_t(pass), uint32_t(bits)};
}

void ui_scale_flag(Flags& flags, const char* usual, float& scale) {
    flags.read(
        "--ui-scale", "X",
        std::string(
            "size of text and panels, 0.5 to 4, relative to the scale of the display; limited so that all panels fit ") +
            usual,
        [&scale](const std::string& word) {
            const double read = parse_number("--ui-scale", word);
            if (read < double(kSmallestScale) || read > double(kLargestScale))
                throw BadUsage("--ui-scale " + word + ": 0.5 to 4 is expected");
            scale = float(read);
        });
}

}  // namespace

void picture_flags(Flags& flags, ViewOptions& options, const char* usual_size, const char* usual_steps,
                   const char* usual_theme, const char* usual_quality, const char* usual_focus,
                   const char* usual_scale) {
    flags.read(
        "--size", "WxH", std::string("size of the picture in pixels ") + usual_size,
        [&options](const std::string& word) { parse_size("--size", word, options.width, options.height); });
    flags.small_count("--steps-per-frame", 1, 1000000,
                      std::string("steps of the simulation per frame ") + usual_steps,
                      [&options](int steps) { options.steps_per_frame = static_cast<uint32_t>(steps); });
    flags.choice("--colour", {std::begin(kColourNames), std::end(kColourNames)},
                 "what the colour of a body says [the scene's]", options.colour);
    flags.read(
        "--pass", "PASS[:BITS]",
        "whose digit --colour digit shows, from 0, the least significant; BITS per pass where the engine has no "
        "passes, 1 to 8 [the upper digit in which keys differ; 2]",
        [&options](const std::string& word) { options.pass = parse_pass(word); });
    flags.flag("--axis-strip",
               "with the panels, shows each body's interval along the sort axis, in sorted order",
               options.axis_strip);
    flags.flag("--flat", "draws pure colours, without light", options.flat);
    flags.flag("--boxes", "draws the boxes of bodies: of many, some of them; or of gravity's tree",
               options.boxes);
    flags.flag("--pairs", "draws an arc between the bodies of each pair: of many, some of them",
               options.pair_lines);
    flags.flag("--columns", "draws the columns of the broad phase as faint panes", options.columns);
    flags.not_with(kDataFlag, kOfScenes);
    flags.flag("--contacts", "marks the contacts, which glow by the speed of the impact", options.contacts);
    flags.small_count("--tree-level", 0, int(kMostTreeLevel),
                      "the last level of gravity's tree whose boxes are drawn, with --boxes [" +
                          std::to_string(kUsualTreeLevel) + "]",
                      [&options](int level) { options.tree_level = uint32_t(level); });
    flags.flag("--halo", "draws the bodies that a scene hides, too: the halos of galaxies", options.halo);
    flags.not_with("");
    flags.count(
        "--select",
        "selects a body by its id: its ring, and with --boxes and --pairs only its own and its partners' [none]",
        options.selected);
    flags.read("--camera", "NAME|YAW,PITCH[,DISTANCE[,X,Y,Z]]",
               "where to look from: start, front, above, near, or degrees and metres [start]",
               [&options](const std::string& word) { options.camera = parse_camera(word); });
    flags.read(
        "--clip", "AXIS[:METRES]",
        "cuts away what lies between the camera and a plane across x, y or z [no plane; METRES: the middle "
        "of the bodies]",
        [&options](const std::string& word) { options.clip = parse_clip(word); });
    flags.choice("--camera-path", {std::begin(kCameraPathNames), std::end(kCameraPathNames)},
                 "orbit: the camera turns around the bodies; fly: it comes nearer and goes back [none]",
                 options.camera_path);
    flags.choice("--theme", {std::begin(kThemeNames), std::end(kThemeNames)},
                 std::string("light: for slides and papers ") + usual_theme, options.theme);
    ui_scale_flag(flags, usual_scale, options.ui_scale);
    flags.choice("--interop", {"auto", "on", "off"},
                 "CUDA writes into the buffers of OpenGL; auto: where it can", options.interop);
    std::vector<std::string> qualities = {"auto"};
    qualities.insert(qualities.end(), std::begin(kQualityNames), std::end(kQualityNames));
    flags.choice("--quality", qualities,
                 "how much light and shadow is computed; still: adds up many pictures of each state; auto: " +
                     std::string(usual_quality),
                 options.quality);
    flags.read("--aperture", "PERCENT",
               "depth of field in stills: diameter of the lens over the distance of its focus, 0 to 20 [0]",
               [&options](const std::string& word) {
                   options.aperture_percent = parse_number("--aperture", word);
                   if (options.aperture_percent > 20) throw BadUsage("--aperture " + word + ": at most 20");
               });
    flags.read(
        "--focus-distance", "M", "metres from the eye to what is sharp [" + std::string(usual_focus) + "]",
        [&options](const std::string& word) { options.focus_m = parse_length("--focus-distance", word); });
    flags.text("--shaders", "DIR",
               "reads the shaders from this folder; the window reads them again when they are edited",
               options.shaders_dir);
}

void data_flag(Flags& flags, ViewOptions& options) {
    flags.text(kDataFlag, "DIR",
               "plays a folder of your own program's frames, or a .npy of them, instead of a scene",
               options.data, Flags::Names::input);
}

std::string data_scene(const std::string& path) {
    std::string name = path;
    while (name.size() > 1 && name.ends_with('/')) name.pop_back();
    return name + '/';
}

bool is_data_scene(const std::string& scene) { return scene.ends_with('/'); }

std::string data_path(const std::string& scene) {
    return is_data_scene(scene) ? scene.substr(0, scene.size() - 1) : scene;
}

void choose_data(ViewOptions& options) {
    if (!options.data.empty()) {
        options.scene = data_scene(options.data);
        options.scene_given = true;
        return;
    }
    const std::vector<std::string> known = built_in_scene_names();  // whatever folders are called
    std::error_code ignored;
    if (std::find(known.begin(), known.end(), options.scene) == known.end() &&
        std::filesystem::is_directory(options.scene, ignored))
        throw BadUsage("--scene " + options.scene + " is a folder; a folder of frames is given by " +
                       kDataFlag + " " + options.scene);
    if (is_data_scene(options.scene)) load_scene(options.scene);  // refuses it: as typed it is no frames
}

void choose_preset(ViewOptions& options) {
    apply_preset_and_report(options);
    options.boxes |= !options.preset.empty();
}

std::optional<Quality> requested_quality(const ViewOptions& options) {
    for (const Quality quality : kLiveQualities)
        if (options.quality == kQualityNames[size_t(quality)]) return quality;
    return std::nullopt;
}

Lens lens(const ViewOptions& options) {
    if (options.aperture_percent == 0) return {};
    return {float(options.aperture_percent / 100), float(options.focus_m)};
}

}  // namespace app
