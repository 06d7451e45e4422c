// Frames of the CUDA backend. With interop the kernels write into the GL buffers themselves: all of them are
// mapped in one call, which orders GL's earlier reads before the kernels, and unmapped in one, which orders
// the kernels before GL's next reads. Without it the same kernels write into device memory, and one copy
// through pinned memory brings the frame to GL.
#include <glad/gl.h>
// cuda_gl_interop.h includes the system's gl.h, which glad must come before.
#include <cuda_gl_interop.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <span>
#include <vector>

#include "app/gl/handover/mesh_points.h"
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

static void reserve(sort::DeviceBuffer<std::byte>& buffer, size_t bytes) {
    if (buffer.size() < bytes) buffer = sort::DeviceBuffer<std::byte>(grown(bytes));
}

/// A buffer of the frame: how large it may become, how it is written, and how much of it is used, which its
/// first bytes tell.
struct Task {
    Part part;
    size_t bytes;
    std::function<void(void*)> write;
    size_t head_bytes = 0;
    std::function<size_t(const void*)> used_bytes = {};  // from the head
};

template <class Record>
static size_t listed_bytes(const void* head) {
    return sizeof(PairHead) + sizeof(Record) * size_t(static_cast<const PairHead*>(head)->marks[0]);
}

/// What a frame needs of a world, in the order in which it is to be written.
class FrameTasks {
public:
    std::vector<Task> of(sim::World& world, const FrameRequest& request) {
        const sim::BodyView bodies = world.bodies();
        const sort::Stream stream = world.stream();
        const InstanceStyle style = style_of(bodies, request, stream);
        std::vector<Task> tasks = {{Part::instances, bodies.count * sizeof(Instance), [=, this](void* out) {
                                        instances_ = static_cast<Instance*>(out);
                                        write_instances_cuda(bodies, style, instances_, stream);
                                    }}};
        if (request.sun) {
            tasks.push_back({Part::bounds, sizeof(SunBounds), [=, this](void* out) {
                                 bounds_ = static_cast<SunBounds*>(out);
                                 write_sun_bounds_cuda(*request.sun, bodies, bounds_, stream);
                             }});
        }
        if (request.pairs) tasks.push_back(pairs_task(bodies, world.pairs(), stream));
        if (request.shown_pairs) {
            const sim::PairView pairs = world.pairs();
            const PairChoice choice = *request.shown_pairs;
            tasks.push_back({Part::shown_pairs, sizeof(ShownPairs), [=](void* out) {
                                 show_pairs_cuda(bodies, pairs, choice, static_cast<ShownPairs*>(out),
                                                 stream);
                             }});
        }
        if (request.crowd) {
            const CrowdView view = *request.crowd;
            if (view.box_stride) reserve(crowd_scratch_, boxes_scratch_bytes());
            tasks.push_back({Part::crowd, CrowdLayout::of(view).bytes, [=, this](void* out) {
                                 place_crowd_cuda(view, instances_, bodies.count, bounds_, out, stream);
                                 if (view.box_stride)
                                     sort_boxes_cuda(view, out, whole(crowd_scratch_), stream);
                             }});
        }
        if (request.meshes && request.meshes->points_px > 0) take_points(request, stream);
        if (request.meshes) tasks.push_back(meshes_task(Part::meshes, *request.meshes, bodies, stream));
        if (request.casters) tasks.push_back(meshes_task(Part::casters, *request.casters, bodies, stream));
        if (request.sun_points) {
            const MeshSunView view = *request.sun_points;
            tasks.push_back({Part::sun_points, view.bytes(), [=, this](void* out) {
                                 place_sun_points_cuda(view, bounds_, bodies, points_.data(),
                                                       static_cast<uint32_t*>(out), stream);
                             }});
        }
        if (request.boxes) tasks.push_back(copy_task(Part::boxes, bodies.boxes, bodies.count, stream));
        if (request.orientations)
            tasks.push_back(copy_task(Part::orientations, bodies.orientation, bodies.count, stream));
        if (request.contacts) tasks.push_back(contacts_task(world.contacts(), stream));
        if (request.columns) {
            tasks.push_back({Part::columns, sizeof(ColumnPanes), [=](void* out) {
                                 make_column_panes_cuda(bodies.columns, static_cast<ColumnPanes*>(out),
                                                        stream);
                             }});
        }
        return tasks;
    }

    void list(MemoryList& to) const {
        to.add("lists of overlays", crowd_scratch_.size());
        to.add_of_scene("bodies", mesh_scratch_.size() + device_values_.size() + slot_by_index_.size());
        to.add_of_scene("meshes", points_.size() * sizeof(MeshPoint));
    }

private:
    static std::span<std::byte> whole(const sort::DeviceBuffer<std::byte>& buffer) {
        return {buffer.data(), buffer.size()};
    }

    /// With what the colour reads beside the bodies.
    InstanceStyle style_of(const sim::BodyView& bodies, const FrameRequest& request, sort::Stream stream) {
        InstanceStyle style = request.style;
        if (request.values && request.values->size() == bodies.count) {
            const size_t bytes = bodies.count * sizeof(float);
            if (request.values != values_) {
                reserve(device_values_, bytes);
                check(cudaMemcpyAsync(device_values_.data(), request.values->data(), bytes,
                                      cudaMemcpyHostToDevice, stream));
            }
            style.values = reinterpret_cast<const float*>(device_values_.data());
        }
        values_ = request.values;  // kept until the next ones: the copy reads them
        if (style.wants_input_order()) {
            reserve(slot_by_index_, bodies.count * sizeof(uint32_t));
            auto* const slots = reinterpret_cast<uint32_t*>(slot_by_index_.data());
            list_input_order_cuda(bodies, slots, stream);
            style.slot_by_index = slots;
        }
        return style;
    }

    /// Once per scene.
    void take_points(const FrameRequest& request, sort::Stream stream) {
        if (points_number_ == request.points_number) return;
        points_ = {};
        points_ = sort::DeviceBuffer<MeshPoint>(request.points.size());
        check(cudaMemcpyAsync(points_.data(), request.points.data(), request.points.size_bytes(),
                              cudaMemcpyHostToDevice, stream));
        points_number_ = request.points_number;
    }

    template <class Item>
    static Task copy_task(Part part, const Item* items, size_t count, sort::Stream stream) {
        const size_t bytes = count * sizeof(Item);
        return {part, bytes, [=](void* out) {
                    check(cudaMemcpyAsync(out, items, bytes, cudaMemcpyDeviceToDevice, stream));
                }};
    }

    Task meshes_task(Part part, const MeshView& view, const sim::BodyView& bodies, sort::Stream stream) {
        reserve(mesh_scratch_, mesh_scratch_bytes(bodies.count));
        const MeshLayout layout = MeshLayout::of(view);
        return {part, layout.bytes,
                [=, this](void* out) {
                    place_meshes_cuda(view, bodies, points_.data(), out, whole(mesh_scratch_), stream);
                },
                sizeof(MeshHead),
                [layout](const void* head) {
                    const size_t listed = static_cast<const MeshHead*>(head)->listed;
                    return layout.instances + listed * sizeof(MeshInstance);
                }};
    }

    static Task pairs_task(const sim::BodyView& bodies, const sim::PairView& view, sort::Stream stream) {
        const uint32_t limit = pair_limit(view.capacity);
        return {Part::pairs, sizeof(PairHead) + sizeof(DrawnPair) * size_t(limit),
                [=](void* out) {
                    auto* head = static_cast<PairHead*>(out);
                    write_pairs_cuda(bodies, view, limit, head, reinterpret_cast<DrawnPair*>(head + 1),
                                     stream);
                },
                sizeof(PairHead), listed_bytes<DrawnPair>};
    }

    static Task contacts_task(const sim::ContactView& view, sort::Stream stream) {
        const uint32_t limit = contact_limit(view.capacity);
        return {Part::contacts, sizeof(PairHead) + sizeof(sim::ContactMark) * size_t(limit),
                [=](void* out) {
                    auto* head = static_cast<PairHead*>(out);
                    write_contacts_cuda(view, limit, head, reinterpret_cast<sim::ContactMark*>(head + 1),
                                        stream);
                },
                sizeof(PairHead), listed_bytes<sim::ContactMark>};
    }

    Instance* instances_ = nullptr;
    SunBounds* bounds_ = nullptr;
    sort::DeviceBuffer<std::byte> crowd_scratch_, mesh_scratch_, device_values_, slot_by_index_;
    std::shared_ptr<const std::vector<float>> values_;  // that device_values_ has
    sort::DeviceBuffer<MeshPoint> points_;
    uint64_t points_number_ = 0;
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
        const std::vector<Task> tasks = tasks_.of(world, request);
        std::vector<cudaGraphicsResource_t> resources;
        for (const Task& task : tasks) {
            auto& buffer = buffers_[size_t(task.part)];
            if (!buffer || buffer->bytes() < task.bytes) {
                buffer.reset();
                buffer = std::make_unique<RegisteredBuffer>(grown(task.bytes));
            }
            resources.push_back(buffer->resource());
        }
        const auto map_start = Clock::now();
        Mapping mapping(resources.data(), int(resources.size()), world.stream());
        handover_ms_ = ms_since(map_start);
        for (const Task& task : tasks) task.write(buffers_[size_t(task.part)]->pointer());
        const auto unmap_start = Clock::now();
        mapping.unmap();
        handover_ms_ += ms_since(unmap_start);
    }

    GLuint buffer(Part part) const override {
        const auto& buffer = buffers_[size_t(part)];
        return buffer ? buffer->name() : 0;
    }
    double handover_ms() const override { return handover_ms_; }
    void list(MemoryList& to) const override {
        for (size_t part = 0; part < kParts; ++part)
            if (buffers_[part]) list_part(to, Part(part), buffers_[part]->bytes());
        tasks_.list(to);
    }

private:
    int device_;
    FrameTasks tasks_;
    std::array<std::unique_ptr<RegisteredBuffer>, kParts> buffers_;
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
        for (const Task& task : tasks_.of(world, request)) {
            auto& from = device_buffers_[size_t(task.part)];
            reserve(from, task.bytes);
            task.write(from.data());
            bring(from, used_bytes(task, from, world.stream()), buffers_[size_t(task.part)], world.stream());
        }
    }

    GLuint buffer(Part part) const override { return buffers_[size_t(part)]; }
    double handover_ms() const override { return handover_ms_; }
    void list(MemoryList& to) const override {
        for (size_t part = 0; part < kParts; ++part)
            list_part(to, Part(part), buffer_bytes(buffers_[part]) + device_buffers_[part].size());
        tasks_.list(to);
    }

private:
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

    /// Only what is used travels: how much that is is read first.
    size_t used_bytes(const Task& task, const sort::DeviceBuffer<std::byte>& from, cudaStream_t stream) {
        if (!task.used_bytes) return task.bytes;
        if (pinned_.bytes() < task.head_bytes) pinned_ = PinnedBuffer(grown(task.head_bytes));
        check(cudaMemcpyAsync(pinned_.data(), from.data(), task.head_bytes, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        return task.used_bytes(pinned_.data());
    }

    int device_;
    FrameTasks tasks_;
    std::array<GlBuffer, kParts> buffers_;
    std::array<sort::DeviceBuffer<std::byte>, kParts> device_buffers_;
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
