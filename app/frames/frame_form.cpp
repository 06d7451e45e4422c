#include "app/frames/frame_form.h"

#include <algorithm>
#include <filesystem>

#include "app/base/errors.h"
#include "app/base/numbered_name.h"
#include "app/base/text/names.h"
#include "app/io/input_file.h"
#include "app/io/toml_table.h"

namespace app {
namespace {

constexpr uint64_t kMostBytes = 1 << 20;
constexpr float kMostLength = 1e30f;

void read_frames(TomlTable& table, FrameForm& form) {
    if (const auto kind = table.text("kind")) {
        static const std::vector<std::string> kKinds = {"keys", "boxes", "spheres", "points"};
        const auto at = std::find(kKinds.begin(), kKinds.end(), *kind);
        if (at == kKinds.end()) table.refuse(*table.node("kind"), unknown_name("kind", *kind, kKinds));
        form.kind = static_cast<ItemKind>(at - kKinds.begin());
    }
    form.units = table.text("units").value_or("");
    table.real("time_step_s", 0, 1e9, form.time_step_s);
    form.ids = table.text("ids").value_or("");
    if (form.ids.find('/') != form.ids.npos)
        table.refuse(*table.node("ids"), "[frames] ids must be the name of a file of this folder");
    try {
        find_number(form.ids);
    } catch (const BadUsage&) {
        table.refuse(*table.node("ids"), "[frames] ids must hold one number like %06d, or none");
    }
    if (const auto axis = table.text("axis")) {
        if (*axis != "x" && *axis != "y" && *axis != "z")
            table.refuse(*table.node("axis"), "[frames] axis must be \"x\", \"y\" or \"z\"");
        form.axis = (*axis)[0] - 'x';
    }
    if (const auto bits = table.text("bits")) {
        try {
            form.bits = parse_range("[frames] bits", *bits, 32);
        } catch (const BadUsage& error) {
            table.refuse(*table.node("bits"), error.what());
        }
    }
    if (const auto order = table.text("order")) {
        if (*order != "own" && *order != "last")
            table.refuse(*table.node("order"), "[frames] order must be \"own\" or \"last\"");
        form.in_last_order = *order == "last";
    }
    table.real("radius", 0, kMostLength, form.radius);
    table.finish();
}

CameraRide read_camera(TomlTable& table) {
    CameraRide camera;
    table.vector("from", kMostLength, camera.from);
    camera.to = camera.from;
    table.vector("to", kMostLength, camera.to);
    table.vector("target", kMostLength, camera.target);
    table.whole("frames", 1, 1000000, camera.frames);
    table.whole("width", 16, 16384, camera.width);
    table.whole("height", 16, 16384, camera.height);
    table.real("view_angle_degrees", 1, 170, camera.view_angle_degrees);
    table.finish();
    return camera;
}

}  // namespace

FrameForm parse_frame_form(const std::string& text, const std::string& path) {
    const toml::table file = parse_toml(text, path);
    for (const auto& [key, value] : file) {
        const std::string name(key.str());
        if (name != "frames" && name != "camera")
            throw BadFile(toml_place(path, key.source().begin) +
                          unknown_name("table", name, {"frames", "camera"}));
    }
    FrameForm form;
    TomlTable frames(file, "frames", path);
    read_frames(frames, form);
    if (file.contains("camera")) {
        TomlTable camera(file, "camera", path);
        form.camera = read_camera(camera);
    }
    return form;
}

FrameForm read_frame_form(const std::string& folder) {
    const std::string path = (std::filesystem::path(folder) / kFrameForm).string();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return {};
    InputFile file(path);
    return parse_frame_form(file.text(kMostBytes, FileKind::toml), path);
}

}  // namespace app
