// The CPU backend's frame: written by its threads into host memory, then handed to GL in one call. A new
// store each frame lets the driver keep drawing from the old one instead of waiting for it.
#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "app/base/wall_clock.h"
#include "app/gl/frame_data/mesh_points.h"
#include "app/gl/frame_data/shared_buffer.h"

namespace app {

static constexpr uint32_t kMaxDrawnPairs = 1u << 20, kMaxDrawnContacts = 1u << 18;

uint32_t pair_limit(uint64_t capacity) {
    GLint64 block_bytes = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block_bytes);
    const uint64_t fitting = (uint64_t(block_bytes) - sizeof(PairHead)) / sizeof(DrawnPair);
    return uint32_t(std::min({capacity, fitting, uint64_t(kMaxDrawnPairs)}));
}

uint32_t contact_limit(uint64_t capacity) {
    return uint32_t(std::min(capacity, uint64_t(kMaxDrawnContacts)));
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

class HostBuffers : public SharedBuffers {
public:
    void fill(sim::World& world, const FrameRequest& request) override {
        const auto start = std::chrono::steady_clock::now();
        copies_.clear();
        const sim::BodyView bodies = world.bodies();
        const uint32_t count = bodies.count;

        auto* const instances = room<Instance>(Part::instances, std::max(count, 1u) * sizeof(Instance));
        write_instances_cpu(bodies, style_of(bodies, request), instances);
        send(Part::instances);
        const ScratchLayout layout = scratch_layout(request, false);
        const Scratch scratch = layout.in(room<std::byte>(Part::scratch, layout.bytes));
        if (request.sun)
            draw_light(*request.sun, Part::sun_bounds, Part::sun_words, bodies, request, instances, scratch);
        if (request.sky)
            draw_light(*request.sky, Part::sky_bounds, Part::sky_words, bodies, request, instances, scratch);
        if (request.pairs) {
            const sim::PairView view = world.pairs();
            const uint32_t limit = pair_limit(view.capacity);
            const uint32_t drawn = view.slots ? drawn_pairs(*view.count, view.capacity, limit) : 0;
            auto* head = room<PairHead>(Part::pairs, sizeof(PairHead) + sizeof(DrawnPair) * size_t(drawn));
            write_pairs_cpu(bodies, view, limit, head, reinterpret_cast<DrawnPair*>(head + 1));
            send(Part::pairs);
        }
        if (request.shown_pairs) {
            show_pairs_cpu(bodies, world.pairs(), *request.shown_pairs,
                           room<ShownPairs>(Part::shown_pairs, sizeof(ShownPairs)));
            send(Part::shown_pairs);
        }
        if (request.raster) {
            void* const raster = room<std::byte>(Part::raster, RasterLayout::of(*request.raster).bytes);
            place_raster_cpu(*request.raster, instances, count, raster, scratch);
            send(Part::raster);
        }
        for (const auto& [part, view] :
             {std::pair(Part::meshes, &request.meshes), std::pair(Part::casters, &request.casters)}) {
            if (!*view) continue;
            const size_t bytes = MeshLayout::of(**view).bytes;
            place_meshes_cpu(**view, bodies, request.points.data(), room<std::byte>(part, bytes),
                             scratch.words);
            send(part);
        }
        if (request.raster) send(Part::scratch, pixel_word_bytes(*request.raster));
        if (request.meshes && request.meshes->points_px > 0)
            send(Part::scratch, pixel_word_bytes(*request.meshes));
        if (request.boxes) {
            std::copy_n(bodies.boxes, count, room<sim::Box>(Part::boxes, count * sizeof(sim::Box)));
            send(Part::boxes);
        }
        if (request.orientations) {
            const size_t bytes = std::max(count, 1u) * sizeof(sim::Quaternion);
            std::copy_n(bodies.orientation, count, room<sim::Quaternion>(Part::orientations, bytes));
            send(Part::orientations);
        }
        if (request.contacts) {
            const sim::ContactView view = world.contacts();
            const uint32_t limit = contact_limit(view.capacity);
            auto* head =
                room<PairHead>(Part::contacts, sizeof(PairHead) + sizeof(sim::ContactMark) * size_t(limit));
            write_contacts_cpu(view, limit, head, reinterpret_cast<sim::ContactMark*>(head + 1));
            send(Part::contacts);
        }
        if (request.columns) {
            make_column_panes(bodies.columns, *room<ColumnPanes>(Part::columns, sizeof(ColumnPanes)));
            send(Part::columns);
        }
        if (request.tree_boxes) {
            list_tree_boxes_cpu(bodies.tree, *request.tree_boxes,
                                room<TreeBoxes>(Part::tree_boxes, sizeof(TreeBoxes)));
            send(Part::tree_boxes);
        }
        if (request.curve_parts > 0) {
            make_morton_curve_cpu(bodies.tree, request.style.groups, request.curve_parts,
                                  room<MortonCurve>(Part::curve, sizeof(MortonCurve)));
            send(Part::curve);
        }
        upload_ms_ =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }

    GLuint buffer(Part part) const override { return buffers_[size_t(part)]; }
    double upload_ms() const override { return upload_ms_; }
    void list(MemoryList& to) const override {
        for (size_t part = 0; part < kParts; ++part) list_part(to, Part(part), buffer_bytes(buffers_[part]));
    }

private:
    InstanceStyle style_of(const sim::BodyView& bodies, const FrameRequest& request) {
        InstanceStyle style = request.style;
        if (request.values && request.values->size() == bodies.count) style.values = request.values->data();
        if (style.wants_morton_ranks(bodies.tree)) {
            morton_ranks_.resize(bodies.count);
            list_morton_ranks_cpu(bodies.tree, morton_ranks_.data());
            style.morton_rank = morton_ranks_.data();
        }
        if (style.wants_input_order()) {
            slot_by_index_.resize(bodies.count);
            list_input_order_cpu(bodies, slot_by_index_.data());
            style.slot_by_index = slot_by_index_.data();
        }
        return style;
    }

    void draw_light(const LightRequest& light, Part bounds_part, Part words_part, const sim::BodyView& bodies,
                    const FrameRequest& request, const Instance* instances, const Scratch& scratch) {
        auto* const bounds = room<SunBounds>(bounds_part, sizeof(SunBounds));
        write_sun_bounds_cpu(light.view, bodies, bounds);
        send(bounds_part);
        if (light.side() == 0) return;
        auto* const words = static_cast<uint32_t*>(scratch.words);
        if (light.discs)
            place_discs_cpu(*light.discs, instances, bodies.count, *bounds, words);
        else
            place_sun_points_cpu(*light.points, *bounds, bodies, request.points.data(), words);
        shorten_sun_words_cpu(words, light.side(),
                              room<uint32_t>(words_part, short_sun_word_bytes(light.side())));
        send(words_part);
    }

    template <class First>
    First* room(Part part, size_t bytes) {
        host_[size_t(part)].resize(bytes);
        return reinterpret_cast<First*>(host_[size_t(part)].data());
    }
    void send(Part part) { send(part, host_[size_t(part)].size()); }
    void send(Part part, size_t bytes) {
        const double start_s = now_s();
        glNamedBufferData(buffers_[size_t(part)], GLsizeiptr(bytes), host_[size_t(part)].data(),
                          GL_STREAM_DRAW);
        copies_.push_back({"upload", start_s, now_s(), bytes});
    }

    std::array<GlBuffer, kParts> buffers_;
    std::array<std::vector<std::byte>, kParts> host_;
    std::vector<uint32_t> slot_by_index_, morton_ranks_;
    double upload_ms_ = 0;
};

std::unique_ptr<SharedBuffers> make_host_buffers() { return std::make_unique<HostBuffers>(); }

}  // namespace app
