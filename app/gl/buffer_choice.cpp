#include "app/gl/buffer_choice.h"

#include "sort/base/errors.h"

namespace app {

static const char* gl_renderer() { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

BufferChoice::BufferChoice(const std::string& interop) : interop_(interop) {
    std::string reason;
    if (interop_ == "on" && !interop_possible(-1, gl_renderer(), &reason))
        throw sort::Unavailable("--interop on: " + reason);
}

SharedBuffers& BufferChoice::of(const sim::WorldConfig& config, InteropStatus& status) {
    if (!buffers_ || backend_ != config.backend || device_ != config.device) choose(config);
    status.interop = possible_;
    status.reason = reason_;
    return *buffers_;
}

void BufferChoice::choose(const sim::WorldConfig& config) {
    const bool first = !buffers_;
    buffers_.reset();
    std::string reason;
    bool possible = false;
    if (config.backend == sim::Backend::cpu)
        reason = "the cpu backend's frames are in host memory";
    else if (interop_ == "off")
        reason = "switched off by --interop off";
    else
        possible = interop_possible(config.device, gl_renderer(), &reason);
    // Later worlds (the user changed the backend) fall back, so that the window stays open.
    if (interop_ == "on" && first && !possible) throw sort::Unavailable("--interop on: " + reason);

    if (config.backend == sim::Backend::cpu)
        buffers_ = make_host_buffers();
    else
        buffers_ = possible ? make_interop_buffers(config.device) : make_copy_buffers(config.device);
    backend_ = config.backend;
    device_ = config.device;
    possible_ = possible;
    reason_ = reason;
}

}  // namespace app
