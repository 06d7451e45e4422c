// What a frame is drawn with at every quality: the buffers of the world's backend and the frame's own target. Only
// one quality draws at a time.
#pragma once
#include <memory>

#include "app/gl/base/address_room.h"
#include "app/gl/base/frame_target.h"
#include "app/gl/base/pass_timer.h"
#include "app/gl/buffer_choice.h"

namespace app {

struct FrameParts {
    FrameParts(const std::string& interop, bool by_processors)
        : software(by_processors), choice(interop), timer(by_processors) {
        if (software) keep_freed_memory();
    }

    bool software;  // GL is drawn by processors
    BufferChoice choice;
    PassTimer timer;
    std::unique_ptr<FrameTarget> target;  // null before the first frame

    void list(MemoryList& to) const {
        choice.list(to);
        if (target) target->list(to);
    }
};

/// Draws at one quality: all passes with their programs and maps. Throws BadFile with what the compiler says.
/// `parts` outlives it, and its memory() is without theirs.
std::unique_ptr<SceneRenderer> renderer_of_look(FrameParts& parts, const std::string& shaders_dir,
                                                const Look& look, const DrawLimits& limits);

}  // namespace app
