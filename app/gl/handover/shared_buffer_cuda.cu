// Frames of the CUDA backend. With interop the kernels write into the GL buffers themselves: all of them are
// mapped in one call, which orders GL's earlier reads before the kernels, and unmapped in one, which orders
// the kernels before GL's next reads. Without it the same kernels write into device memory, and one copy
// through pinned memory brings the frame to GL.
#include <glad/gl.h>
// cuda_gl_interop.h includes the system's gl.h, which glad must come before.
#include <cuda_gl_interop.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <vector>

#include "app/gl/handover/shared_buffer.h"
#include "sort/cuda/device_buffer.cuh"

namespace app {

using sort::check;
using Clock = std::chrono::steady_clock;

static double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Room grows by half more than asked for, so that what changes little by little does not allocate every
/// frame; of what is large by an eighth.
static size_t grown(size_t bytes) {
    return std::max<size_t>(bytes + (bytes < (64u << 20) ? bytes / 2 : bytes / 8), 4096);
}

/// What place_crowd_cuda() sorts boxes with. Made when they are first wanted: it does not grow.
class CrowdScratch {
public:
    std::span<std::byte> get(const CrowdView& view) {
        if (!view.box_stride) return {};
        if (buffer_.size() == 0) buffer_ = sort::DeviceBuffer<std::byte>(boxes_scratch_bytes());
        return {buffer_.data(), buffer_.size()};
    }

private:
    sort::DeviceBuffer<std::byte> buffer_;
};

/// A GL buffer that CUDA can map. Its store is made once: a larger one is a new buffer.
class RegisteredBuffer {
public:
    explicit RegisteredBuffer(size_t bytes) : bytes_(bytes) {
        glNamedBufferData(buffer_, GLsizeiptr(bytes), nullptr, GL_DYNAMIC_DRAW);
        // Not "write discard": the crowd's kernel reads what kernels before it have written.
        check(cudaGraphicsGLRegisterBuffer(&resource_, buffer_, cudaGraphicsRegisterFlagsNone));
    }
    ~RegisteredBuffer() {
        if (resource_) cudaGraphicsUnregisterResource(resource_);
    }
    RegisteredBuffer(const RegisteredBuffer&) = delete;
    RegisteredBuffer& operator=(const RegisteredBuffer&) = delete;

    GLuint name() const { return buffer_; }
    size_t bytes() const { return bytes_; }
    cudaGraphicsResource_t resource() const { return resource_; }

    void* pointer() const {
        void* data = nullptr;
        size_t size = 0;
        check(cudaGraphicsResourceGetMappedPointer(&data, &size, resource_));
        return data;
    }

private:
    GlBuffer buffer_;
    size_t bytes_;
    cudaGraphicsResource_t resource_ = nullptr;
};

/// Keeps the resources mapped for the life of a scope, so that an error in between leaves none mapped.
class Mapping {
public:
    Mapping(cudaGraphicsResource_t* resources, int count, cudaStream_t stream)
        : resources_(resources), count_(count), stream_(stream) {
        check(cudaGraphicsMapResources(count_, resources_, stream_));
    }
    ~Mapping() {
        if (count_ > 0) cudaGraphicsUnmapResources(count_, resources_, stream_);
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    void unmap() { check(cudaGraphicsUnmapResources(std::exchange(count_, 0), resources_, stream_)); }

private:
    cudaGraphicsResource_t* resources_;
    int count_;
    cudaStream_t stream_;
};

class InteropBuffers : public SharedBuffers {
public:
    explicit InteropBuffers(int device) : device_(device) {}

    void fill(sim::World& world, const FrameRequest& request) override {
        check(cudaSetDevice(device_));
        const sim::BodyView bodies = world.bodies();
        const sim::PairView pair_view = request.pairs ? world.pairs() : sim::PairView{};
        const uint32_t limit = request.pairs ? pair_limit(pair_view.capacity) : 0;
        reserve(instances_, bodies.count * sizeof(Instance));
        if (request.pairs) reserve(pairs_, sizeof(PairHead) + 2 * sizeof(uint32_t) * size_t(limit));
        if (request.crowd) reserve(crowd_, CrowdLayout::of(*request.crowd).bytes);
        const std::span<std::byte> scratch =
            request.crowd ? crowd_scratch_.get(*request.crowd) : std::span<std::byte>{};

        cudaGraphicsResource_t resources[3] = {instances_->resource()};
        int mapped = 1;
        if (request.pairs) resources[mapped++] = pairs_->resource();
        if (request.crowd) resources[mapped++] = crowd_->resource();
        const auto map_start = Clock::now();
        Mapping mapping(resources, mapped, world.stream());
        handover_ms_ = ms_since(map_start);

        auto* instances = static_cast<Instance*>(instances_->pointer());
        write_instances_cuda(bodies, request.style, instances, world.stream());
        if (request.pairs) {
            auto* head = static_cast<PairHead*>(pairs_->pointer());
            write_pairs_cuda(pair_view, limit, head, reinterpret_cast<uint32_t*>(head + 1), world.stream());
        }
        if (request.crowd)
            place_crowd_cuda(*request.crowd, instances, bodies.count, crowd_->pointer(), scratch,
                             world.stream());

        const auto unmap_start = Clock::now();
        mapping.unmap();
        handover_ms_ += ms_since(unmap_start);
    }

    GLuint instances() const override { return name_of(instances_); }
    GLuint pairs() const override { return name_of(pairs_); }
    GLuint crowd() const override { return name_of(crowd_); }
    double handover_ms() const override { return handover_ms_; }

private:
    /// No buffer, which GL calls 0, until a frame wished for it.
    static GLuint name_of(const std::unique_ptr<RegisteredBuffer>& buffer) {
        return buffer ? buffer->name() : 0;
    }

    static void reserve(std::unique_ptr<RegisteredBuffer>& buffer, size_t bytes) {
        if (buffer && buffer->bytes() >= bytes) return;
        buffer.reset();
        buffer = std::make_unique<RegisteredBuffer>(grown(bytes));
    }

    int device_;
    std::unique_ptr<RegisteredBuffer> instances_, pairs_, crowd_;
    CrowdScratch crowd_scratch_;
    double handover_ms_ = 0;
};

class PinnedBuffer {
public:
    PinnedBuffer() = default;
    explicit PinnedBuffer(size_t bytes) : bytes_(bytes) { check(cudaMallocHost(&data_, bytes)); }
    ~PinnedBuffer() { cudaFreeHost(data_); }
    PinnedBuffer(const PinnedBuffer&) = delete;
    PinnedBuffer& operator=(PinnedBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    std::byte* data() const { return static_cast<std::byte*>(data_); }
    size_t bytes() const { return bytes_; }

private:
    void* data_ = nullptr;
    size_t bytes_ = 0;
};

class CopyBuffers : public SharedBuffers {
public:
    explicit CopyBuffers(int device) : device_(device) {
        check(cudaSetDevice(device_));
        check(cudaEventCreate(&copy_start_));
        check(cudaEventCreate(&copy_end_));
    }
    ~CopyBuffers() override {
        cudaEventDestroy(copy_start_);
        cudaEventDestroy(copy_end_);
    }

    void fill(sim::World& world, const FrameRequest& request) override {
        check(cudaSetDevice(device_));
        handover_ms_ = 0;
        const sim::BodyView bodies = world.bodies();
        const size_t instance_bytes = bodies.count * sizeof(Instance);
        reserve(device_instances_, instance_bytes);
        auto* instances = reinterpret_cast<Instance*>(device_instances_.data());
        write_instances_cuda(bodies, request.style, instances, world.stream());
        bring(device_instances_, instance_bytes, instances_, world.stream());
        if (request.pairs) fill_pairs(world);
        if (request.crowd) {
            const size_t bytes = CrowdLayout::of(*request.crowd).bytes;
            reserve(device_crowd_, bytes);
            place_crowd_cuda(*request.crowd, instances, bodies.count, device_crowd_.data(),
                             crowd_scratch_.get(*request.crowd), world.stream());
            bring(device_crowd_, bytes, crowd_, world.stream());
        }
    }

    GLuint instances() const override { return instances_; }
    GLuint pairs() const override { return pairs_; }
    GLuint crowd() const override { return crowd_; }
    double handover_ms() const override { return handover_ms_; }

private:
    void fill_pairs(sim::World& world) {
        const sim::PairView view = world.pairs();
        const uint32_t limit = pair_limit(view.capacity);
        reserve(device_pairs_, sizeof(PairHead) + 2 * sizeof(uint32_t) * size_t(limit));
        auto* head = reinterpret_cast<PairHead*>(device_pairs_.data());
        write_pairs_cuda(view, limit, head, reinterpret_cast<uint32_t*>(head + 1), world.stream());
        bring(device_pairs_, pair_bytes(world.stream()), pairs_, world.stream());
    }

    static void reserve(sort::DeviceBuffer<std::byte>& buffer, size_t bytes) {
        if (buffer.size() < bytes) buffer = sort::DeviceBuffer<std::byte>(grown(bytes));
    }

    /// Waits for the copy: without interop there is no other way to show this step and not an older one.
    void bring(const sort::DeviceBuffer<std::byte>& from, size_t bytes, GLuint to, cudaStream_t stream) {
        if (pinned_.bytes() < bytes) pinned_ = PinnedBuffer(grown(bytes));
        check(cudaEventRecord(copy_start_, stream));
        check(cudaMemcpyAsync(pinned_.data(), from.data(), bytes, cudaMemcpyDeviceToHost, stream));
        check(cudaEventRecord(copy_end_, stream));
        check(cudaEventSynchronize(copy_end_));
        float copy_ms = 0;
        check(cudaEventElapsedTime(&copy_ms, copy_start_, copy_end_));

        const auto upload_start = Clock::now();
        glNamedBufferData(to, GLsizeiptr(bytes), pinned_.data(), GL_STREAM_DRAW);
        handover_ms_ += double(copy_ms) + ms_since(upload_start);
    }

    /// Only as many pairs as there are travel: their number is read first.
    size_t pair_bytes(cudaStream_t stream) {
        if (pinned_.bytes() < sizeof(PairHead)) pinned_ = PinnedBuffer(grown(sizeof(PairHead)));
        check(cudaMemcpyAsync(pinned_.data(), device_pairs_.data(), sizeof(PairHead), cudaMemcpyDeviceToHost,
                              stream));
        check(cudaStreamSynchronize(stream));
        const uint32_t count = reinterpret_cast<const PairHead*>(pinned_.data())->marks[0];
        return sizeof(PairHead) + 2 * sizeof(uint32_t) * size_t(count);
    }

    int device_;
    GlBuffer instances_, pairs_, crowd_;
    sort::DeviceBuffer<std::byte> device_instances_, device_pairs_, device_crowd_;
    CrowdScratch crowd_scratch_;
    PinnedBuffer pinned_;
    cudaEvent_t copy_start_ = nullptr, copy_end_ = nullptr;
    double handover_ms_ = 0;
};

static std::string device_name(int device) {
    cudaDeviceProp properties;
    if (device < 0 || cudaGetDeviceProperties(&properties, device) != cudaSuccess) return "the CUDA device";
    return properties.name;
}

/// Registers, maps and unmaps a small buffer: some drivers list the device and refuse later.
static cudaError_t try_registering() {
    GlBuffer buffer;
    glNamedBufferData(buffer, 4096, nullptr, GL_DYNAMIC_DRAW);
    cudaGraphicsResource_t resource = nullptr;
    cudaError_t status = cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsNone);
    if (status != cudaSuccess) return status;
    status = cudaGraphicsMapResources(1, &resource, nullptr);
    if (status == cudaSuccess) status = cudaGraphicsUnmapResources(1, &resource, nullptr);
    cudaGraphicsUnregisterResource(resource);
    return status;
}

bool interop_possible(int device, const std::string& gl_renderer, std::string* reason) {
    const auto refuse = [&](const std::string& text) {
        *reason = text;
        cudaGetLastError();  // a failed question must not fail the next call
        return false;
    };
    if (device >= 0 && cudaSetDevice(device) != cudaSuccess) return refuse("no CUDA device");

    unsigned found = 0;
    int devices[16] = {};
    const cudaError_t status = cudaGLGetDevices(&found, devices, 16, cudaGLDeviceListAll);
    if (status == cudaErrorInsufficientDriver || status == cudaErrorNoDevice) return refuse("no CUDA device");
    if (status != cudaSuccess || found == 0)
        return refuse("OpenGL runs on " + gl_renderer + ", which is not a CUDA device");
    if (device >= 0 && std::find(devices, devices + found, device) == devices + found)
        return refuse("OpenGL runs on " + gl_renderer + " (CUDA device " + std::to_string(devices[0]) +
                      "), the simulation on " + device_name(device) + " (CUDA device " +
                      std::to_string(device) + ")");
    if (device < 0 && cudaSetDevice(devices[0]) != cudaSuccess) return refuse("no CUDA device");
    const cudaError_t registered = try_registering();
    if (registered != cudaSuccess)
        return refuse(std::string("registering a GL buffer failed: ") + cudaGetErrorString(registered));
    return true;
}

std::unique_ptr<SharedBuffers> make_interop_buffers(int device) {
    return std::make_unique<InteropBuffers>(device);
}

std::unique_ptr<SharedBuffers> make_copy_buffers(int device) { return std::make_unique<CopyBuffers>(device); }

}  // namespace app
