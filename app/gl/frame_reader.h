// Pictures out of a framebuffer without waiting for them: a ring of pixel buffers, each asked later whether its copy is
// complete.
#pragma once
#include <array>
#include <functional>

#include "app/gl/capture.h"

namespace app {

class FrameReader {
public:
    FrameReader(int width, int height);
    ~FrameReader();
    FrameReader(const FrameReader&) = delete;
    FrameReader& operator=(const FrameReader&) = delete;

    /// Starts a copy, which `note` comes back with. False: all buffers are busy.
    bool start(unsigned framebuffer, uint32_t note);
    /// Hands over the copies that are complete, in order; `wait`: all that were started.
    void take(const std::function<void(Image, uint32_t note)>& taker, bool wait = false);

private:
    struct Slot {
        unsigned buffer = 0;
        void* fence = nullptr;
        uint32_t note = 0;
    };
    Image image_of(const Slot& slot) const;

    const int width_, height_;
    std::array<Slot, 3> slots_;
    size_t first_ = 0, busy_ = 0;
};

}  // namespace app
