// What a machine can draw and what it says of it: qualities by what OpenGL answers, and shaders that are edited while
// the window is open.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "app/base/embedded_files.h"
#include "app/base/errors.h"
#include "app/gl/still.h"
#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

namespace fs = std::filesystem;
using app::GlFacts;
using app::Image;
using app::Quality;

const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

GlFacts good_gpu() {
    GlFacts facts;
    facts.renderer = "Some GPU";
    facts.version = 46;
    facts.vertex_blocks = facts.blocks = 16;
    facts.block_bytes = 1u << 31;
    facts.texture_px = 16384;
    return facts;
}

TEST(QualityLimit, a_good_gpu_draws_everything_and_software_starts_low) {
    GlFacts facts = good_gpu();
    EXPECT_EQ(app::quality_limit(facts).usual, Quality::high);
    EXPECT_EQ(app::quality_limit(facts).reason, "");
    facts.software = true;
    EXPECT_EQ(app::quality_limit(facts).usual, Quality::low);
    EXPECT_EQ(app::quality_limit(facts).most, Quality::high) << "where it is requested";
    EXPECT_EQ(app::quality_limit(facts).usual_reason, "software OpenGL");
}

TEST(QualityLimit, what_is_missing_lowers_it_and_is_named) {
    GlFacts facts = good_gpu();
    for (const char* name : {"RG16F", "R16F"}) {
        facts.no_targets = {name};
        EXPECT_EQ(app::quality_limit(facts).most, Quality::medium);
        EXPECT_NE(app::quality_limit(facts).reason.find(name), std::string::npos);
    }
    facts = good_gpu();
    facts.texture_px = 1024;
    EXPECT_EQ(app::quality_limit(facts).usual, Quality::low);
    facts.texture_px = 512;
    EXPECT_EQ(app::quality_limit(facts).usual, Quality::minimal);
    EXPECT_NE(app::quality_limit(facts).reason.find("512 pixels"), std::string::npos);
    facts = good_gpu();
    facts.copies_depth = false;
    EXPECT_EQ(app::quality_limit(facts).most, Quality::minimal);
    EXPECT_NE(app::quality_limit(facts).reason.find("copy depth"), std::string::npos);
}

TEST(QualityLimit, what_nothing_can_be_drawn_without_is_refused_by_name) {
    const auto refusal = [](auto change) {
        GlFacts facts = good_gpu();
        change(facts);
        return app::quality_limit(facts).refusal;
    };
    EXPECT_EQ(refusal([](GlFacts&) {}), "");
    EXPECT_NE(refusal([](GlFacts& f) { f.version = 41; }).find("4.5 is needed, this is 4.1"),
              std::string::npos);
    for (const char* name : {"R32UI", "RGBA8", "R8", "RGBA32F", "D32F"})
        EXPECT_NE(refusal([&](GlFacts& f) { f.no_targets = {name}; }).find(name), std::string::npos);
    EXPECT_NE(refusal([](GlFacts& f) { f.vertex_blocks = 0; }).find("storage blocks"), std::string::npos);
    EXPECT_NE(refusal([](GlFacts& f) { f.block_bytes = 1 << 16; }).find("bytes"), std::string::npos);
}

class GlQuality : public GlScene {
protected:
    void SetUp() override {
        GlScene::SetUp();
        if (IsSkipped()) return;
        folder_ = fs::temp_directory_path() / ("sweeplab_edited_" + std::to_string(getpid()));
        for (const app::EmbeddedFile& file : app::embedded_files()) {
            if (!file.path.starts_with("shaders/")) continue;
            const fs::path copy = folder_ / file.path.substr(8);
            fs::create_directories(copy.parent_path());
            std::ofstream(copy) << file.text;
        }
    }
    void TearDown() override {
        fs::remove_all(folder_);
        GlScene::TearDown();
    }
    Image draw(const app::DrawLimits& limits) {
        renderer_.reset();
        renderer_ = app::SceneRenderer::create("auto", "", limits);
        return GlScene::draw(world_);
    }
    const app::QualityStatus& quality() const { return renderer_->status().quality; }

    std::string read(const char* name) {
        std::ifstream in(folder_ / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// Draws until that was looked at.
    Image edit(const char* name, const std::string& text) {
        std::ofstream(folder_ / name) << text;
        std::this_thread::sleep_for(std::chrono::milliseconds(350));
        return GlScene::draw(world_);
    }

    fs::path folder_;
    FakeWorld world_{swarm(60, 0.5f), {}, kBox};
};

TEST_F(GlQuality, this_opengl_has_what_is_needed) {
    const GlFacts facts = GlFacts::query();
    EXPECT_FALSE(facts.renderer.empty());
    EXPECT_EQ(app::quality_limit(facts).refusal, "");
    EXPECT_TRUE(facts.copies_depth);
    EXPECT_TRUE(facts.no_targets.empty()) << facts.no_targets[0];
}

/// A driver that refuses this format.
GLenum refused_format = GL_NONE;
PFNGLTEXTURESTORAGE2DPROC store_of_driver = nullptr;
void GLAD_API_PTR store_but_one(GLuint texture, GLsizei levels, GLenum format, GLsizei width,
                                GLsizei height) {
    if (format != refused_format) store_of_driver(texture, levels, format, width, height);
}

TEST_F(GlQuality, each_format_that_is_drawn_into_is_tried) {
    store_of_driver = glad_glTextureStorage2D;
    glad_glTextureStorage2D = store_but_one;
    for (const auto& [format, name] :
         {std::pair(GL_RGBA32F, "RGBA32F"), {GL_R8, "R8"}, {GL_R32UI, "R32UI"}, {GL_RG16F, "RG16F"}}) {
        refused_format = GLenum(format);
        EXPECT_EQ(GlFacts::query().no_targets, std::vector<std::string>{name});
    }
    glad_glTextureStorage2D = store_of_driver;
}

TEST_F(GlQuality, a_poor_driver_gets_a_lower_quality_and_a_picture) {
    GlFacts facts = good_gpu();
    facts.no_targets = {"RG16F"};
    const Image poor = draw({.facts = facts});
    EXPECT_EQ(quality().drawn, Quality::medium);
    EXPECT_NE(quality().text().find("RG16F"), std::string::npos) << quality().text();
    EXPECT_NE(quality().text().find("off: near occlusion, edge search"), std::string::npos)
        << quality().text();
    EXPECT_EQ(poor.rgb, draw({.look = app::Look::of(Quality::medium), .facts = good_gpu()}).rgb);
    settings_.quality = Quality::high;  // even where more is requested
    draw({.facts = facts});
    EXPECT_EQ(quality().drawn, Quality::medium);
    EXPECT_NE(quality().text().find("RG16F"), std::string::npos);
    facts.version = 33;
    EXPECT_THROW(draw({.facts = facts}), sort::Unavailable);
}

TEST_F(GlQuality, a_requested_quality_is_drawn_and_comes_back_as_it_was) {
    std::vector<Image> pictures;
    draw({.live = true});
    for (const int round : {0, 1}) {
        for (const Quality each : app::kLiveQualities) {
            settings_.quality = each;
            const Image image = GlScene::draw(world_);
            EXPECT_EQ(quality().drawn, each);
            EXPECT_EQ(renderer_->status().reason, "the cpu backend's frames are in host memory");
            EXPECT_EQ(quality().left_out.empty(), each == Quality::high);
            if (round == 0) pictures.push_back(image);
            EXPECT_EQ(image.rgb, pictures[size_t(each)].rgb) << "after others";
            EXPECT_EQ(id_at(kWidth / 2, kHeight / 2), renderer_->pick(kWidth / 2, kHeight - 1 - kHeight / 2));
        }
    }
    for (size_t k = 1; k < pictures.size(); ++k) EXPECT_NE(pictures[k].rgb, pictures[k - 1].rgb);
    settings_.quality.reset();
    GlScene::draw(world_);
    EXPECT_TRUE(quality().adapts);
}

TEST_F(GlQuality, only_a_window_in_motion_adapts) {
    // Nothing is fast enough.
    app::AdaptiveQuality::Goal goal = app::AdaptiveQuality::for_software(Quality::high);
    goal.draw_ms = 1e-3;
    GlFacts facts = GlFacts::query();
    facts.software = true;
    const app::Camera still = camera_;
    struct Case {
        bool live, moves;
    };
    for (const Case& each : {Case{false, true}, {true, false}, {true, true}}) {
        const bool falls = each.live && each.moves;
        const Image first = draw({.live = each.live, .facts = facts, .goal = goal});
        EXPECT_EQ(quality().drawn, Quality::low);
        for (int k = 0; k < 14; ++k) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            if (each.moves) camera_.orbit(1, 0);
            GlScene::draw(world_);
        }
        camera_ = still;
        const Image last = GlScene::draw(world_);
        EXPECT_EQ(quality().adapts, each.live);
        EXPECT_EQ(quality().drawn, falls ? Quality::minimal : Quality::low);
        EXPECT_EQ(last.rgb == first.rgb, !falls);
        if (falls) {
            EXPECT_NE(quality().text().find("drawing took"), std::string::npos) << quality().text();
        }
    }
}

TEST_F(GlQuality, edited_shaders_are_read_again_and_wrong_ones_leave_the_last_good_ones) {
    renderer_.reset();
    renderer_ = app::SceneRenderer::create("auto", folder_.string(), {.quality = Quality::low, .live = true});
    settings_.quality = Quality::low;
    const Image before = GlScene::draw(world_);
    const std::string good = read("light/lit.glsl"), shadow = read("light/shadow.glsl");
    EXPECT_EQ(edit("light/lit.glsl", good).rgb, before.rgb) << "only its time has changed";
    EXPECT_EQ(renderer_->status().shader_error, "");

    const Image kept = edit("light/lit.glsl", good + "\nfloat broken = nonsense;\n");
    EXPECT_EQ(kept.rgb, before.rgb);
    const auto line = std::count(good.begin(), good.end(), '\n') + 2;
    const std::string place = "light/lit.glsl:" + std::to_string(line);
    EXPECT_NE(renderer_->status().shader_error.find(place), std::string::npos)
        << renderer_->status().shader_error;
    EXPECT_NE(renderer_->status().shader_error.find("nonsense"), std::string::npos) << "the compiler's words";
    settings_.quality = Quality::high;  // which cannot be compiled now
    GlScene::draw(world_);
    EXPECT_EQ(quality().drawn, Quality::low);
    EXPECT_FALSE(renderer_->status().shader_error.empty());
    settings_.quality = Quality::low;

    fs::remove(folder_ / "light/shadow.glsl");
    EXPECT_EQ(edit("light/lit.glsl", good).rgb, before.rgb) << "now another file is missing";
    EXPECT_NE(renderer_->status().shader_error.find("shadow.glsl"), std::string::npos);

    std::string brighter = good;
    brighter.replace(brighter.find("kExposure = 0.82"), 16, "kExposure = 1.20");
    std::ofstream(folder_ / "light/lit.glsl") << brighter;
    EXPECT_NE(edit("light/shadow.glsl", shadow).rgb, before.rgb);
    EXPECT_EQ(renderer_->status().shader_error, "");
}

TEST_F(GlQuality, a_shader_that_stills_alone_have_is_named_with_its_line) {
    for (const char* name : {"frame/add_part.frag", "frame/show_still.frag"}) {
        const std::string good = read(name);
        std::ofstream(folder_ / name) << good << "\nnonsense nonsense;\n";
        try {
            app::Still still("auto", folder_.string());
            ADD_FAILURE() << name << " was compiled";
        } catch (const app::BadFile& error) {
            const auto line = std::count(good.begin(), good.end(), '\n') + 2;
            EXPECT_NE(std::string(error.what()).find(name + (":" + std::to_string(line))), std::string::npos)
                << error.what();
        }
        std::ofstream(folder_ / name) << good;
    }
    EXPECT_NO_THROW(app::Still("auto", folder_.string()));
}

TEST_F(GlQuality, nobody_watches_the_shaders_of_a_picture) {
    renderer_.reset();
    renderer_ = app::SceneRenderer::create("auto", folder_.string());
    const Image before = GlScene::draw(world_);
    EXPECT_EQ(edit("light/lit.glsl", "broken").rgb, before.rgb);
    EXPECT_EQ(renderer_->status().shader_error, "");
    EXPECT_THROW(app::SceneRenderer::create("auto", folder_.string(), {.live = true}), app::BadFile)
        << "at the start it is an error, in a window too";
}

}  // namespace
