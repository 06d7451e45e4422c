// The raster's picture on the CPU backend: all threads place bodies into one picture.
#include "app/gl/frame_data/sphere_raster.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "app/base/interrupt.h"
#include "app/gl/frame_data/pixels_cpu.h"

namespace app {
namespace {

constexpr uint32_t kChunk = 2048;

void clear(const RasterView& view, const RasterArrays& out, const RasterLayout& at, void* base) {
    memset(base, 0, at.large);
    out.head->selected.slot = sim::kNobody;
    const size_t pixels = pixel_word_bytes(view) / sizeof(uint64_t);
    tbb::parallel_for(tbb::blocked_range<size_t>(0, pixels, 1 << 18), [&](const auto& range) {
        std::fill(out.pixels + range.begin(), out.pixels + range.end(), kNobodySeen);
    });
}

void place_body(const RasterView& view, const RasterArrays& out, const Instance& body, uint32_t slot) {
    const SphereVisibility sight = sight_of(view, to_view(view, {body.x, body.y, body.z}), body.radius);
    const bool listed = list_body(view, out, body, slot, sight);
    if (!listed || is_alone(view, {body.x, body.y, body.z, body.radius}, sight))
        draw_body<PixelsCpu>(view, body, slot, out.pixels);
}

void sort_by_slot(RasterBody* bodies, uint32_t count) {
    std::sort(bodies, bodies + count,
              [](const RasterBody& a, const RasterBody& b) { return a.slot < b.slot; });
}

}  // namespace

void place_raster_cpu(const RasterView& view, const Instance* instances, uint32_t count, void* out,
                      const Scratch& scratch) {
    const RasterLayout layout = RasterLayout::of(view);
    const RasterArrays arrays(out, layout, scratch);
    clear(view, arrays, layout, out);
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, kChunk), [&](const auto& range) {
        if (interrupted()) return;  // nobody will see it
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
            place_body(view, arrays, instances[slot], slot);
    });
    finish_raster(*arrays.head);
    sort_by_slot(arrays.large, arrays.head->points[0]);
    if (view.box_stride) sort_by_slot(arrays.boxes, arrays.head->boxes[1]);
}

}  // namespace app
