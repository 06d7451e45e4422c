// The CPU backend's frame: written by its threads into host memory, then handed to GL in one call. A new
// store each frame lets the driver keep drawing from the old one instead of waiting for it.
#include <algorithm>
#include <array>
#include <vector>

#include "app/base/interrupt.h"
#include "app/base/wall_clock.h"
#include "app/gl/frame_data/shared_buffer.h"
#include "app/observe/frame_data_by.h"
#include "app/observe/on_cpu.h"

namespace app {

size_t most_block_bytes() {
    GLint64 bytes = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
    return size_t(bytes);
}

void list_part(MemoryList& to, Part part, uint64_t bytes) {
    switch (part) {
        case Part::raster:
            return to.add("sphere raster", bytes);
        case Part::scratch:
            return to.add("scratch", bytes);
        case Part::sun_words:
            return to.add("sun map", bytes);
        case Part::sky_words:
            return to.add("sky map", bytes);
        case Part::sun_bounds:
        case Part::sky_bounds:
        case Part::shown_pairs:
        case Part::columns:
        case Part::tree_boxes:
        case Part::curve:
            return to.add("lists of overlays", bytes);
        default:
            return to.add_of_scene("bodies", bytes);
    }
}

/// Ends the work of a frame that nobody will see.
struct Abandoned {};
static void look_for_interrupt() {
    if (interrupted()) throw Abandoned();
}

class HostBuffers : public SharedBuffers {
public:
    void fill(sim::World& world, const FrameRequest& request) override {
        const double start_s = now_s();
        copies_.clear();
        upload_ms_ = 0;
        std::vector<FrameArray> arrays;
        try {
            arrays = data_.arrays(world, request);
        } catch (const Abandoned&) {
            return;
        }
        for (const FrameArray& array : arrays) {
            auto& own = own_[size_t(array.part)];
            if (array.fits(own.size())) continue;
            own = {};
            own = sim::HostArray<std::byte>(array.room());
        }
        try {
            for (const FrameArray& array : arrays) array.fill(own_[size_t(array.part)].data());
        } catch (const Abandoned&) {  // what is not filled is as it was, or zero
        }
        for (const FrameArray& array : arrays) {  // what is in the scratch last is known by now
            const void* const data = own_[size_t(array.part)].data();
            const size_t bytes = array.used_bytes ? array.used_bytes(data) : array.bytes;
            if (bytes > 0 || array.part != Part::scratch) send(array.part, std::max(bytes, kLeastBytes));
        }
        upload_ms_ = (now_s() - start_s) * 1000;
    }

    GLuint buffer(Part part) const override { return buffers_[size_t(part)]; }
    double upload_ms() const override { return upload_ms_; }
    void list(MemoryList& to) const override {
        for (size_t part = 0; part < kParts; ++part) list_part(to, Part(part), buffer_bytes(buffers_[part]));
    }

private:
    void send(Part part, size_t bytes) {
        const double start_s = now_s();
        glNamedBufferData(buffers_[size_t(part)], GLsizeiptr(bytes), own_[size_t(part)].data(),
                          GL_STREAM_DRAW);
        copies_.push_back({"upload", start_s, now_s(), bytes});
    }

    static constexpr size_t kLeastBytes = 16;  // a shader may look at a list of nothing

    FrameDataBy<CpuObserver> data_{most_block_bytes(), 0, look_for_interrupt};
    std::array<GlBuffer, kParts> buffers_;
    std::array<sim::HostArray<std::byte>, kParts> own_;
    double upload_ms_ = 0;
};

std::unique_ptr<SharedBuffers> make_host_buffers() { return std::make_unique<HostBuffers>(); }

}  // namespace app
