// OpenGL without a display and in a window, and how frames get there.
#include <cstdlib>

#include "app/base/machine.h"
#include "app/base/see_doctor.h"
#include "app/cli/resolve.h"
#include "app/doctor/check.h"
#include "app/gl/base/gl_facts.h"
#include "app/gl/context.h"
#include "app/gl/hidden_window.h"
#include "app/gl/scene_renderer.h"
#include "sort/device.h"

namespace app {
namespace {

constexpr int kPicture = 64;  // pixels on a side

bool is_set(const char* name) {
    const char* const value = std::getenv(name);
    return value && *value;
}

/// Returns what an error says, without its hint to this command.
std::string reason_of(const std::exception& error) {
    std::string text = error.what();
    const size_t hint = text.find(kSeeDoctor);
    if (hint != text.npos) text.erase(hint, std::char_traits<char>::length(kSeeDoctor));
    return text;
}

std::string remedy_of_window(const std::string& failure, bool x11) {
    if (failure.starts_with("no window module"))
        return "install what the module needs (Debian, Ubuntu: libglfw3); `render` needs no window";
    if (!failure.starts_with("no display"))
        return "update the driver, or let Mesa draw by software: LIBGL_ALWAYS_SOFTWARE=1 sweeplab";
    return x11 ? "look whether the display runs and lets you in (xdpyinfo); `render` needs no display"
               : "start XWayland, or use a GLFW that knows Wayland (Debian: libglfw3-wayland); `render` "
                 "needs no display";
}

/// Returns what is found of the current context.
Finding finding_of(const ContextInfo& info) {
    const QualityLimit limit = quality_limit(GlFacts::query());
    Finding finding{PartState::ok, info.version + ", " + info.renderer + " (" + info.how + ")"};
    if (!limit.refusal.empty()) {
        finding.state = PartState::broken;
        finding.found += ": " + limit.refusal;
        finding.remedy = "install a newer OpenGL driver";
    } else if (is_software(info.renderer)) {
        finding.found += ": software, processors draw";
    }
    return finding;
}

}  // namespace

Finding check_opengl(int device) {
    const bool cuda = sort::cuda_available(nullptr, device);
    std::unique_ptr<Context> context;
    try {
        context = open_offscreen(kPicture, kPicture, cuda ? device : -1);
    } catch (const sort::Unavailable& error) {
        return {PartState::missing, reason_of(error),
                "install OpenGL 4.5 with EGL (Debian, Ubuntu: libegl1 libgl1-mesa-dri; Fedora: mesa-libEGL "
                "mesa-dri-drivers); `profile`, `bench` and `teach` as text need none"};
    }
    Finding finding = finding_of(context->info());
    if (finding.state == PartState::ok && is_software(context->info().renderer) && !kernel_driver().empty()) {
        finding.remedy =
            "for pictures drawn by the GPU install NVIDIA's OpenGL (Ubuntu: libnvidia-gl of the "
            "driver's version); start a container with NVIDIA_DRIVER_CAPABILITIES=all";
    }
    return finding;
}

Finding check_interop(int device) {
    std::string reason;
    if (!sort::cuda_available(&reason, device))
        return {PartState::none, "not needed: the cpu backend's frames are in host memory"};
    std::unique_ptr<Context> context;
    try {
        context = open_offscreen(kPicture, kPicture, device);
    } catch (const sort::Unavailable&) {
        return {PartState::none, "not tried: no OpenGL"};
    }
    Options options;
    options.bodies = 1;
    options.device = device;
    const auto world = create_world(resolve_world(options));
    const auto renderer = SceneRenderer::create("auto", "");
    DrawSettings settings;
    settings.width = settings.height = kPicture;
    renderer->draw(*world, Camera::from(world->config().scene.camera, world->container()), settings,
                   context->framebuffer());
    const InteropStatus& status = renderer->status();
    if (status.interop) return {PartState::ok, "CUDA writes into the buffers of OpenGL"};
    return {PartState::missing, "none, one copy per frame: " + status.reason,
            "use NVIDIA's OpenGL on the same GPU; all works with the copy"};
}

Finding check_window(int) {
    const bool x11 = is_set("DISPLAY"), wayland = is_set("WAYLAND_DISPLAY");
    if (!x11 && !wayland) return {PartState::none, "not tried: no display"};
    try {
        const auto context = open_hidden_window(kPicture, kPicture);
        return finding_of(context->info());
    } catch (const sort::Unavailable& error) {
        return {PartState::broken, reason_of(error), remedy_of_window(reason_of(error), x11)};
    }
}

}  // namespace app
