// The CPU backend's frame: written by its threads into host memory, then handed to GL in one call. A new
// store each frame lets the driver keep drawing from the old one instead of waiting for it.
#include <algorithm>
#include <chrono>
#include <vector>

#include "app/gl/handover/shared_buffer.h"

namespace app {

static constexpr uint32_t kMaxDrawnPairs = 1u << 20;

uint32_t pair_limit(uint64_t capacity) {
    GLint64 block_bytes = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block_bytes);
    const uint64_t fitting = (uint64_t(block_bytes) - sizeof(PairHead)) / (2 * sizeof(uint32_t));
    return uint32_t(std::min({capacity, fitting, uint64_t(kMaxDrawnPairs)}));
}

class HostBuffers : public SharedBuffers {
public:
    void fill(sim::World& world, const FrameRequest& request) override {
        const auto start = std::chrono::steady_clock::now();

        const sim::BodyView bodies = world.bodies();
        host_instances_.resize(std::max(bodies.count, 1u));
        write_instances_cpu(bodies, request.style, host_instances_.data());
        glNamedBufferData(instances_, GLsizeiptr(host_instances_.size() * sizeof(Instance)),
                          host_instances_.data(), GL_STREAM_DRAW);
        if (request.pairs) fill_pairs(world.pairs());
        if (request.crowd) fill_crowd(*request.crowd, bodies.count);

        handover_ms_ =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }

    GLuint instances() const override { return instances_; }
    GLuint pairs() const override { return pairs_; }
    GLuint crowd() const override { return crowd_; }
    double handover_ms() const override { return handover_ms_; }

private:
    void fill_pairs(const sim::PairView& view) {
        const uint32_t limit = pair_limit(view.capacity);
        const uint32_t count = view.slots ? drawn_pairs(*view.count, view.capacity, limit) : 0;
        host_pairs_.resize(sizeof(PairHead) / sizeof(uint32_t) + 2 * size_t(std::max(count, 1u)));
        auto* head = reinterpret_cast<PairHead*>(host_pairs_.data());
        write_pairs_cpu(view, limit, head, reinterpret_cast<uint32_t*>(head + 1));
        glNamedBufferData(pairs_, GLsizeiptr(host_pairs_.size() * sizeof(uint32_t)), host_pairs_.data(),
                          GL_STREAM_DRAW);
    }

    void fill_crowd(const CrowdView& view, uint32_t count) {
        const size_t bytes = CrowdLayout::of(view).bytes;
        host_crowd_.resize(bytes / sizeof(uint64_t));
        place_crowd_cpu(view, host_instances_.data(), count, host_crowd_.data());
        glNamedBufferData(crowd_, GLsizeiptr(bytes), host_crowd_.data(), GL_STREAM_DRAW);
    }

    GlBuffer instances_, pairs_, crowd_;
    std::vector<Instance> host_instances_;
    std::vector<uint32_t> host_pairs_;
    std::vector<uint64_t> host_crowd_;
    double handover_ms_ = 0;
};

std::unique_ptr<SharedBuffers> make_host_buffers() { return std::make_unique<HostBuffers>(); }

}  // namespace app
