// The arrays of a frame by an observer, the same for both backends: a list of what is filled, in the order in which it
// has to be. To show something new of a world: a Part, its request, and its entry here.
#pragma once
#include <functional>

#include "app/base/memory_list.h"
#include "app/observe/frame_data.h"
#include "app/observe/place_meshes.h"
#include "app/observe/place_raster.h"

namespace app {

/// Room grows by half more than asked for, so that what changes little by little does not allocate every
/// frame; of what is large by an eighth.
inline size_t grown(size_t bytes) {
    return std::max<size_t>(bytes + (bytes < (64u << 20) ? bytes / 2 : bytes / 8), 4096);
}

/// An array of the frame: how large it may become, what fills it, and how much of it is used.
struct FrameArray {
    Part part;
    size_t bytes;
    std::function<void(void*)> fill;                     // queues the work
    size_t head_bytes = 0;                               // that used_bytes reads
    std::function<size_t(const void*)> used_bytes = {};  // none: all
    bool grows = false;  // little by little, with the bodies; else it is as large as the picture asks for

    size_t room() const { return grows ? grown(bytes) : bytes; }
    bool fits(size_t have) const { return grows ? have >= bytes : have == bytes; }
};

/// Returns the used bytes of a list behind a PairHead.
template <class Record>
size_t listed_bytes(const void* head) {
    return sizeof(PairHead) + sizeof(Record) * size_t(static_cast<const PairHead*>(head)->marks[0]);
}

/// Fills the arrays of frames, of worlds of one backend and device.
template <class Observer>
class FrameDataBy {
public:
    /// `most_block_bytes`: of the longest list that a shader can read. `observer`: what an Observer is made of.
    template <class... Args>
    explicit FrameDataBy(size_t most_block_bytes, Args&&... observer)
        : observer_(std::forward<Args>(observer)...), most_block_bytes_(most_block_bytes) {}

    /// Returns what fills the arrays of a frame, in the order in which it has to be called, before the next call. The
    /// world and the request have to live until then; `instances` and the scratch are those that were filled last.
    std::vector<FrameArray> arrays(sim::World& world, const FrameRequest& request) {
        exec_ = &observer_.after(world);
        const sim::BodyView bodies = world.bodies();
        const InstanceStyle style = style_of(bodies, request);
        upload_points(request);
        std::vector<FrameArray> all = {
            growing(Part::instances, bodies.count * sizeof(Instance), [=, this](void* out) {
                instances_ = static_cast<Instance*>(out);
                write_instances(*exec_, bodies, style, instances_);
            })};
        const ScratchLayout layout = scratch_layout(request);
        const size_t shown = shown_scratch_bytes(request);
        if (layout.bytes > 0)
            all.push_back({Part::scratch, layout.bytes, [=, this](void* out) { scratch_ = layout.in(out); },
                           0, [=](const void*) { return shown; }});
        if (request.sun) add_light(all, *request.sun, Part::sun_bounds, Part::sun_words, bodies);
        if (request.sky) add_light(all, *request.sky, Part::sky_bounds, Part::sky_words, bodies);
        if (request.pairs) all.push_back(pairs(bodies, world.pairs()));
        if (request.shown_pairs) {
            all.push_back(whole<ShownPairs>(
                Part::shown_pairs, [=, this, view = world.pairs(), choice = *request.shown_pairs](
                                       ShownPairs* out) { show_pairs(*exec_, bodies, view, choice, out); }));
        }
        if (request.raster) all.push_back(raster(*request.raster, bodies.count));
        if (request.meshes) all.push_back(meshes(Part::meshes, *request.meshes, bodies));
        if (request.casters) all.push_back(meshes(Part::casters, *request.casters, bodies));
        if (request.boxes) all.push_back(boxes(bodies, request.box_raster));
        if (request.orientations) all.push_back(copy(Part::orientations, bodies.orientation, bodies.count));
        if (request.contacts) all.push_back(contacts(world.contacts()));
        if (request.columns) {
            all.push_back(whole<ColumnPanes>(Part::columns, [=, this](ColumnPanes* out) {
                write_column_panes(*exec_, bodies.columns, out);
            }));
        }
        if (request.tree_boxes) {
            all.push_back(
                whole<TreeBoxes>(Part::tree_boxes, [=, this, choice = *request.tree_boxes](TreeBoxes* out) {
                    list_tree_boxes(*exec_, bodies.tree, choice, out);
                }));
        }
        if (request.curve_parts > 0) {
            all.push_back(
                whole<MortonCurve>(Part::curve, [=, this, most = request.curve_parts](MortonCurve* out) {
                    make_morton_curve(*exec_, bodies.tree, style.groups, most, out);
                }));
        }
        return all;
    }

    void list(MemoryList& to) const {
        to.add("lists of overlays", boxes_sorter_.bytes());
        to.add_of_scene("bodies", meshes_sorter_.bytes() + values_on_.bytes() + slot_by_index_.bytes() +
                                      morton_ranks_.bytes());
        to.add_of_scene("meshes", points_.bytes());
    }

private:
    using Exec = typename Observer::Exec;
    template <class T>
    using Array = typename Exec::template Array<T>;

    template <class T>
    static void reserve(Array<T>& array, size_t count) {
        if (array.size() >= count) return;
        array = {};
        array = Array<T>(grown(count * sizeof(T)) / sizeof(T));
    }

    static FrameArray growing(Part part, size_t bytes, std::function<void(void*)> fill, size_t head_bytes = 0,
                              std::function<size_t(const void*)> used_bytes = {}) {
        return {part, bytes, std::move(fill), head_bytes, std::move(used_bytes), true};
    }
    template <class T, class Fill>
    static FrameArray whole(Part part, Fill fill) {
        return {part, sizeof(T), [=](void* out) { fill(static_cast<T*>(out)); }};
    }
    template <class Item>
    FrameArray copy(Part part, const Item* items, size_t count) {
        const size_t bytes = count * sizeof(Item);
        return growing(part, bytes, [=, this](void* out) { copy_bytes(*exec_, out, items, bytes); });
    }

    void add_light(std::vector<FrameArray>& all, const LightRequest& light, Part bounds_part, Part words_part,
                   const sim::BodyView& bodies) {
        all.push_back(whole<SunBounds>(bounds_part, [=, this, view = light.view](SunBounds* out) {
            bounds_ = out;
            write_sun_bounds(*exec_, view, bodies, out);
        }));
        if (light.side() == 0) return;
        all.push_back({words_part, short_sun_word_bytes(light.side()), [=, this](void* out) {
                           auto* const words = static_cast<uint32_t*>(scratch_.words);
                           if (light.discs)
                               place_discs(*exec_, *light.discs, instances_, bodies.count, bounds_, words,
                                           {scratch_.near, scratch_.count, scratch_.near ? kMostShared : 0});
                           else if (light.boxes)
                               place_box_shadows(*exec_, *light.boxes, bodies, bounds_, words);
                           else
                               place_sun_points(*exec_, *light.points, bounds_, bodies, points_.data(),
                                                words);
                           shorten_sun_words(*exec_, words, light.side(), static_cast<uint32_t*>(out));
                       }});
    }

    FrameArray raster(const RasterView& view, uint32_t count) {
        if (view.box_stride) boxes_sorter_.reserve(kMostBoxes);
        return {Part::raster, RasterLayout::of(view).bytes, [=, this](void* out) {
                    place_raster(*exec_, view, instances_, count, out, scratch_, boxes_sorter_);
                }};
    }

    /// Returns the boxes; filling them also draws them into the scratch, where the view is given.
    FrameArray boxes(const sim::BodyView& bodies, const std::optional<BoxRasterView>& view) {
        FrameArray all = copy(Part::boxes, bodies.boxes, bodies.count);
        if (!view) return all;
        all.fill = [=, this, copy_all = std::move(all.fill), drawn = *view](void* out) {
            copy_all(out);
            place_boxes(*exec_, drawn, bodies, static_cast<uint64_t*>(scratch_.words));
        };
        return all;
    }

    FrameArray meshes(Part part, const MeshView& view, const sim::BodyView& bodies) {
        meshes_sorter_.reserve(bodies.count);
        const MeshLayout layout = MeshLayout::of(view);
        return growing(
            part, layout.bytes,
            [=, this](void* out) {
                place_meshes(*exec_, view, bodies, points_.data(), out, scratch_.words, sizes_.data(),
                             meshes_sorter_);
            },
            sizeof(MeshHead),
            [=](const void* head) {
                const size_t listed = static_cast<const MeshHead*>(head)->listed;
                return layout.instances + listed * sizeof(MeshInstance);
            });
    }

    FrameArray pairs(const sim::BodyView& bodies, const sim::PairView& view) {
        const uint32_t limit = pair_limit(view.capacity, most_block_bytes_);
        return growing(
            Part::pairs, sizeof(PairHead) + sizeof(DrawnPair) * size_t(limit),
            [=, this](void* out) {
                auto* head = static_cast<PairHead*>(out);
                write_pairs(*exec_, bodies, view, limit, head, reinterpret_cast<DrawnPair*>(head + 1));
            },
            sizeof(PairHead), listed_bytes<DrawnPair>);
    }

    FrameArray contacts(const sim::ContactView& view) {
        const uint32_t limit = contact_limit(view.capacity);
        return growing(
            Part::contacts, sizeof(PairHead) + sizeof(sim::ContactMark) * size_t(limit),
            [=, this](void* out) {
                auto* head = static_cast<PairHead*>(out);
                write_contacts(*exec_, view, limit, head, reinterpret_cast<sim::ContactMark*>(head + 1));
            },
            sizeof(PairHead), listed_bytes<sim::ContactMark>);
    }

    /// Returns the style with the data that the colour reads beside the bodies.
    InstanceStyle style_of(const sim::BodyView& bodies, const FrameRequest& request) {
        InstanceStyle style = request.style;
        if (request.values && request.values->size() == bodies.count) {
            if (request.values != values_) {
                reserve(values_on_, bodies.count);
                upload_bytes(*exec_, values_on_.data(), request.values->data(), bodies.count * sizeof(float));
            }
            style.values = values_on_.data();
            values_ = request.values;  // kept until the next ones: the copy reads them
        } else {
            values_ = nullptr;
        }
        if (style.wants_morton_ranks(bodies.tree)) {
            reserve(morton_ranks_, bodies.count);
            list_morton_ranks(*exec_, bodies.tree, morton_ranks_.data());
            style.morton_rank = morton_ranks_.data();
        }
        if (style.wants_input_order()) {
            reserve(slot_by_index_, bodies.count);
            list_input_order(*exec_, bodies, slot_by_index_.data());
            style.slot_by_index = slot_by_index_.data();
        }
        return style;
    }

    /// Uploads the points of the meshes, once per scene.
    void upload_points(const FrameRequest& request) {
        if (!request.meshes || !(request.meshes->points_px > 0)) return;
        if (points_number_ == request.points_number) return;
        points_ = {};
        points_ = Array<MeshPoint>(request.points.size());
        upload_bytes(*exec_, points_.data(), request.points.data(), request.points.size_bytes());
        points_number_ = request.points_number;
    }

    Observer observer_;
    size_t most_block_bytes_;
    Exec* exec_ = nullptr;
    Instance* instances_ = nullptr;
    SunBounds* bounds_ = nullptr;
    Scratch scratch_;
    SlotSorter<Exec> boxes_sorter_, meshes_sorter_;
    Array<GroupSizes> sizes_{1};
    Array<uint32_t> slot_by_index_, morton_ranks_;
    Array<float> values_on_;                            // in the backend's memory
    std::shared_ptr<const std::vector<float>> values_;  // that values_on_ has
    Array<MeshPoint> points_;
    uint64_t points_number_ = 0;
};

}  // namespace app
