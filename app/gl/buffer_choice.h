// Method by which a frame comes from the world's backend to GL: interop or copy, decided when the first world
// and every world on another device is drawn.
#pragma once
#include <memory>
#include <string>

#include "app/gl/frame_data/shared_buffer.h"
#include "app/gl/scene_renderer.h"

namespace app {

class BufferChoice {
public:
    /// "auto", "on" or "off". Throws sort::Unavailable for "on" where this GL cannot.
    explicit BufferChoice(const std::string& interop);

    /// Returns the buffers for such a world; says in `status` which they are and why. Throws
    /// sort::Unavailable for "on" where the first world cannot.
    SharedBuffers& of(const sim::WorldConfig& config, InteropStatus& status);

    void list(MemoryList& to) const {
        if (buffers_) buffers_->list(to);
    }

private:
    void choose(const sim::WorldConfig& config);

    std::string interop_;
    std::unique_ptr<SharedBuffers> buffers_;
    sim::Backend backend_ = sim::Backend::cpu;
    int device_ = 0;
    bool possible_ = false;  // interop
    std::string reason_;     // why not
};

}  // namespace app
