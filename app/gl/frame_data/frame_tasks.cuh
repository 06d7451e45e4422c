// Data that a frame needs of a world on CUDA: buffers, their sizes, and the kernels that write them, in the
// order in which they have to run (shared_buffer_cuda.cu).
#pragma once
#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "app/gl/frame_data/mesh_points.h"
#include "app/gl/frame_data/shared_buffer.h"
#include "sort/cuda/device_buffer.cuh"

namespace app {

/// Room grows by half more than asked for, so that what changes little by little does not allocate every
/// frame; of what is large by an eighth.
inline size_t grown(size_t bytes) {
    return std::max<size_t>(bytes + (bytes < (64u << 20) ? bytes / 2 : bytes / 8), 4096);
}

inline void reserve(sort::DeviceBuffer<std::byte>& buffer, size_t bytes) {
    if (buffer.size() < bytes) buffer = sort::DeviceBuffer<std::byte>(grown(bytes));
}

/// A buffer of the frame: how large it may become, how it is written, and how much of it is used, which its
/// first bytes say.
struct Task {
    Part part;
    size_t bytes;
    std::function<void(void*)> write;
    size_t head_bytes = 0;
    std::function<size_t(const void*)> used_bytes = {};  // from the head
    bool grows = false;  // little by little, with the bodies; else it is as large as the picture asks for

    size_t room() const { return grows ? grown(bytes) : bytes; }
    bool fits(size_t have) const { return grows ? have >= bytes : have == bytes; }
};

template <class Record>
size_t listed_bytes(const void* head) {
    return sizeof(PairHead) + sizeof(Record) * size_t(static_cast<const PairHead*>(head)->marks[0]);
}

/// Tasks that write the buffers of a frame, in the order in which they have to run.
class FrameTasks {
public:
    std::vector<Task> of(sim::World& world, const FrameRequest& request) {
        const sim::BodyView bodies = world.bodies();
        const sort::Stream stream = world.stream();
        const InstanceStyle style = style_of(bodies, request, stream);
        std::vector<Task> tasks = {
            growing(Part::instances, bodies.count * sizeof(Instance), [=, this](void* out) {
                instances_ = static_cast<Instance*>(out);
                write_instances_cuda(bodies, style, instances_, stream);
            })};
        if (request.meshes && request.meshes->points_px > 0) take_points(request, stream);
        const ScratchLayout layout = scratch_layout(request, true);
        if (layout.bytes > 0)
            tasks.push_back(
                {Part::scratch, layout.bytes, [=, this](void* out) { scratch_ = layout.in(out); }});
        if (request.sun) add_light(tasks, *request.sun, Part::sun_bounds, Part::sun_words, bodies, stream);
        if (request.sky) add_light(tasks, *request.sky, Part::sky_bounds, Part::sky_words, bodies, stream);
        if (request.pairs) tasks.push_back(pairs_task(bodies, world.pairs(), stream));
        if (request.shown_pairs) {
            const sim::PairView pairs = world.pairs();
            const PairChoice choice = *request.shown_pairs;
            tasks.push_back({Part::shown_pairs, sizeof(ShownPairs), [=](void* out) {
                                 show_pairs_cuda(bodies, pairs, choice, static_cast<ShownPairs*>(out),
                                                 stream);
                             }});
        }
        if (request.raster) {
            const RasterView view = *request.raster;
            if (view.box_stride) reserve(raster_scratch_, boxes_scratch_bytes());
            tasks.push_back({Part::raster, RasterLayout::of(view).bytes, [=, this](void* out) {
                                 place_raster_cuda(view, instances_, bodies.count, out, scratch_, stream);
                                 if (view.box_stride)
                                     sort_boxes_cuda(view, out, whole(raster_scratch_), stream);
                             }});
        }
        if (request.meshes) tasks.push_back(meshes_task(Part::meshes, *request.meshes, bodies, stream));
        if (request.casters) tasks.push_back(meshes_task(Part::casters, *request.casters, bodies, stream));
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
        if (request.tree_boxes) {
            const TreeChoice choice = *request.tree_boxes;
            tasks.push_back({Part::tree_boxes, sizeof(TreeBoxes), [=](void* out) {
                                 list_tree_boxes_cuda(bodies.tree, choice, static_cast<TreeBoxes*>(out),
                                                      stream);
                             }});
        }
        if (request.curve_parts > 0) {
            const uint32_t most = request.curve_parts;
            tasks.push_back({Part::curve, sizeof(MortonCurve), [=](void* out) {
                                 make_morton_curve_cuda(bodies.tree, style.groups, most,
                                                        static_cast<MortonCurve*>(out), stream);
                             }});
        }
        return tasks;
    }

    void list(MemoryList& to) const {
        to.add("lists of overlays", raster_scratch_.size());
        to.add_of_scene("bodies", mesh_scratch_.size() + device_values_.size() + slot_by_index_.size() +
                                      morton_ranks_.size());
        to.add_of_scene("meshes", points_.size() * sizeof(MeshPoint));
    }

private:
    static std::span<std::byte> whole(const sort::DeviceBuffer<std::byte>& buffer) {
        return {buffer.data(), buffer.size()};
    }

    static Task growing(Part part, size_t bytes, std::function<void(void*)> write, size_t head_bytes = 0,
                        std::function<size_t(const void*)> used_bytes = {}) {
        return {part, bytes, std::move(write), head_bytes, std::move(used_bytes), true};
    }

    void add_light(std::vector<Task>& tasks, const LightRequest& light, Part bounds_part, Part words_part,
                   const sim::BodyView& bodies, sort::Stream stream) {
        const SunView view = light.view;
        tasks.push_back({bounds_part, sizeof(SunBounds), [=, this](void* out) {
                             bounds_ = static_cast<SunBounds*>(out);
                             write_sun_bounds_cuda(view, bodies, bounds_, stream);
                         }});
        if (light.side() == 0) return;
        tasks.push_back({words_part, short_sun_word_bytes(light.side()), [=, this](void* out) {
                             auto* const words = static_cast<uint32_t*>(scratch_.words);
                             if (light.discs)
                                 place_discs_cuda(*light.discs, instances_, bodies.count, bounds_, words,
                                                  {scratch_.near, scratch_.count, kMostShared}, stream);
                             else
                                 place_sun_points_cuda(*light.points, bounds_, bodies, points_.data(), words,
                                                       stream);
                             shorten_sun_words_cuda(words, light.side(), static_cast<uint32_t*>(out), stream);
                         }});
    }

    /// Returns the style with the data that the colour reads beside the bodies.
    InstanceStyle style_of(const sim::BodyView& bodies, const FrameRequest& request, sort::Stream stream) {
        InstanceStyle style = request.style;
        if (request.values && request.values->size() == bodies.count) {
            const size_t bytes = bodies.count * sizeof(float);
            if (request.values != values_) {
                reserve(device_values_, bytes);
                sort::check(cudaMemcpyAsync(device_values_.data(), request.values->data(), bytes,
                                            cudaMemcpyHostToDevice, stream));
            }
            style.values = reinterpret_cast<const float*>(device_values_.data());
        }
        values_ = request.values;  // kept until the next ones: the copy reads them
        if (style.wants_morton_ranks(bodies.tree)) {
            reserve(morton_ranks_, bodies.count * sizeof(uint32_t));
            auto* const ranks = reinterpret_cast<uint32_t*>(morton_ranks_.data());
            list_morton_ranks_cuda(bodies.tree, ranks, stream);
            style.morton_rank = ranks;
        }
        if (style.wants_input_order()) {
            reserve(slot_by_index_, bodies.count * sizeof(uint32_t));
            auto* const slots = reinterpret_cast<uint32_t*>(slot_by_index_.data());
            list_input_order_cuda(bodies, slots, stream);
            style.slot_by_index = slots;
        }
        return style;
    }

    /// Uploads the points of the meshes, once per scene.
    void take_points(const FrameRequest& request, sort::Stream stream) {
        if (points_number_ == request.points_number) return;
        points_ = {};
        points_ = sort::DeviceBuffer<MeshPoint>(request.points.size());
        sort::check(cudaMemcpyAsync(points_.data(), request.points.data(), request.points.size_bytes(),
                                    cudaMemcpyHostToDevice, stream));
        points_number_ = request.points_number;
    }

    template <class Item>
    static Task copy_task(Part part, const Item* items, size_t count, sort::Stream stream) {
        const size_t bytes = count * sizeof(Item);
        return growing(part, bytes, [=](void* out) {
            sort::check(cudaMemcpyAsync(out, items, bytes, cudaMemcpyDeviceToDevice, stream));
        });
    }

    Task meshes_task(Part part, const MeshView& view, const sim::BodyView& bodies, sort::Stream stream) {
        reserve(mesh_scratch_, mesh_scratch_bytes(bodies.count));
        const MeshLayout layout = MeshLayout::of(view);
        return growing(
            part, layout.bytes,
            [=, this](void* out) {
                place_meshes_cuda(view, bodies, points_.data(), out, scratch_.words, whole(mesh_scratch_),
                                  stream);
            },
            sizeof(MeshHead),
            [layout](const void* head) {
                const size_t listed = static_cast<const MeshHead*>(head)->listed;
                return layout.instances + listed * sizeof(MeshInstance);
            });
    }

    static Task pairs_task(const sim::BodyView& bodies, const sim::PairView& view, sort::Stream stream) {
        const uint32_t limit = pair_limit(view.capacity);
        return growing(
            Part::pairs, sizeof(PairHead) + sizeof(DrawnPair) * size_t(limit),
            [=](void* out) {
                auto* head = static_cast<PairHead*>(out);
                write_pairs_cuda(bodies, view, limit, head, reinterpret_cast<DrawnPair*>(head + 1), stream);
            },
            sizeof(PairHead), listed_bytes<DrawnPair>);
    }

    static Task contacts_task(const sim::ContactView& view, sort::Stream stream) {
        const uint32_t limit = contact_limit(view.capacity);
        return growing(
            Part::contacts, sizeof(PairHead) + sizeof(sim::ContactMark) * size_t(limit),
            [=](void* out) {
                auto* head = static_cast<PairHead*>(out);
                write_contacts_cuda(view, limit, head, reinterpret_cast<sim::ContactMark*>(head + 1), stream);
            },
            sizeof(PairHead), listed_bytes<sim::ContactMark>);
    }

    Instance* instances_ = nullptr;
    SunBounds* bounds_ = nullptr;
    Scratch scratch_;
    sort::DeviceBuffer<std::byte> raster_scratch_, mesh_scratch_, device_values_, slot_by_index_,
        morton_ranks_;
    std::shared_ptr<const std::vector<float>> values_;  // that device_values_ has
    sort::DeviceBuffer<MeshPoint> points_;
    uint64_t points_number_ = 0;
};

}  // namespace app
