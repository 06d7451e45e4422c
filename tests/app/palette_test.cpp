// The palettes for eyes that see few colours, lit and in shade: CIELAB distances (CIE76, D65) under simulated
// vision by Machado, Oliveira and Fernandes 2009 at full severity, over light factors from 0.35 to 1.
#include <gtest/gtest.h>

#include "app/gl/palette.h"
#include "app/gl/scene_renderer.h"
#include "app/observe/instances.h"
#include "app/observe/sort_colour.h"
#include "tests/app/cielab.h"

namespace {

using app::Colour;
using cielab::distance;
using cielab::kVisions;
using cielab::lab;
using cielab::seen_by;
using cielab::Three;
using cielab::Vision;

constexpr double kLights[] = {0.35, 0.5, 0.7, 1};

/// A colour of a palette as these eyes see it in this light.
Three seen(Colour colour, double value, const Vision& vision, double light) {
    const uint32_t rgb = app::palette_colour(colour, float(value));
    Three linear{};
    for (int k = 0; k < 3; ++k) {
        linear[k] = light * cielab::linear_of(rgb >> (16 - 8 * k) & 255);
    }
    return lab(seen_by(vision, linear));
}

/// The largest and the least step between neighbours among `count` + 1 evenly spaced places.
struct Steps {
    double least = 1e9, most = 0;
};
Steps steps_of(Colour colour, double from, double to, int count, const Vision& vision, double light) {
    Steps steps;
    for (int i = 0; i < count; ++i) {
        const auto at = [&](int k) { return seen(colour, from + (to - from) * k / count, vision, light); };
        const double step = distance(at(i), at(i + 1));
        steps = {std::min(steps.least, step), std::max(steps.most, step)};
    }
    return steps;
}

TEST(Palette, lab_of_known_colours) {
    const Three white = lab({1, 1, 1}), red = lab({1, 0, 0});
    EXPECT_NEAR(white[0], 100, 0.01);
    EXPECT_NEAR(white[1], 0, 0.02);
    EXPECT_NEAR(red[0], 53.24, 0.05);
    EXPECT_NEAR(red[1], 80.09, 0.1);
    EXPECT_NEAR(red[2], 67.20, 0.1);
}

TEST(Palette, equal_parts_of_the_ramp_look_equally_far_apart_to_all_eyes) {
    for (const Vision& vision : kVisions) {
        const double most = std::string(vision.name) == "tritan" ? 3 : 2.4;
        for (const double light : kLights) {
            const Steps steps = steps_of(Colour::rank, 0, 1, 16, vision, light);
            EXPECT_LE(steps.most / steps.least, most) << vision.name << " in " << light;
        }
        // In the darkest light sixteen parts are still told apart.
        EXPECT_GE(steps_of(Colour::rank, 0, 1, 16, vision, 0.35).least, 3) << vision.name;
    }
}

TEST(Palette, places_a_quarter_of_the_ramp_apart_are_never_taken_for_each_other) {
    for (const Vision& vision : kVisions) {
        for (const double light : kLights) {
            for (int i = 0; i < 16; ++i) {
                for (int j = i + 4; j <= 16; ++j) {
                    EXPECT_GE(distance(seen(Colour::rank, i / 16.0, vision, light),
                                       seen(Colour::rank, j / 16.0, vision, light)),
                              11)
                        << vision.name << " in " << light << ", " << i << " and " << j;
                }
            }
        }
    }
}

TEST(Palette, the_ramp_only_gets_lighter_for_all_eyes) {
    for (const Vision& vision : kVisions) {
        for (int i = 0; i < 32; ++i)
            EXPECT_GT(seen(Colour::rank, (i + 1) / 32.0, vision, 1)[0],
                      seen(Colour::rank, i / 32.0, vision, 1)[0])
                << vision.name << " at " << i;
        EXPECT_GE(seen(Colour::rank, 0, vision, 1)[0], 30) << "stands out from the backdrop";
    }
}

TEST(Palette, back_and_forward_are_even_and_stay_apart) {
    for (const Vision& vision : kVisions) {
        for (const double light : kLights) {
            for (const double end : {0.0, 1.0}) {
                const Steps steps = steps_of(Colour::shift, 0.5, end, 8, vision, light);
                EXPECT_LE(steps.most / steps.least, 2.5) << vision.name << " in " << light << " to " << end;
                EXPECT_GE(steps.least, 3) << vision.name << " in " << light << " to " << end;
            }
            for (int k = 4; k <= 16; ++k) {  // of 16 parts from the middle to an end
                EXPECT_GE(distance(seen(Colour::shift, 0.5 - k / 32.0, vision, light),
                                   seen(Colour::shift, 0.5 + k / 32.0, vision, light)),
                          16)
                    << vision.name << " in " << light << " at " << k;
            }
        }
    }
}

TEST(Palette, two_origins_stay_apart_and_are_about_as_light) {
    const double first = app::kind_value(app::kFirstOrigin), second = app::kind_value(app::kFirstOrigin + 1);
    for (const Vision& vision : kVisions) {
        for (const double light : kLights) {
            const Three a = seen(Colour::kind, first, vision, light),
                        b = seen(Colour::kind, second, vision, light);
            EXPECT_GE(distance(a, b), 35) << vision.name << " in " << light;
            EXPECT_NEAR(a[0], b[0], 10) << vision.name << " in " << light;
        }
    }
}

/// All entries of a palette of names.
void expect_apart(Colour colour, double least) {
    app::LegendScene scene;
    scene.sleeps = scene.sort.style.sorted = scene.sort.has_windows = scene.sort.has_movers = true;
    const auto entries = app::legend(colour, scene);
    EXPECT_GE(entries.size(), 2u);
    for (const Vision& vision : kVisions) {
        for (const double light : kLights) {
            for (size_t a = 0; a < entries.size(); ++a) {
                for (size_t b = 0; b < a; ++b) {
                    EXPECT_GE(distance(seen(colour, entries[a].value, vision, light),
                                       seen(colour, entries[b].value, vision, light)),
                              least)
                        << entries[a].text << " and " << entries[b].text << ", " << vision.name << " in "
                        << light;
                }
            }
        }
    }
}

TEST(Palette, kinds_are_told_apart_by_all_eyes_in_the_same_light) { expect_apart(Colour::kind, 17); }
TEST(Palette, digits_are_told_apart_by_all_eyes_in_the_same_light) { expect_apart(Colour::digit, 23); }
TEST(Palette, tiles_are_told_apart_by_all_eyes_in_the_same_light) { expect_apart(Colour::tile, 28); }
TEST(Palette, disorder_is_told_apart_by_all_eyes_in_the_same_light) { expect_apart(Colour::disorder, 23); }

TEST(Palette, sixteen_digits_differ_for_all_eyes) {
    for (const Vision& vision : kVisions) {
        for (uint32_t a = 0; a < 16; ++a) {
            for (uint32_t b = 0; b < a; ++b) {
                EXPECT_GE(distance(seen(Colour::digit, app::digit_value(a, 4), vision, 1),
                                   seen(Colour::digit, app::digit_value(b, 4), vision, 1)),
                          7)
                    << a << " and " << b << ", " << vision.name;
            }
        }
    }
}

TEST(Palette, disorder_is_lighter_than_order_for_all_eyes) {
    for (const Vision& vision : kVisions) {
        const double grey =
            seen(Colour::disorder, app::disorder_value(app::OrderMark::in_order), vision, 1)[0];
        for (const auto disorder : {app::OrderMark::in_window, app::OrderMark::mover})
            EXPECT_GE(seen(Colour::disorder, app::disorder_value(disorder), vision, 1)[0], grey + 20);
    }
}

TEST(Palette, sleep_is_told_apart_by_all_eyes_in_the_same_light) { expect_apart(Colour::asleep, 10); }

}  // namespace
