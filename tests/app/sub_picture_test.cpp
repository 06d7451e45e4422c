// The sub-pictures of a still: how they are spread over a pixel, the lens, the sun's disc and the sky.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "app/gl/base/sub_picture.h"

namespace {

using app::sub_picture;
using app::SubPicture;

constexpr uint32_t kCounts[] = {app::kVideoParts, app::kStillParts};

template <class Value>
auto mean(uint32_t parts, Value value) {
    decltype(value(SubPicture{})) sum{};
    for (uint32_t k = 0; k < parts; ++k) sum += value(sub_picture(k, parts));
    return sum / float(parts);
}

TEST(SubPicture, a_number_says_all_of_it) {
    std::set<float> places;
    for (uint32_t k = 0; k < 64; ++k) {
        EXPECT_EQ(sub_picture(k, 64).pixel, sub_picture(k, 64).pixel);
        EXPECT_EQ(sub_picture(k, 64).sky, sub_picture(k, 64).sky);
        places.insert(sub_picture(k, 64).pixel.x);
    }
    EXPECT_EQ(places.size(), 64u);
}

TEST(SubPicture, pixels_are_filtered_by_a_tent_around_their_middle) {
    for (const uint32_t parts : kCounts) {
        const glm::vec2 middle = mean(parts, [](const SubPicture& part) { return part.pixel; });
        const glm::vec2 squares = mean(parts, [](const SubPicture& part) { return part.pixel * part.pixel; });
        for (int axis = 0; axis < 2; ++axis) {
            EXPECT_NEAR(middle[axis], 0, 0.3 / parts) << parts;
            EXPECT_NEAR(squares[axis], 1.0 / 6, 0.35 / parts) << parts;
        }
        for (uint32_t k = 0; k < parts; ++k) {
            EXPECT_LT(std::abs(sub_picture(k, parts).pixel.x), 1);
            EXPECT_LT(std::abs(sub_picture(k, parts).pixel.y), 1);
        }
    }
}

TEST(SubPicture, sun_and_lens_are_discs_that_are_evenly_covered) {
    for (const uint32_t parts : kCounts) {
        for (const bool sun : {true, false}) {
            const auto place = [&](const SubPicture& part) { return sun ? part.sun : part.lens; };
            const glm::vec2 middle = mean(parts, place);
            EXPECT_NEAR(glm::length(middle), 0, 1.0 / parts) << parts;
            EXPECT_NEAR(mean(parts, [&](const SubPicture& p) { return glm::dot(place(p), place(p)); }), 0.5,
                        0.5 / parts);
            for (uint32_t k = 0; k < parts; ++k) EXPECT_LT(glm::length(place(sub_picture(k, parts))), 1);
        }
    }
}

// What a surface of any direction sees of a sky that is 1 everywhere: nothing hides a body alone.
TEST(SubPicture, the_open_sky_lights_every_surface_fully) {
    for (const uint32_t parts : kCounts) {
        const float slack = parts == app::kStillParts ? 0.03f : 0.13f;
        const glm::mat4 lights = app::sum_of_lights(parts);
        for (int k = 0; k < 200; ++k) {
            const float y = 1 - (float(k) + 0.5f) / 100, angle = 2.39996f * float(k);
            const glm::vec3 normal = {std::sqrt(1 - y * y) * std::cos(angle), y,
                                      std::sqrt(1 - y * y) * std::sin(angle)};
            const float seen = mean(parts, [&](const SubPicture& part) {
                return 2 * part.sky_weight * std::max(glm::dot(part.sky, normal), 0.0f);
            });
            const glm::vec4 n(normal, 1);
            EXPECT_NEAR(seen / glm::dot(n, lights * n), 1, slack) << parts << ", height " << y;
        }
        const glm::vec3 up = {0, 1, 0};
        EXPECT_NEAR(mean(parts,
                         [&](const SubPicture& part) {
                             return 2 * part.sky_weight * std::max(glm::dot(part.sky, up), 0.0f);
                         }),
                    1, 0.5f / float(parts))
            << "a floor";
    }
}

// A window shows pictures of fewer parts, too.
TEST(SubPicture, the_first_of_many_are_even_on_their_own) {
    for (uint32_t parts = 8; parts <= 64; parts *= 2) {
        uint32_t left = 0, low = 0, above = 0;
        for (uint32_t k = 0; k < parts; ++k) {
            const SubPicture part = sub_picture(k, 64);
            left += part.pixel.x < 0;
            low += part.pixel.y < 0;
            above += part.sky.y > 0;
            EXPECT_NEAR(glm::length(part.sky), 1, 1e-5);
        }
        EXPECT_EQ(left, parts / 2);
        EXPECT_EQ(low, parts / 2);
        EXPECT_EQ(above, parts * 3 / 4);
    }
}

}  // namespace
