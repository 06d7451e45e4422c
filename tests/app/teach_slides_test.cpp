// Slides: read from afar, nothing beyond their borders, and all of a picture on one of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

#include "app/base/errors.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/files/slides.h"
#include "app/teach/input.h"
#include "app/teach/make.h"

namespace {

using testing::HasSubstr;

constexpr float kFull = 0.75f;  // of the height, from which on a slide counts as full

app::Lesson few_keys(const std::string& engine, uint64_t tile = 0, uint64_t warp = 0, int digit_bits = 0) {
    const uint32_t count = std::min(16u, app::usual_keys(engine));
    return app::make_lesson({.engine = engine,
                             .input = app::made_input(app::usual_input(engine), count, 1),
                             .digit_bits = digit_bits,
                             .backend = "cpu",
                             .tile = tile,
                             .warp = warp})
        .lesson;
}

std::vector<std::string> slides_of_stage(const app::Lesson& lesson, size_t index) {
    return app::slides_of(lesson, index, app::stage_figure(lesson, index), lesson.steps[index].sentence,
                          app::InkTheme::light);
}

/// The numbers of an attribute in all elements of a name.
std::vector<float> numbers(const std::string& svg, const std::string& element, const std::string& attribute) {
    std::vector<float> found;
    const std::regex kPattern("<" + element + "[^>]* " + attribute + "=\"([-0-9.]+)\"");
    for (std::sregex_iterator at(svg.begin(), svg.end(), kPattern), end; at != end; ++at)
        found.push_back(std::strtof((*at)[1].str().c_str(), nullptr));
    return found;
}

TEST(TeachSlides, no_letter_is_smaller_than_a_fortieth_of_the_height) {
    size_t slides = 0;
    for (const std::string& engine : app::lesson_names()) {
        const app::Lesson lesson = few_keys(engine, 0, 0, engine == "onesweep" ? 3 : 0);
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            if (!lesson.steps[i].ran) continue;
            for (const std::string& slide : slides_of_stage(lesson, i)) {
                ++slides;
                EXPECT_THAT(slide, HasSubstr("viewBox=\"0 0 1280 720\""));
                // But for long numbers in the 25 columns of one table.
                const float least = engine == "contacts" && i == 6 ? 15 : 720 / 40.0f;
                for (const float size : numbers(slide, "text", "font-size"))
                    ASSERT_GE(size, least) << engine << ", stage " << i + 1;
            }
        }
    }
    EXPECT_GT(slides, 100u);
}

TEST(TeachSlides, no_line_of_a_picture_goes_beyond_the_right_border) {
    constexpr float kLetter = 0.5f;  // of the size: narrower than the letters of most texts are
    const std::regex kText("<text x=\"([-0-9.]+)\"[^>]* font-size=\"([0-9.]+)\"[^>]*\"start\"[^>]*>([^<]*)<");
    for (const std::string& engine : app::lesson_names()) {
        const app::Lesson lesson = few_keys(engine, 0, 0, engine == "onesweep" ? 3 : 0);
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            if (!lesson.steps[i].ran) continue;
            for (const std::string& slide : slides_of_stage(lesson, i)) {
                for (std::sregex_iterator at(slide.begin(), slide.end(), kText), end; at != end; ++at) {
                    const float x = std::strtof((*at)[1].str().c_str(), nullptr);
                    const float size = std::strtof((*at)[2].str().c_str(), nullptr);
                    EXPECT_LE(x + kLetter * size * static_cast<float>((*at)[3].length()), 1280)
                        << engine << ", stage " << i + 1 << ": " << (*at)[3];
                }
            }
        }
    }
}

TEST(TeachSlides, a_tall_picture_goes_on_on_the_next_slide) {
    const app::Lesson lesson = few_keys("fourway", 4, 4);
    const app::Figure figure = app::stage_figure(lesson, 1);
    const std::vector<std::string> slides = slides_of_stage(lesson, 1);
    ASSERT_GT(slides.size(), 1u);
    EXPECT_THAT(slides[0], HasSubstr("(1 of " + std::to_string(slides.size()) + ")"));
    EXPECT_THAT(slides[0], HasSubstr("Each thread counts"));
    EXPECT_THAT(slides[1], testing::Not(HasSubstr("Each thread counts"))) << "the sentence stands once";
    for (const app::FigureRow& row : figure.rows) {
        const std::string word = ">" + row.name.substr(0, row.name.find(' '));
        EXPECT_TRUE(std::any_of(slides.begin(), slides.end(), [&](const std::string& slide) {
            return slide.find(word) != slide.npos;
        })) << row.name;
    }
    // What is drawn ends above the lower border.
    for (const std::string& slide : slides) {
        const std::vector<float> top = numbers(slide, "svg", "y"), tall = numbers(slide, "svg", "height");
        ASSERT_FALSE(top.empty());
        EXPECT_LE(top[0] + tall[1], 720.0f);  // [0] is the document's
    }
}

TEST(TeachSlides, most_are_full) {
    size_t slides = 0, full = 0;
    std::string rest;
    for (const std::string& engine : app::lesson_names()) {
        const app::Lesson lesson = few_keys(engine, 0, 0, engine == "onesweep" ? 3 : 0);
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            if (!lesson.steps[i].ran) continue;
            const std::vector<std::string> of_stage = slides_of_stage(lesson, i);
            for (size_t k = 0; k < of_stage.size(); ++k) {
                const float bottom =
                    numbers(of_stage[k], "svg", "y")[0] + numbers(of_stage[k], "svg", "height")[1];
                EXPECT_LE(bottom, 720.0f) << engine << ", stage " << i + 1 << ", slide " << k + 1;
                ++slides;
                if (bottom >= kFull * app::kSlideHeight)
                    ++full;
                else
                    rest += " " + engine + " " + std::to_string(i + 1) + "." + std::to_string(k + 1) + " " +
                            std::to_string(static_cast<int>(bottom / app::kSlideHeight * 100)) + "%";
            }
        }
    }
    std::cout << full << " of " << slides << " are full; the others:" << rest << "\n";
    EXPECT_GE(full, slides * 4 / 5) << rest;
}

TEST(TeachSlides, too_many_keys_are_refused_with_what_would_do) {
    const app::Lesson lesson =
        app::make_lesson({.engine = "fourway", .input = app::made_input("uniform", 128, 1), .backend = "cpu"})
            .lesson;
    try {
        slides_of_stage(lesson, 1);
        FAIL() << "128 keys on a slide";
    } catch (const app::BadUsage& error) {
        EXPECT_THAT(error.what(), HasSubstr("-n 16"));
    }
}

}  // namespace
