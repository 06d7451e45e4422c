// What the window says of the quality of its picture and of shaders that are being edited.
#include <algorithm>

#include "app/view/actions/keys.h"
#include "tests/app/ui_program.h"

namespace {

using app::Quality;
using ui_program::move_to;
using ui_program::Program;

/// Draws nothing, and says of it what a test wants.
class Says : public app::SceneRenderer {
public:
    Says() { said.software_gl = true; }  // a paused window stays as it is
    void draw(sim::World&, const app::Camera&, const app::DrawSettings&, unsigned,
              const app::SubPicture*) override {}
    uint32_t pick(int, int) override { return sim::kNobody; }
    std::optional<app::SeenBody> look(int, int) override { return {}; }
    const app::InteropStatus& status() const override { return said; }
    const app::DrawReport& drawn() const override { return drawn_; }
    app::MemoryList memory() const override { return {}; }

    app::InteropStatus said;

private:
    app::DrawReport drawn_;
};

TEST(UiQuality, it_can_be_chosen_up_to_what_can_be_drawn) {
    Says scene;
    scene.said.quality = {Quality::low, Quality::medium, true, "software OpenGL", {"soft shadows"}};
    Program program(1280, 720, 1, fake::create, &scene);
    EXPECT_FALSE(program.session.view.draw.quality);
    for (const Quality quality : {Quality::minimal, Quality::medium, Quality::low}) {
        program.click("quality");
        program.click(std::string("quality ") + app::kQualityNames[int(quality)]);
        EXPECT_EQ(program.session.view.draw.quality, quality);
    }
    program.click("quality");
    program.save("quality");
    program.click("quality high");
    EXPECT_EQ(program.session.view.draw.quality, Quality::low) << "more than this machine can";
    program.click("quality auto");
    EXPECT_FALSE(program.session.view.draw.quality);
}

TEST(UiQuality, what_is_off_is_said_where_the_mouse_rests_on_the_quality) {
    Says scene;
    scene.said.quality = {Quality::low, Quality::high, true, "software OpenGL", {"soft shadows"}};
    Program program(1280, 720, 1, fake::create, &scene);
    const app::UiState::Item* item = program.state.find("quality");
    ASSERT_NE(item, nullptr);
    const int left = int(item->min.x), right = int(item->max.x), y = int(item->min.y + item->max.y) / 2;
    program.send({move_to(left + 5, 10)});
    const app::Image away = program.frame.picture();
    program.send({move_to(left + 5, y)});
    const app::Image over = program.frame.picture();
    // Beside it nothing else changes.
    int changed = 0;
    for (int row = y - 60; row < std::min(y + 60, away.height); ++row)
        for (int x = left; x < right; ++x) {
            const size_t k = size_t(row * away.width + x) * 3;
            changed += away.rgb[k] != over.rgb[k];
        }
    EXPECT_GT(changed, (right - left) * 30) << "a text of some lines";
}

TEST(UiQuality, the_text_names_quality_reason_and_what_is_off) {
    app::QualityStatus status{
        Quality::low, Quality::high, true, "software OpenGL", {"soft shadows", "glass walls"}};
    EXPECT_EQ(status.text(), "low, software OpenGL; off: soft shadows, glass walls");
    status = {Quality::high, Quality::high, true, "", {}};
    EXPECT_EQ(status.text(), "high");
}

TEST(UiQuality, what_is_wrong_in_a_shader_stays_on_the_screen_until_it_is_mended) {
    Says scene;
    Program program(1280, 720, 1, fake::create, &scene);
    // Of the view's upper part, since the top bar shows times.
    const auto picture = [&] {
        const app::Image image = program.frame.picture();
        const auto row = [&](int y) { return image.rgb.begin() + long(3) * y * image.width; };
        return std::vector<uint8_t>(row(40), row(200));
    };
    const std::vector<uint8_t> before = picture();
    scene.said.shader_error =
        "shader spheres/light.frag does not compile:\nlight/lit.glsl:12: `nonsense' undeclared";
    program.frames(6);
    const std::vector<uint8_t> told = picture();
    program.save("shader_error");
    int changed = 0;
    for (size_t i = 0; i < told.size(); i += 3) changed += told[i] != before[i];
    EXPECT_GT(changed, 3000);
    program.session.messages.say("And another message", true);
    program.frames(3);
    program.save("shader_error_and_message");
    EXPECT_NE(picture(), told) << "below it";
    program.press(app::key::escape);
    EXPECT_EQ(picture(), told);
    scene.said.shader_error.clear();
    program.frames(6);
    EXPECT_EQ(picture(), before);
}

}  // namespace
