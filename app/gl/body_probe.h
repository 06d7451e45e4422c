// Which body is seen at a pixel: at once, which waits for GL, or some frames later, which does not.
#pragma once
#include <optional>

#include "app/base/memory_list.h"
#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"
#include "app/observe/instances.h"

namespace app {

/// A picture as it was drawn: the texture of slots, and where its lower left corner is in the framebuffer; the
/// instances of all bodies, of which a shader reads `readable` at once.
struct ProbedPicture {
    GLuint slots = 0, instances = 0;
    int width = 0, height = 0, corner_x = 0, corner_y = 0;
    uint32_t bodies = 0, readable = 0;
};

class BodyProbe {
public:
    explicit BodyProbe(const ShaderFiles& files);
    ~BodyProbe() { glDeleteSync(done_); }
    BodyProbe(const BodyProbe&) = delete;
    BodyProbe& operator=(const BodyProbe&) = delete;

    /// Sets the picture for the calls that follow.
    void take(const ProbedPicture& picture) { picture_ = picture; }

    /// Returns the id of the body at a pixel of the framebuffer, origin lower left, or kNobody. Waits for GL.
    uint32_t find(int x, int y) const;

    /// Does not wait: asks, and says what an earlier call for the same pixel has found, if that is known by now.
    /// The id is kNobody where no body is seen.
    std::optional<Instance> look(int x, int y);

    void list(MemoryList& to) const;

private:
    bool in_picture(int x, int y) const;
    void ask(int x, int y);

    Program program_;
    GlBuffer found_, picked_;
    const Instance* found_here_;  // the same, as the host sees it
    GLsync done_ = nullptr;       // null: nothing is asked
    int x_ = 0, y_ = 0;
    ProbedPicture picture_;
};

}  // namespace app
