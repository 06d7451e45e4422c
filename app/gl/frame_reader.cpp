#include "app/gl/frame_reader.h"

#include <glad/gl.h>

#include <cstring>
#include <utility>

namespace app {

FrameReader::FrameReader(int width, int height) : width_(width), height_(height) {
    for (Slot& slot : slots_) {
        glCreateBuffers(1, &slot.buffer);
        glNamedBufferStorage(slot.buffer, GLsizeiptr(width) * height * 3, nullptr,
                             GL_MAP_READ_BIT | GL_CLIENT_STORAGE_BIT);
    }
}

FrameReader::~FrameReader() {
    for (const Slot& slot : slots_) {
        glDeleteSync(static_cast<GLsync>(slot.fence));  // null is passed over
        glDeleteBuffers(1, &slot.buffer);
    }
}

bool FrameReader::start(unsigned framebuffer, uint32_t note) {
    if (busy_ == slots_.size()) return false;
    Slot& slot = slots_[(first_ + busy_++) % slots_.size()];
    slot.note = note;
    GLint before = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &before);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glReadBuffer(framebuffer == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, GLuint(before));
    slot.fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    return true;
}

/// OpenGL's first row is the lowest.
Image FrameReader::image_of(const Slot& slot) const {
    const size_t row = size_t(width_) * 3, rows = size_t(height_);
    Image image{width_, height_, std::vector<uint8_t>(row * rows)};
    const void* const pixels = glMapNamedBufferRange(slot.buffer, 0, GLsizeiptr(row * rows), GL_MAP_READ_BIT);
    if (!pixels) return image;
    for (size_t y = 0; y < rows; ++y)
        std::memcpy(image.rgb.data() + y * row, static_cast<const uint8_t*>(pixels) + (rows - 1 - y) * row,
                    row);
    glUnmapNamedBuffer(slot.buffer);
    return image;
}

void FrameReader::take(const std::function<void(Image, uint32_t)>& taker, bool wait) {
    constexpr GLuint64 kLong_ns = 1000000000;
    while (busy_ > 0) {
        Slot& slot = slots_[first_];
        const GLenum state = glClientWaitSync(static_cast<GLsync>(slot.fence), GL_SYNC_FLUSH_COMMANDS_BIT,
                                              wait ? kLong_ns : 0);
        if (state == GL_TIMEOUT_EXPIRED) return;
        glDeleteSync(static_cast<GLsync>(std::exchange(slot.fence, nullptr)));
        taker(image_of(slot), slot.note);
        first_ = (first_ + 1) % slots_.size();
        --busy_;
    }
}

}  // namespace app
