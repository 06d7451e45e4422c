// The pattern of spheres that roll: it turns with the body, and there is none where nothing turns.
#include <cmath>

#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

const sim::Quaternion kUpright = {1, 0, 0, 0}, kQuarterAboutZ = {std::sqrt(0.5f), 0, 0, std::sqrt(0.5f)};

class TurnedWorld : public FakeWorld {
public:
    TurnedWorld(const std::vector<FakeBody>& bodies, std::vector<sim::Quaternion> turns)
        : FakeWorld(bodies), turns_(std::move(turns)) {}

    sim::BodyView bodies() const override {
        sim::BodyView view = FakeWorld::bodies();
        view.orientation = turns_.data();
        return view;
    }

private:
    std::vector<sim::Quaternion> turns_;
};

class GlRolling : public GlScene {
protected:
    /// How much brighter the middle is than the places 25 pixels to a side of it and above it.
    struct Contrast {
        double beside, above;
    };
    Contrast contrast(sim::World& world) {
        const app::Image image = draw(world);
        const auto light = [&](int x, int y) {
            const uint8_t* pixel = &image.rgb[3 * (size_t(y) * kWidth + size_t(x))];
            return double(pixel[0]) + pixel[1] + pixel[2];
        };
        const double middle = light(kWidth / 2 - 4, kHeight / 2 + 4);
        return {middle / light(kWidth / 2 - 29, kHeight / 2 + 4),
                middle / light(kWidth / 2 - 4, kHeight / 2 - 21)};
    }
};

constexpr FakeBody kBall = {0, 0, 0, 1};

TEST_F(GlRolling, the_band_turns_with_the_body) {
    TurnedWorld upright({kBall}, {kUpright}), lies({kBall}, {kQuarterAboutZ});
    const Contrast stands = contrast(upright), turned = contrast(lies);
    EXPECT_GT(stands.above, 1.1) << "the band lies across the middle";
    EXPECT_LT(stands.beside, 1.0);
    EXPECT_GT(turned.beside, 1.1) << "a quarter turn: it stands up";
    EXPECT_LT(turned.above, 1.0);
}

TEST_F(GlRolling, nothing_has_a_pattern_where_nothing_turns) {
    FakeWorld plain({kBall});
    TurnedWorld turns({kBall}, {kUpright});
    const Contrast before = contrast(plain);
    EXPECT_LT(before.above, 1.0);
    contrast(turns);
    EXPECT_EQ(contrast(plain).above, before.above) << "after a world that turns";
}

/// Bodies are read in parts: each has its own orientation there too.
TEST_F(GlRolling, bodies_beyond_the_first_block_have_their_own_orientations) {
    renderer_ = app::SceneRenderer::create("auto", "", {.readable_bodies = 256});
    for (const sim::Quaternion& own : {kUpright, kQuarterAboutZ}) {
        std::vector<FakeBody> bodies(600, {50, 50, 50, 0.1f});
        std::vector<sim::Quaternion> turns(600, own.w == 1 ? kQuarterAboutZ : kUpright);
        bodies[530] = kBall;
        turns[530] = own;
        TurnedWorld world(bodies, turns);
        const Contrast seen = contrast(world);
        EXPECT_EQ(seen.above > 1.1, own.w == 1);
        EXPECT_EQ(seen.beside > 1.1, own.w != 1);
    }
}

}  // namespace
