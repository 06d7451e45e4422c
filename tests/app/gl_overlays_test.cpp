// Overlays that can be read: how much of a picture they take, whose boxes and pairs are shown, what glows and what is
// dull.
#include <algorithm>
#include <cmath>
#include <set>

#include "app/observe/column_panes.h"
#include "app/observe/shown_pairs.h"
#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_scene_fixture.h"
#include "tests/app/observe_cpu.h"

namespace {

using app::Image;

const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

struct Pixel {
    int r, g, b;
};
Pixel at(const Image& image, int x, int y) {
    const uint8_t* p = &image.rgb[size_t(y * image.width + x) * 3];
    return {p[0], p[1], p[2]};
}
int difference(const Image& a, const Image& b, int x, int y) {
    const Pixel p = at(a, x, y), q = at(b, x, y);
    return std::max({std::abs(p.r - q.r), std::abs(p.g - q.g), std::abs(p.b - q.b)});
}
/// Pixels from column `low` to `high` that differ by more than `levels`.
int changed(const Image& a, const Image& b, int levels = 16, int low = 0, int high = kWidth) {
    int count = 0;
    for (int y = 0; y < kHeight; ++y)
        for (int x = low; x < high; ++x) count += difference(a, b, x, y) > levels;
    return count;
}

/// With what a FakeWorld has no room for.
class World : public FakeWorld {
public:
    using FakeWorld::FakeWorld;
    sim::BodyView bodies() const override {
        sim::BodyView view = FakeWorld::bodies();
        if (!still.empty()) view.acceleration_still = still.data();
        view.columns = columns;
        return view;
    }
    void move(uint32_t slot, float x) { velocity_mass_[slot].x = x; }
    void sleep_after(float time_s) {
        config_.scene.physics.sleep_time_s = time_s;
        config_.scene.physics.sleep_speed_m_s = 1;
    }

    std::vector<sim::Vec4> still;
    const sim::ColumnGrid* columns = nullptr;
};

class GlOverlays : public GlScene {
protected:
    void use(const app::DrawLimits& limits) {
        renderer_.reset();
        renderer_ = app::SceneRenderer::create("auto", "", limits);
    }
};

constexpr app::DrawLimits kByGl{UINT32_MAX, 0}, kByBackend{1, 0};

TEST_F(GlOverlays, boxes_and_pairs_of_many_bodies_are_no_cloud) {
    camera_.distance = 14;
    for (const int side : {16, 30}) {
        // A heap that fills the view, and the pairs of neighbours in it.
        const float apart = 5.0f / float(side);
        std::vector<FakeBody> bodies;
        std::vector<uint32_t> pairs;
        for (int z = 0; z < side; ++z)
            for (int y = 0; y < side; ++y)
                for (int x = 0; x < side; ++x) {
                    const uint32_t slot = uint32_t(bodies.size());
                    bodies.push_back({apart * float(x) - 2.5f, apart * float(y) - 2.5f,
                                      apart * float(z) - 2.5f, 0.45f * apart});
                    if (x > 0) pairs.insert(pairs.end(), {slot, slot - 1});
                    if (y > 0) pairs.insert(pairs.end(), {slot, slot - uint32_t(side)});
                }
        const size_t count = bodies.size();
        FakeWorld world(bodies, pairs, kBox);
        for (const app::DrawLimits& limits : {kByGl, kByBackend}) {
            use(limits);
            settings_.boxes = settings_.pairs = false;
            const Image plain = draw(world);
            settings_.boxes = true;
            const int by_boxes = changed(plain, draw(world));
            EXPECT_GT(by_boxes, 50) << count;
            EXPECT_LT(by_boxes, kWidth * kHeight / 8) << count;
            EXPECT_GT(renderer_->status().box_stride, 10u);
            settings_.boxes = false;
            settings_.pairs = true;
            const int by_pairs = changed(plain, draw(world));
            EXPECT_GT(by_pairs, 50) << count;
            EXPECT_LT(by_pairs, kWidth * kHeight / 6) << count;
            EXPECT_LT(renderer_->status().most_lines, 300u);
        }
    }
}

TEST_F(GlOverlays, of_a_selected_body_its_own_boxes_and_pairs_are_shown) {
    // Two pairs, one on the left and one on the right, and a body alone.
    FakeWorld world({{-2.2f, 0, 0, 0.4f},
                     {-1.2f, 0, 0, 0.4f},
                     {1.2f, 0, 0, 0.4f},
                     {2.2f, 0, 0, 0.4f},
                     {0, 1.6f, 0, 0.3f}},
                    {0, 1, 2, 3}, kBox);
    constexpr int kMiddle = kWidth / 2;
    for (const app::DrawLimits& limits : {kByGl, kByBackend}) {
        use(limits);
        for (const bool boxes : {true, false}) {
            settings_ = {.width = kWidth, .height = kHeight};
            settings_.selected = world.id_of(0);
            const Image plain = draw(world);
            (boxes ? settings_.boxes : settings_.pairs) = true;
            const Image own = draw(world);
            EXPECT_GT(changed(plain, own, 16, 0, kMiddle), 20) << boxes;
            EXPECT_EQ(changed(plain, own, 0, kMiddle, kWidth), 0) << boxes;
            settings_.of_all = true;
            EXPECT_GT(changed(plain, draw(world), 16, kMiddle, kWidth), 20) << boxes;
        }
        // One without pairs has its own box.
        settings_ = {.width = kWidth, .height = kHeight};
        settings_.selected = world.id_of(4);
        const Image plain = draw(world);
        settings_.boxes = true;
        EXPECT_GT(changed(plain, draw(world)), 20);
    }
}

TEST_F(GlOverlays, pairs_are_arcs_whose_colour_says_whether_the_bodies_touch) {
    settings_.colour = app::Colour::rank;
    for (const bool touch : {false, true}) {
        const float x = touch ? 0.48f : 0.6f;
        FakeWorld world({{-x, 0, 0, 0.5f}, {x, 0, 0, 0.5f}}, {0, 1}, kBox);
        settings_.pairs = false;
        const Image plain = draw(world);
        settings_.pairs = true;
        const Image lines = draw(world);
        int farthest = 0;
        double warm = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x_px = 0; x_px < kWidth; ++x_px) {
                if (difference(plain, lines, x_px, y) <= 16) continue;
                farthest = std::max(farthest, std::abs(y - kHeight / 2));
                warm += at(lines, x_px, y).r - at(lines, x_px, y).b;
            }
        EXPECT_GT(farthest, 6) << "it is bent";
        EXPECT_EQ(warm > 0, touch);
    }
}

TEST_F(GlOverlays, arcs_are_seen_on_bodies_of_their_own_colour_and_leave_no_specks) {
    // Ids 2 and 3 of ten have the second kind's colour, sky blue, as an arc of bodies that do not touch.
    std::vector<FakeBody> bodies(10, {0, 90, 0, 0.1f});
    bodies[6] = {-0.51f, 0, 0, 0.5f};
    bodies[7] = {0.51f, 0, 0, 0.5f};
    FakeWorld beside(bodies, {6, 7}, kBox);
    settings_.colour = app::Colour::kind;
    settings_.flat = true;
    camera_.distance = 6;
    for (const app::Theme theme : {app::Theme::dark, app::Theme::light}) {
        settings_.theme = theme;
        settings_.pairs = false;
        const Image plain = draw(beside);
        settings_.pairs = true;
        EXPECT_GT(changed(plain, draw(beside), 40), 40) << int(theme);
    }
    // To a body behind.
    for (const float x : {0.4f, 1.1f}) {
        FakeWorld behind({{x, 0, 1.5f, 0.5f}, {x, 0, 0.48f, 0.5f}}, {0, 1}, kBox);
        settings_.pairs = false;
        const Image plain = draw(behind);
        settings_.pairs = true;
        EXPECT_EQ(changed(plain, draw(behind), 24), 0) << x;
    }
}

TEST_F(GlOverlays, contacts_glow_by_the_speed_of_the_impact_alone) {
    World world({{-0.48f, 0, 0, 0.5f}, {0.48f, 0, 0, 0.5f}}, {0, 1}, kBox);
    settings_.scales.speed_m_s = 2;
    const auto glow = [&](float speed, bool towards) {
        world.move(0, speed);
        world.move(1, towards ? -speed : speed);
        settings_.contacts = false;
        const Image plain = draw(world);
        settings_.contacts = true;
        return changed(plain, draw(world), 4);
    };
    for (const app::DrawLimits& limits : {kByGl, kByBackend}) {
        use(limits);
        for (const app::Theme theme : {app::Theme::dark, app::Theme::light}) {
            settings_.theme = theme;
            const int rest = glow(0, true);
            EXPECT_LT(rest, 300);
            EXPECT_EQ(glow(1.5f, false), rest) << "both move alike";
            EXPECT_EQ(glow(0.02f, true), rest) << "as in a heap at rest";
            EXPECT_GT(glow(1.5f, true), 4 * rest);
            settings_.flat = true;
            EXPECT_EQ(glow(1.5f, true), glow(0, true));
            settings_.flat = false;
        }
    }
}

TEST_F(GlOverlays, sleeping_bodies_are_duller_and_keep_their_value) {
    World world({{-1, 0, 0, 0.8f}, {1, 0, 0, 0.8f}}, {}, kBox);
    world.sleep_after(1);
    world.still = {{0, 0, 0, 0}, {0, 0, 0, 2}};
    settings_.colour = app::Colour::shift;  // one colour for both
    for (const app::DrawLimits& limits : {kByGl, kByBackend}) {
        use(limits);
        const Image lit = draw(world);
        const auto mean = [&](const Image& image, int x) {
            double sum = 0;
            for (int y = kHeight / 2 - 10; y < kHeight / 2 + 10; ++y)
                for (int k = -10; k < 10; ++k) sum += at(image, x + k, y).g;
            return sum / 400;
        };
        const double awake = mean(lit, kWidth / 2 - 50), asleep = mean(lit, kWidth / 2 + 50);
        EXPECT_LT(asleep, 0.97 * awake);
        EXPECT_GT(asleep, 0.7 * awake) << "its colour is still that of the legend";
        const int x = kWidth / 2 + 50, y = kHeight / 2;
        std::optional<app::SeenBody> seen;
        while (!seen) seen = renderer_->look(x, y);
        EXPECT_EQ(seen->value, 0.5f);
        settings_.flat = true;
        const Image flat = draw(world);
        EXPECT_EQ(mean(flat, kWidth / 2 - 50), mean(flat, kWidth / 2 + 50));
        settings_.flat = false;
    }
}

TEST_F(GlOverlays, a_selected_body_stands_out_in_a_heap_that_hides_it) {
    std::vector<FakeBody> heap = swarm(1500, 0.4f);
    heap.push_back({0, 0, 3, 1});
    heap.push_back({0, 0, 0, 0.2f});
    FakeWorld world(heap, {}, kBox);
    camera_.distance = 12;
    for (const app::DrawLimits& limits : {kByGl, kByBackend}) {
        use(limits);
        for (const app::Theme theme : {app::Theme::dark, app::Theme::light}) {
            settings_.theme = theme;
            settings_.selected = sim::kNobody;
            const Image plain = draw(world);
            ASSERT_NE(id_at(kWidth / 2, kHeight / 2), 0u);
            settings_.selected = 0;
            EXPECT_GT(changed(plain, draw(world), 30), 60);
        }
    }
}

/// Columns of a metre across x and z, four and three of them, along y.
sim::ColumnGrid grid() {
    sim::ColumnGrid grid{};
    grid.axis = 1;
    grid.levels = 1;
    sim::ColumnLevel& level = grid.level[0];
    const auto axis = [](float low, float high, uint32_t steps) {
        return sim::make_grid_axis({low / 2, high / 2, low / 2, high / 2, false}, 0, steps);
    };
    level.along = axis(-1, 1, 100);
    level.u = axis(-1.5f, 1.5f, 3 * sim::kColumnSteps);  // u is z, v is x
    level.v = axis(-2, 2, 4 * sim::kColumnSteps);
    level.columns_u = 3;
    level.positions = 100;
    return grid;
}

TEST(ColumnPanes, stand_where_columns_end) {
    const sim::ColumnGrid columns = grid();
    app::ColumnPanes panes;
    app::make_column_panes(&columns, panes);
    EXPECT_EQ(panes.axis, 1u);
    EXPECT_EQ(panes.across_u, 4u);
    ASSERT_EQ(panes.strips[1], 9u);
    const float expected[] = {-1.5f, -0.5f, 0.5f, 1.5f, -2, -1, 0, 1, 2};
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(panes.border[k], expected[k], 1e-5f) << k;
    // Where a key's step begins, the axis gives that step.
    for (uint32_t step = 1; step < columns.level[0].v.steps; ++step) {
        const float place = app::step_place(columns.level[0].v, step);
        EXPECT_EQ(columns.level[0].v.step_of(place + 1e-4f), step);
        EXPECT_EQ(columns.level[0].v.step_of(place - 1e-4f), step - 1);
    }
    app::make_column_panes(nullptr, panes);
    EXPECT_EQ(panes.strips[1], 0u);
}

TEST(ColumnPanes, of_many_columns_every_so_many_th_has_its_border) {
    sim::ColumnGrid columns = grid();
    columns.level[0].v = sim::make_grid_axis({-1, 1, -1, 1, false}, 0, 1000 * sim::kColumnSteps);
    app::ColumnPanes panes;
    app::make_column_panes(&columns, panes);
    EXPECT_EQ(panes.every, 42u);
    EXPECT_LE(panes.strips[1], 2 * (app::kMostPanes + 1));
    EXPECT_NEAR(panes.border[panes.strips[1] - 1], 2, 1e-5f) << "the last one closes them";
}

TEST_F(GlOverlays, columns_are_faint_panes) {
    const sim::ColumnGrid columns = grid();
    World world({{0, 0, 0, 0.5f}}, {}, kBox);
    settings_.columns = true;
    camera_ = {.distance = 8};  // no pane is seen from its side
    const Image none = draw(world);
    world.columns = &columns;
    const Image panes = draw(world);
    EXPECT_GT(changed(none, panes, 8), 200);
    EXPECT_LT(changed(none, panes, 16), kWidth * kHeight / 8);
    EXPECT_LT(changed(none, panes, 110), kWidth * kHeight / 100) << "they hide nothing";
    settings_.columns = false;
    EXPECT_EQ(draw(world).rgb, none.rgb);
}

app::ShownPairs shown(const sim::BodyView& bodies, const std::vector<uint32_t>& slots, uint32_t selected) {
    const uint64_t count = slots.size() / 2;
    app::ShownPairs out;
    app::show_pairs(exec(), bodies, {slots.data(), &count, count}, {.selected = selected}, &out);
    return out;
}

TEST(ShownPairs, of_all_bodies_a_few_that_stay_the_same) {
    const FakeWorld world(swarm(20000, 0.1f));
    std::vector<uint32_t> slots, turned;
    for (uint32_t i = 0; i + 5 < 20000; ++i)
        for (const uint32_t k : {1u, 2u, 5u}) slots.insert(slots.end(), {i, i + k});
    for (size_t i = slots.size(); i > 0; i -= 2) turned.insert(turned.end(), {slots[i - 1], slots[i - 2]});
    const app::ShownPairs some = shown(world.bodies(), slots, sim::kNobody);
    const app::ShownPairs others = shown(world.bodies(), turned, sim::kNobody);
    EXPECT_NEAR(some.boxes[1], app::PairChoice().about, 250);
    ASSERT_EQ(others.boxes[1], some.boxes[1]);
    const auto as_set = [](const app::ShownPairs& list) {
        std::set<std::pair<uint32_t, uint32_t>> all;
        for (uint32_t k = 0; k < list.boxes[1]; ++k)
            all.insert(std::minmax(list.pairs[k].a, list.pairs[k].b));
        return all;
    };
    EXPECT_EQ(as_set(some), as_set(others)) << "in whatever order the search finds them";
    for (uint32_t k = 1; k < some.boxes[1]; ++k)
        EXPECT_LT(order_of(some.pairs[k - 1]), order_of(some.pairs[k]));
    EXPECT_EQ(some.arcs[0], 2 * (app::kArcParts + 1));
}

TEST(ShownPairs, of_the_selected_body_all_and_itself) {
    const FakeWorld world(swarm(100, 0.1f));
    const std::vector<uint32_t> slots = {1, 2, 3, 4, 2, 7, 9, 2, 5, 6};
    const app::ShownPairs own = shown(world.bodies(), slots, world.id_of(2));
    ASSERT_EQ(own.boxes[1], 4u);
    EXPECT_EQ(own.pairs[1].a, 2u);
    EXPECT_EQ(own.pairs[1].b, 2u);
    EXPECT_EQ(shown(world.bodies(), slots, 12345).boxes[1], 0u) << "nobody has this id";
    const uint64_t lost = 6;  // more than there is room for: the step did not complete
    app::ShownPairs out;
    app::show_pairs(exec(), world.bodies(), {slots.data(), &lost, 5}, {}, &out);
    EXPECT_EQ(out.boxes[1], 0u);
}

}  // namespace
