// Frames of the CUDA backend. With interop the kernels write into the GL buffers themselves: all of them are
// mapped in one call, which orders GL's earlier reads before the kernels, and unmapped in one, which orders
// the kernels before GL's next reads. Without it the same kernels write into device memory, and one copy
// through pinned memory brings the frame to GL.
#include <glad/gl.h>
// cuda_gl_interop.h includes the system's gl.h, which glad must come before.
#include <cuda_gl_interop.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/base/wall_clock.h"
#include "app/gl/frame_data/shared_buffer.h"
#include "app/observe/frame_data_by.h"
#include "app/observe/on_cuda.cuh"

namespace app {

using sort::check;

/// A GL buffer that CUDA can map. Its store is made once: a larger one is a new buffer.
class RegisteredBuffer {
public:
    explicit RegisteredBuffer(size_t bytes) : bytes_(bytes) {
        glNamedBufferData(buffer_, GLsizeiptr(bytes), nullptr, GL_DYNAMIC_DRAW);
        // Not "write discard": the raster's kernel reads what kernels before it have written.
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
    explicit InteropBuffers(int device) : data_(most_block_bytes(), device) {}

    void fill(sim::World& world, const FrameRequest& request) override {
        const std::vector<FrameArray> arrays = data_.arrays(world, request);
        std::vector<cudaGraphicsResource_t> resources;
        for (const FrameArray& array : arrays) {
            auto& buffer = buffers_[size_t(array.part)];
            if (!buffer || !array.fits(buffer->bytes())) {
                buffer.reset();
                buffer = std::make_unique<RegisteredBuffer>(array.room());
            }
            resources.push_back(buffer->resource());
        }
        const double map_s = now_s();
        Mapping mapping(resources.data(), int(resources.size()), world.stream());
        const double mapped_s = now_s();
        for (const FrameArray& array : arrays) array.fill(buffers_[size_t(array.part)]->pointer());
        const double unmap_s = now_s();
        mapping.unmap();
        copies_ = {{"map", map_s, mapped_s, 0}, {"unmap", unmap_s, now_s(), 0}};
        upload_ms_ = 0;
        for (const TimedCopy& piece : copies_) upload_ms_ += (piece.end_s - piece.start_s) * 1000;
    }

    GLuint buffer(Part part) const override {
        const auto& buffer = buffers_[size_t(part)];
        return buffer ? buffer->name() : 0;
    }
    double upload_ms() const override { return upload_ms_; }
    void list(MemoryList& to) const override {
        for (size_t part = 0; part < kParts; ++part)
            if (buffers_[part]) list_part(to, Part(part), buffers_[part]->bytes());
        data_.list(to);
    }

private:
    FrameDataBy<CudaObserver> data_;
    std::array<std::unique_ptr<RegisteredBuffer>, kParts> buffers_;
    double upload_ms_ = 0;
};

class CopyBuffers : public SharedBuffers {
public:
    explicit CopyBuffers(int device) : data_(most_block_bytes(), device) {
        check(cudaEventCreate(&copy_start_));
        check(cudaEventCreate(&copy_end_));
    }
    ~CopyBuffers() override {
        cudaEventDestroy(copy_start_);
        cudaEventDestroy(copy_end_);
    }

    void fill(sim::World& world, const FrameRequest& request) override {
        upload_ms_ = 0;
        copies_.clear();
        const std::vector<FrameArray> arrays = data_.arrays(world, request);
        for (const FrameArray& array : arrays) {
            auto& own = own_[size_t(array.part)];
            if (!array.fits(own.size())) {
                own = {};
                own = sort::DeviceBuffer<std::byte>(array.room());
            }
            array.fill(own.data());
        }
        for (const FrameArray& array : arrays) {  // what is in the scratch last is known by now
            const auto& from = own_[size_t(array.part)];
            const size_t bytes = used_bytes(array, from, world.stream());
            if (bytes > 0 || array.part != Part::scratch)
                bring(from, bytes, buffers_[size_t(array.part)], world.stream());
        }
    }

    GLuint buffer(Part part) const override { return buffers_[size_t(part)]; }
    double upload_ms() const override { return upload_ms_; }
    void list(MemoryList& to) const override {
        for (size_t part = 0; part < kParts; ++part)
            list_part(to, Part(part), buffer_bytes(buffers_[part]) + own_[part].size());
        data_.list(to);
    }

private:
    /// Waits for the copy: without interop nothing else shows this step and not an older one.
    void bring(const sort::DeviceBuffer<std::byte>& from, size_t bytes, GLuint to, cudaStream_t stream) {
        if (pinned_.bytes() < bytes) pinned_ = sort::PinnedBuffer<std::byte>(grown(bytes));
        check(cudaEventRecord(copy_start_, stream));
        check(cudaMemcpyAsync(pinned_.data(), from.data(), bytes, cudaMemcpyDeviceToHost, stream));
        check(cudaEventRecord(copy_end_, stream));
        check(cudaEventSynchronize(copy_end_));
        float copy_ms = 0;
        check(cudaEventElapsedTime(&copy_ms, copy_start_, copy_end_));

        const double copied_s = now_s();
        glNamedBufferData(to, GLsizeiptr(bytes), pinned_.data(), GL_STREAM_DRAW);
        const double sent_s = now_s();
        copies_.push_back({"copy", copied_s - double(copy_ms) / 1000, copied_s, bytes});
        copies_.push_back({"upload", copied_s, sent_s, bytes});
        upload_ms_ += double(copy_ms) + (sent_s - copied_s) * 1000;
    }

    /// Returns the bytes of a buffer that are used, which are read first: only these are copied.
    size_t used_bytes(const FrameArray& array, const sort::DeviceBuffer<std::byte>& from,
                      cudaStream_t stream) {
        if (!array.used_bytes) return array.bytes;
        if (array.head_bytes == 0) return array.used_bytes(nullptr);
        if (pinned_.bytes() < array.head_bytes)
            pinned_ = sort::PinnedBuffer<std::byte>(grown(array.head_bytes));
        check(cudaMemcpyAsync(pinned_.data(), from.data(), array.head_bytes, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        return array.used_bytes(pinned_.data());
    }

    FrameDataBy<CudaObserver> data_;
    std::array<GlBuffer, kParts> buffers_;
    std::array<sort::DeviceBuffer<std::byte>, kParts> own_;
    sort::PinnedBuffer<std::byte> pinned_;
    cudaEvent_t copy_start_ = nullptr, copy_end_ = nullptr;
    double upload_ms_ = 0;
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
