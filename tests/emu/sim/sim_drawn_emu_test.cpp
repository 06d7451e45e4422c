// What the sun sees of the bodies, and the pairs of an overlay, by kernels and by the CPU: the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/observe/box_raster.h"
#include "app/observe/box_shadows.h"
#include "app/observe/on_cuda.cuh"
#include "app/observe/place_meshes.h"
#include "app/observe/place_raster.h"
#include "app/observe/raster_discs.h"
#include "app/observe/shown_pairs.h"
#include "tests/app/observe_cpu.h"

namespace {

using app::Instance;
using app::RasterView;
using app::SunBounds;
using app::SunView;

/// Returns the emulated device.
sim::CudaExec& kernels() {
    static sim::CudaExec own;
    return own;
}

SunView sun() {
    const float s = std::sqrt(0.5f);
    return {{{1, 0, 0}, {0, s, -s}, {0, -s, -s}}, {-30, -30, -30}, {30, 30, 30}, false};
}

/// Some of many sizes, some outside, in a number that fills no block.
std::vector<Instance> bodies(uint32_t count) {
    std::vector<Instance> all;
    for (uint32_t i = 0; i < count; ++i) {
        const float t = float(i);
        const float radius = i % 97 == 0 ? 2.5f : 0.02f + 0.1f * float(i % 7);
        all.push_back({9 * std::sin(t), 5 * std::cos(3 * t), 9 * std::sin(7 * t), radius, 0, i});
    }
    return all;
}

SunBounds bounds_of(const std::vector<Instance>& all, bool by_kernel) {
    std::vector<sim::Vec4> position_radius;
    for (const Instance& body : all) position_radius.push_back({body.x, body.y, body.z, body.radius});
    sim::BodyView view{};
    view.count = uint32_t(all.size());
    view.position_radius = position_radius.data();
    SunBounds bounds;
    by_kernel ? app::write_sun_bounds(kernels(), sun(), view, &bounds)
              : app::write_sun_bounds(exec(), sun(), view, &bounds);
    return bounds;
}

TEST(SimDrawnEmu, bounds_have_the_same_bits) {
    for (const uint32_t count : {0u, 1u, 31u, 1000u, 70001u}) {
        const std::vector<Instance> all = bodies(count);
        const SunBounds a = bounds_of(all, false), b = bounds_of(all, true);
        EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0) << count;
    }
}

TEST(SimDrawnEmu, discs_have_the_same_bits_whoever_draws_them) {
    for (const uint32_t count : {1u, 300u, 9001u}) {
        const std::vector<Instance> all = bodies(count);
        const SunBounds fit = bounds_of(all, false);
        const app::DiscView view = {sun(), 256};
        std::vector<uint32_t> by_cpu(256 * 256), by_kernel(256 * 256, 7);
        app::place_discs(exec(), view, all.data(), count, &fit, by_cpu.data(), {});
        uint32_t wanted = 7;
        std::vector<uint32_t> large(200);  // some more are drawn by a thread each
        app::place_discs(kernels(), view, all.data(), count, &fit, by_kernel.data(),
                         {large.data(), &wanted, 200});
        EXPECT_EQ(wanted > 200, count > 3000) << wanted;
        EXPECT_EQ(by_cpu, by_kernel) << count;
        size_t seen = 0;
        for (const uint32_t word : by_cpu) seen += word != app::kNoSunWord;
        EXPECT_GT(seen, 20u) << count;
        std::vector<uint32_t> short_by_cpu(256 * 256 / 2), short_by_kernel(256 * 256 / 2);
        app::shorten_sun_words(exec(), by_cpu.data(), 256, short_by_cpu.data());
        app::shorten_sun_words(kernels(), by_kernel.data(), 256, short_by_kernel.data());
        EXPECT_EQ(short_by_cpu, short_by_kernel) << count;
        for (size_t k = 0; k < by_cpu.size(); ++k) {
            const uint32_t part = short_by_cpu[k / 2] >> (16 * (k % 2)) & 0xffff;
            if (by_cpu[k] == app::kNoSunWord) {
                ASSERT_EQ(part, 0xffffu);
                continue;
            }
            const double off = part / 65535.0 - double(by_cpu[k]) / double(app::kSunWordOne);
            ASSERT_GE(off, -1e-9) << "never nearer to the sun";
            ASSERT_LE(off, 1.001 / 65535);
        }
    }
}

/// Looks along -z from 30 m away.
RasterView raster_view() {
    RasterView view{};
    for (int k = 0; k < 3; ++k) view.turn[k][k] = 1;
    view.turn[2][3] = -30;
    view.width = 640, view.height = 470;
    view.slope_x = 1.5f, view.slope_y = 2;
    view.depth_scale = -1, view.depth_shift = -0.2f;
    view.px_per_slope = 0.5f * view.height * view.slope_y;
    view.floor_m = -6;
    view.shade_side = 32, view.shade_scale = 1 / 40.0f, view.shade_x = view.shade_z = -20;
    view.selected = 77;
    view.most_px = app::kMostRasterPxCuda;
    return view;
}

TEST(SimDrawnEmu, pictures_have_the_same_bits_whether_a_body_has_a_thread_or_a_block) {
    for (const uint32_t count : {1u, 300u, 3001u}) {
        const std::vector<Instance> all = bodies(count);
        RasterView by_threads = raster_view();
        by_threads.box_stride = 5;
        RasterView by_blocks = by_threads;
        by_blocks.shares = true;
        const app::RasterLayout at[] = {app::RasterLayout::of(by_threads), app::RasterLayout::of(by_blocks)};
        std::vector<uint64_t> buffers[] = {std::vector<uint64_t>(at[0].bytes / 8),
                                           std::vector<uint64_t>(at[1].bytes / 8)};
        const app::ScratchLayout shared = app::ScratchLayout::of(app::pixel_word_bytes(by_threads), true);
        std::vector<uint64_t> scratches[] = {std::vector<uint64_t>(shared.bytes / 8),
                                             std::vector<uint64_t>(shared.bytes / 8)};
        const app::Scratch scratch[] = {shared.in(scratches[0].data()), shared.in(scratches[1].data())};
        app::SlotSorter<sim::CpuExec> cpu_boxes;
        app::SlotSorter<sim::CudaExec> kernel_boxes;
        cpu_boxes.reserve(app::kMostBoxes);
        kernel_boxes.reserve(app::kMostBoxes);
        app::place_raster(exec(), by_threads, all.data(), count, buffers[0].data(), scratch[0], cpu_boxes);
        app::place_raster(kernels(), by_blocks, all.data(), count, buffers[1].data(), scratch[1],
                          kernel_boxes);
        const app::RasterArrays cpu(buffers[0].data(), at[0], scratch[0]);
        const app::RasterArrays kernels(buffers[1].data(), at[1], scratch[1]);
        const size_t pixels = size_t(by_threads.width) * size_t(by_threads.height);
        EXPECT_TRUE(std::equal(cpu.pixels, cpu.pixels + pixels, kernels.pixels)) << count;
        EXPECT_TRUE(std::equal(cpu.shade, cpu.shade + 32 * 32, kernels.shade)) << count;
        EXPECT_EQ(cpu.head->large_wanted, kernels.head->large_wanted) << count;
        EXPECT_EQ(cpu.head->selected.slot, kernels.head->selected.slot) << count;
        ASSERT_EQ(cpu.head->boxes[1], kernels.head->boxes[1]);
        EXPECT_GT(cpu.head->boxes[1], count / 12);
        EXPECT_EQ(std::memcmp(cpu.boxes, kernels.boxes, cpu.head->boxes[1] * sizeof(app::RasterBody)), 0);
        EXPECT_EQ(cpu.head->near_wanted + cpu.head->middle_wanted, 0u);
        if (count > 300) {
            EXPECT_GT(kernels.head->near_wanted, 10u);
            EXPECT_GT(kernels.head->middle_wanted, 10u);
        }
    }
}

TEST(SimDrawnEmu, instances_have_the_same_bits_in_every_colour) {
    for (const uint32_t count : {1u, 300u, 3001u}) {
        std::vector<sim::Vec4> places, velocities, still;
        std::vector<uint32_t> ids, keys, pairs;
        std::vector<int32_t> shifts;
        for (uint32_t i = 0; i < count; ++i) {
            places.push_back({float(i), 1, 2, 0.5f});
            velocities.push_back({0, float(i % 9), 1, 2});
            still.push_back({0, 0, 0, 0});
            ids.push_back(count - 1 - i);
            keys.push_back(i / 2 * 77);
            pairs.push_back(i % 12);
            // Neighbours in the input change places now and then.
            shifts.push_back(i % 7 == 3 && i + 1 < count ? -1 : i % 7 == 4 ? 1 : 0);
        }
        const sim::BodyView view = {count,   places.data(), velocities.data(), still.data(), ids.data(),
                                    nullptr, shifts.data(), pairs.data(),      keys.data()};
        std::vector<uint32_t> by_cpu(count), by_kernel(count);
        app::list_input_order(exec(), view, by_cpu.data());
        app::list_input_order(kernels(), view, by_kernel.data());
        EXPECT_EQ(by_cpu, by_kernel) << count;
        for (const app::Colour colour : app::kAllColours) {
            app::InstanceStyle style;
            style.colour = colour;
            style.sort = {
                .sorted = true, .digit_begin = 3, .digit_bits = 4, .tile_ranks = 64, .brush_begin = 9};
            style.slot_by_index = by_cpu.data();
            std::vector<Instance> cpu(count), kernel(count);
            app::write_instances(exec(), view, style, cpu.data());
            app::write_instances(kernels(), view, style, kernel.data());
            EXPECT_EQ(std::memcmp(cpu.data(), kernel.data(), count * sizeof(Instance)), 0)
                << count << " " << app::kColourNames[int(colour)];
            if (colour != app::Colour::disorder) continue;
            uint32_t marked = 0, dimmed = 0;
            for (const Instance& body : cpu) {
                marked += body.value >= app::kMarked;
                dimmed += body.value >= app::kMarked + app::kDimmed ||
                          (body.value >= app::kDimmed && body.value < app::kMarked);
            }
            EXPECT_EQ(dimmed, std::min(count, 9u));
            EXPECT_EQ(marked > 0, count > 1) << count;
        }
    }
}

TEST(SimDrawnEmu, the_same_pairs_are_shown_in_the_same_order) {
    constexpr uint32_t kBodies = 3001;
    std::vector<uint32_t> ids, slots;
    for (uint32_t i = 0; i < kBodies; ++i) ids.push_back(kBodies - 1 - i);
    for (uint32_t i = 0; i + 7 < kBodies; ++i)
        for (const uint32_t k : {1u, 2u, 7u}) slots.insert(slots.end(), {i, i + k});
    for (uint32_t i = 0; i + 1 < kBodies; ++i) slots.insert(slots.end(), {42, i});  // many partners of one
    sim::BodyView bodies{};
    bodies.count = kBodies;
    bodies.id = ids.data();
    for (const uint64_t count : {uint64_t(0), uint64_t(1), uint64_t(1500), slots.size() / 2}) {
        const sim::PairView pairs = {slots.data(), &count, slots.size() / 2};
        for (const uint32_t selected : {sim::kNobody, kBodies - 1 - 42, 7u, 1u << 30}) {
            app::ShownPairs by_cpu, by_kernel;
            app::show_pairs(exec(), bodies, pairs, {selected}, &by_cpu);
            app::show_pairs(kernels(), bodies, pairs, {selected}, &by_kernel);
            EXPECT_EQ(by_cpu.wanted, by_kernel.wanted);
            ASSERT_EQ(std::memcmp(by_cpu.arcs, by_kernel.arcs, sizeof by_cpu.arcs + sizeof by_cpu.boxes), 0);
            const size_t bytes = by_cpu.boxes[1] * sizeof(app::ShownPair);
            EXPECT_EQ(std::memcmp(by_cpu.pairs, by_kernel.pairs, bytes), 0) << count << " " << selected;
        }
    }
}

TEST(SimDrawnEmu,
     of_a_body_with_more_pairs_than_there_is_room_for_the_same_ones_are_shown_whatever_their_order) {
    constexpr uint32_t kBodies = 9001, kHub = 42;
    std::vector<uint32_t> ids, slots, backwards;
    for (uint32_t i = 0; i < kBodies; ++i) ids.push_back(i);
    for (uint32_t i = 0; i < kBodies; ++i) {
        if (i != kHub) slots.insert(slots.end(), {std::min(i, kHub), std::max(i, kHub)});
    }
    for (size_t k = slots.size(); k > 0; k -= 2)
        backwards.insert(backwards.end(), {slots[k - 2], slots[k - 1]});
    sim::BodyView bodies{};
    bodies.count = kBodies;
    bodies.id = ids.data();
    const uint64_t count = slots.size() / 2;
    app::ShownPairs first, again, by_kernel;
    app::show_pairs(exec(), bodies, {slots.data(), &count, count}, {kHub}, &first);
    app::show_pairs(exec(), bodies, {backwards.data(), &count, count}, {kHub}, &again);
    app::show_pairs(kernels(), bodies, {slots.data(), &count, count}, {kHub}, &by_kernel);
    EXPECT_NEAR(first.boxes[1], app::kThinnedPairs, 200);
    for (const app::ShownPairs* other : {&again, &by_kernel}) {
        ASSERT_EQ(other->boxes[1], first.boxes[1]);
        EXPECT_EQ(std::memcmp(other->pairs, first.pairs, first.boxes[1] * sizeof(app::ShownPair)), 0);
    }
    const auto own = [](const app::ShownPair& pair) { return pair.a == kHub && pair.b == kHub; };
    EXPECT_EQ(std::count_if(first.pairs, first.pairs + first.boxes[1], own), 1);
}

/// Bodies of three shapes between 3 and 60 m away, turned in many ways.
struct MeshBodies {
    std::vector<sim::Vec4> places, momenta;
    std::vector<sim::Quaternion> turns;
    std::vector<uint32_t> ids;
    sim::BodyView view{};

    explicit MeshBodies(uint32_t count) {
        for (uint32_t i = 0; i < count; ++i) {
            const float t = float(i);
            places.push_back(
                {9 * std::sin(t), 5 * std::cos(3 * t), 28 * std::sin(7 * t), 0.2f + 0.3f * float(i % 3)});
            sim::Vec4 momentum{};
            const uint32_t shape = i % 3;
            std::memcpy(&momentum.w, &shape, sizeof shape);
            momenta.push_back(momentum);
            turns.push_back({std::sin(t), 0, std::cos(t), 0});
            ids.push_back(count - 1 - i);
        }
        view.count = count;
        view.position_radius = places.data();
        view.momentum_shape = momenta.data();
        view.orientation = turns.data();
        view.id = ids.data();
    }
};

TEST(SimDrawnEmu, meshes_are_listed_in_the_same_order_and_have_the_same_points) {
    constexpr uint32_t kShapes = 3, kPointsEach = 600;
    std::vector<app::MeshPoint> points;
    for (uint32_t i = 0; i < kShapes * kPointsEach; ++i) {
        const float t = float(i);
        points.push_back({{0.3f * std::sin(t), 0.3f * std::cos(5 * t), 0.3f * std::sin(3 * t)}, i});
    }
    for (const uint32_t count : {0u, 1u, 300u, 5001u}) {
        const MeshBodies bodies(count);
        app::MeshView view{};
        static_cast<app::ScreenView&>(view) = raster_view();
        view.coarse_px = app::kCoarsePx, view.spot_px = app::kSpotPx, view.points_px = app::kPointsPx;
        view.selected = 2, view.shapes = kShapes, view.bodies = count, view.points_each = kPointsEach;
        for (uint32_t k = 0; k < kShapes; ++k) view.area_m2[k] = 0.2f, view.spot_radius_m[k] = 0.1f;
        const app::MeshLayout layout = app::MeshLayout::of(view);
        const size_t pixels = app::pixel_word_bytes(view) / sizeof(uint64_t);
        std::vector<uint64_t> out[2], words[2];
        for (int k : {0, 1}) out[k].resize(layout.bytes / 8 + 1), words[k].resize(pixels);
        app::GroupSizes sizes;
        app::SlotSorter<sim::CpuExec> cpu_sorter;
        cpu_sorter.reserve(count);
        app::place_meshes(exec(), view, bodies.view, points.data(), out[0].data(), words[0].data(), &sizes,
                          cpu_sorter);
        app::SlotSorter<sim::CudaExec> kernel_sorter;
        kernel_sorter.reserve(count);
        app::place_meshes(kernels(), view, bodies.view, points.data(), out[1].data(), words[1].data(), &sizes,
                          kernel_sorter);
        EXPECT_EQ(words[0], words[1]) << count;
        const app::MeshArrays cpu(out[0].data(), layout, words[0].data());
        const app::MeshArrays kernel(out[1].data(), layout, words[1].data());
        ASSERT_EQ(std::memcmp(cpu.head->groups, kernel.head->groups, kShapes * 2 * sizeof(app::MeshCommand)),
                  0);
        ASSERT_EQ(cpu.head->listed, kernel.head->listed) << count;
        EXPECT_EQ(cpu.head->pointed, kernel.head->pointed) << count;
        EXPECT_EQ(cpu.head->selected_slot, kernel.head->selected_slot) << count;
        EXPECT_EQ(std::memcmp(cpu.instances, kernel.instances, cpu.head->listed * sizeof(app::MeshInstance)),
                  0);
        if (count < 5000) continue;
        EXPECT_GT(cpu.head->listed, 200u);
        EXPECT_GT(cpu.head->pointed, 200u);
        EXPECT_TRUE(std::is_sorted(cpu.instances, cpu.instances + cpu.head->groups[0].instances,
                                   [](const auto& a, const auto& b) { return a.word < b.word; }));
    }
}

TEST(SimDrawnEmu, boxes_and_their_shadows_have_the_same_bits) {
    for (const uint32_t count : {1u, 300u, 5001u}) {
        const std::vector<Instance> all = bodies(count);
        std::vector<sim::Box> boxes;
        std::vector<uint32_t> ids;
        for (const Instance& body : all) {
            const sim::Vec3 middle = {body.x, body.y, body.z}, half = {body.radius, 0.5f * body.radius, 0};
            boxes.push_back({middle - half, middle + half});
            ids.push_back(body.id);
        }
        sim::BodyView view{};
        view.count = count;
        view.id = ids.data();
        view.boxes = boxes.data();
        const app::BoxRasterView picture = app::BoxRasterView::of(raster_view(), 77);
        std::vector<uint64_t> by_cpu(app::pixel_word_bytes(picture) / sizeof(uint64_t)), by_kernel(by_cpu);
        app::place_boxes(exec(), picture, view, by_cpu.data());
        app::place_boxes(kernels(), picture, view, by_kernel.data());
        EXPECT_EQ(by_cpu, by_kernel) << count;
        EXPECT_NE(std::count(by_cpu.begin(), by_cpu.end(), app::kNobodySeen), int64_t(by_cpu.size()));

        const SunBounds fit = bounds_of(all, false);
        std::vector<uint32_t> map_by_cpu(256 * 256), map_by_kernel(256 * 256, 7);
        app::place_box_shadows(exec(), {sun(), 256}, view, &fit, map_by_cpu.data());
        app::place_box_shadows(kernels(), {sun(), 256}, view, &fit, map_by_kernel.data());
        EXPECT_EQ(map_by_cpu, map_by_kernel) << count;
        EXPECT_NE(std::count(map_by_cpu.begin(), map_by_cpu.end(), app::kNoSunWord), 256 * 256) << count;
    }
}

}  // namespace
