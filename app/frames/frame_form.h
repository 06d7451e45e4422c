// frames.toml: what the files of a folder do not say themselves.
#pragma once
#include <optional>
#include <string>

#include "app/base/numbers.h"
#include "app/frames/frame_items.h"

namespace app {

/// [camera]: it moves evenly from `from` to `to` and looks at `target`. Points become keys of 64 bits, as a renderer of
/// splats sorts them: tile of 16x16 pixels << 32 | depth as a float.
struct CameraRide {
    sim::Vec3 from{}, to{}, target{};  // metres
    uint64_t frames = 60;              // where one file has the points of all
    uint64_t width = 1920, height = 1080;
    float view_angle_degrees = 60;  // from the lower to the upper edge
};

/// [frames]. What the file does not name stays as it is here.
struct FrameForm {
    std::optional<ItemKind> kind{};  // none: by type and shape of the first frame
    std::string units{};             // a word for reports
    float time_step_s = 0;           // 0: not known
    std::string ids{};               // "ids.npy", or "ids_%06d.npy" by the frame's number; "": none
    int axis = 0;                    // whose lower ends of boxes are sorted
    std::optional<BitRange> bits{};  // of keys of 32 bits that a sort looks at
    float radius = 0;                // of points
    bool in_last_order =
        false;  // order = "last": item i of a frame is the i-th of the last one once that is sorted
    std::optional<CameraRide> camera{};
};

/// Reads a text as InputFile::text() gives it. Throws BadFile with file:line:column.
FrameForm parse_frame_form(const std::string& text, const std::string& path);

/// Reads `folder`/frames.toml; without that file, the form as it is. Throws as parse_frame_form().
FrameForm read_frame_form(const std::string& folder);

inline constexpr const char* kFrameForm = "frames.toml";

}  // namespace app
