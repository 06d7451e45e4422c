// The note at a mouse that rests over a body.
#include <chrono>

#include "tests/app/ui_program.h"

namespace {

using ui_program::move_to;
using ui_program::Program;

/// Draws nothing, and sees a body everywhere.
class SeesBodies : public app::SceneRenderer {
public:
    SeesBodies() { status_.software_gl = true; }  // a paused GPU would draw stills
    void draw(sim::World&, const app::Camera&, const app::DrawSettings&, unsigned,
              const app::SubPicture*) override {}
    uint32_t pick(int, int) override { return 17; }
    std::optional<app::SeenBody> look(int x, int y) override {
        ++looks, last_x = x, last_y = y;
        return app::SeenBody{17, 0.5f};
    }
    const app::InteropStatus& status() const override { return status_; }
    const app::DrawReport& drawn() const override { return drawn_; }
    app::MemoryList memory() const override { return {}; }

    int looks = 0, last_x = -1, last_y = -1;

private:
    app::InteropStatus status_;
    app::DrawReport drawn_;
};

TEST(Hover, a_body_where_the_mouse_rests_is_named) {
    SeesBodies scene;
    Program program(1280, 720, 1, fake::create, &scene);
    program.session.view.draw.colour = app::Colour::rank;
    const auto rest = [&] {
        const auto start = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(400)) program.frames(1);
    };
    // What lies beside the mouse, once it rests.
    const auto beside_mouse = [&] {
        const app::Image image = program.frame.picture();
        std::vector<uint8_t> rows;
        for (int y = 300; y < 350; ++y) {
            const auto first = image.rgb.begin() + (y * image.width + 640) * 3;
            rows.insert(rows.end(), first, first + 120 * 3);
        }
        return rows;
    };
    program.send({move_to(60, 600)});
    const auto without = beside_mouse();
    rest();
    EXPECT_EQ(scene.looks, 0) << "over a panel";
    for (int k = 0; k < 30; ++k) program.send({move_to(600 + k, 300)});
    scene.looks = 0;
    program.send({move_to(640, 300)});
    EXPECT_EQ(scene.looks, 0) << "it moves";
    EXPECT_EQ(beside_mouse(), without);
    rest();
    EXPECT_GT(scene.looks, 0);
    EXPECT_EQ(scene.last_x, 640);
    EXPECT_EQ(scene.last_y, 720 - 1 - 300);
    EXPECT_NE(beside_mouse(), without);
    program.save("hover");
    program.send({move_to(641, 301)});
    EXPECT_EQ(beside_mouse(), without);
}

}  // namespace
