// The list of what drawing takes of the device's memory: nothing of GL's is missing in it, and of a picture of
// 1920 x 1080 it stays below its limit.
#include "app/gl/base/gl_memory.h"

#include "app/gl/frame_data/gl_object.h"
#include "app/gl/still.h"
#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_hill_world.h"
#include "tests/app/gl_mesh_world.h"
#include "tests/app/gl_scene_fixture.h"
#include "tests/app/gl_star_world.h"

namespace {

using app::Look;
using app::MemoryList;
using app::Quality;

const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};
constexpr uint64_t kMegabyte = 1'000'000;

uint64_t bytes_of(const MemoryList& list, const std::string& name) {
    for (const app::MemoryItem& item : list.items())
        if (item.name == name) return item.bytes;
    return 0;
}

std::string text_of(const MemoryList& list) {
    std::string text;
    for (const app::MemoryItem& item : list.items())
        text += item.name + (item.of_scene ? " (scene) " : " ") + std::to_string(item.bytes) + "\n";
    return text;
}

/// The names that GL has given so far are small numbers.
uint64_t bytes_in_gl() {
    constexpr GLuint kMostNames = 5000;
    EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
    uint64_t sum = 0;
    for (GLuint name = 1; name < kMostNames; ++name) {
        if (glIsTexture(name)) sum += app::texture_bytes(name);
        if (glIsBuffer(name)) sum += app::buffer_bytes(name);
    }
    while (glGetError() !=
           GL_NO_ERROR) {  // of a texture that shows a buffer's store, and has none to ask for
    }
    return sum;
}

class GlMemory : public GlScene {
protected:
    uint64_t listed() const {
        const MemoryList list = renderer_->memory();
        return list.bytes(true) + list.bytes(false);
    }
    void use(const app::DrawLimits& limits) {
        renderer_.reset();
        renderer_ = app::SceneRenderer::create("auto", "", limits);
    }
    /// As a GPU draws it.
    static app::DrawLimits as_on_gpu(uint32_t raster_from) {
        app::DrawLimits limits;
        limits.raster_from = raster_from;
        limits.look = Look::of(Quality::high);
        limits.software_computes = true;
        return limits;
    }

    FakeWorld spheres_{swarm(300, 0.25f), {0, 1, 1, 2}, kBox};
    FakeMeshWorld cubes_{{{{0, -2, 0}}, {{1, -2, 0}}}, {shape_of_mesh(box_mesh(1, 1, 1), "cube")}, kBox};
    StarWorld stars_{swarm(300, 0.02f)};
    HillWorld hill_{{{0, 2, 0, 0.3f}}, hills(1)};
};

TEST_F(GlMemory, everything_that_gl_holds_is_in_the_list) {
    settings_.contacts = settings_.pairs = settings_.boxes = true;
    settings_.columns = true;
    for (sim::World* world : {static_cast<sim::World*>(&spheres_), static_cast<sim::World*>(&cubes_),
                              static_cast<sim::World*>(&hill_)}) {
        for (const bool computes : {false, true}) {
            for (const uint32_t raster_from : {1u, UINT32_MAX}) {
                app::DrawLimits limits = as_on_gpu(raster_from);
                limits.software_computes = computes;
                limits.points_px = computes ? 64.0f : 0;
                limits.sun_points_from = computes ? 1 : UINT32_MAX;
                use(limits);
                draw(*world);
                renderer_->pick(1, 1);
                EXPECT_EQ(listed(), bytes_in_gl()) << computes << raster_from << "\n"
                                                   << text_of(renderer_->memory());
            }
        }
    }
}

TEST_F(GlMemory, everything_of_a_picture_in_space_is_in_the_list) {
    stars_.pretend_tree();
    settings_.boxes = true;
    settings_.selected = 3;
    auto walk = std::make_shared<app::ShownWalk>();
    walk->nodes = {{{-1, -1, -1}, 1, {1, 1, 1}, 0}};
    settings_.walk = walk;
    for (const uint32_t raster_from : {1u, UINT32_MAX}) {
        use(as_on_gpu(raster_from));
        draw(stars_);
        EXPECT_EQ(listed(), bytes_in_gl()) << text_of(renderer_->memory());
        EXPECT_EQ(bytes_of(renderer_->memory(), "what a walk has taken"), 2 * sizeof(app::TreeBoxes));
    }
}

TEST_F(GlMemory, what_another_quality_keeps_is_in_the_list) {
    use({.live = true});
    for (const Quality quality : app::kLiveQualities) {
        settings_.quality = quality;
        draw(spheres_);
        EXPECT_EQ(listed(), bytes_in_gl()) << int(quality);
    }
}

TEST_F(GlMemory, a_still_lists_its_own) {
    renderer_.reset();
    for (sim::World* world : {static_cast<sim::World*>(&spheres_), static_cast<sim::World*>(&hill_)}) {
        for (const uint32_t raster_from : {1u, UINT32_MAX}) {
            app::Still still("auto", "", {.raster_from = raster_from});
            still.add(*world, {{1, 1}, camera_, settings_, app::kVideoParts});
            const MemoryList list = still.memory();
            EXPECT_EQ(list.bytes(true) + list.bytes(false), bytes_in_gl()) << text_of(list);
            EXPECT_EQ(bytes_of(list, "sum of the still"), uint64_t(kWidth) * kHeight * 16);
        }
    }
}

TEST_F(GlMemory, sizes_are_those_of_the_formats) {
    use({.look = Look::of(Quality::high)});
    draw(spheres_);
    const MemoryList list = renderer_->memory();
    constexpr uint64_t kPixels = uint64_t(kWidth) * kHeight;
    for (const char* name : {"slots", "depth", "colours", "surfaces and edges"})
        EXPECT_EQ(bytes_of(list, name), 4 * kPixels) << name;
    EXPECT_EQ(bytes_of(list, "near shade"), 3 * kPixels / 2);
    EXPECT_EQ(bytes_of(list, "bodies"), 300 * sizeof(app::Instance));
}

TEST_F(GlMemory, a_picture_of_1920_x_1080_stays_below_its_limit) {
    settings_.width = 1920;
    settings_.height = 1080;
    // On a GPU a crowd has lists beside its pixels.
    const app::ScratchLayout lists = app::ScratchLayout::of(0, true);
    const auto drawn = [&](sim::World& world, const app::DrawLimits& limits) {
        use(limits);
        draw(world);
        return renderer_->memory();
    };
    const MemoryList few = drawn(spheres_, as_on_gpu(UINT32_MAX));
    EXPECT_LE(few.bytes(false), 60 * kMegabyte) << text_of(few);
    const MemoryList raster = drawn(spheres_, as_on_gpu(1));
    EXPECT_LE(raster.bytes(false) + lists.bytes, 72 * kMegabyte) << text_of(raster);
    app::DrawLimits points = as_on_gpu(1);
    points.points_px = 64;
    points.sun_points_from = 1;
    const MemoryList meshes = drawn(cubes_, points);
    EXPECT_LE(meshes.bytes(false), 64 * kMegabyte) << text_of(meshes);
    const MemoryList space = drawn(stars_, as_on_gpu(UINT32_MAX));
    EXPECT_LE(space.bytes(false), 72 * kMegabyte) << text_of(space);
    const MemoryList stars = drawn(stars_, as_on_gpu(1));  // no crowd in space
    EXPECT_LE(stars.bytes(false), 72 * kMegabyte) << text_of(stars);
    const MemoryList ground = drawn(hill_, as_on_gpu(1));
    EXPECT_LE(ground.bytes(false) + lists.bytes, 80 * kMegabyte) << text_of(ground);
}

TEST_F(GlMemory, a_picture_has_no_maps_of_what_is_not_in_it) {
    use(as_on_gpu(1));
    draw(hill_);
    for (const char* name : {"floor map", "contact shade"})
        EXPECT_EQ(bytes_of(renderer_->memory(), name), 0u) << name;
    draw(spheres_);
    for (const char* name : {"floor map", "contact shade"})
        EXPECT_GT(bytes_of(renderer_->memory(), name), 0u) << name;
    use(as_on_gpu(1));  // buffers that the backend filled for another world stay
    draw(stars_);
    for (const auto& [name, most] : {std::pair("sun map", 4u), {"near shade", 6u}})
        EXPECT_LE(bytes_of(renderer_->memory(), name), most) << name;
    draw(spheres_);
    for (const char* name : {"sun map", "near shade"})
        EXPECT_GT(bytes_of(renderer_->memory(), name), 1000u) << name;
}

}  // namespace
