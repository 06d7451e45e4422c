// Palettes and their legends, and values read back from a place in a palette.
#include "app/gl/palette.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/gl/scene_renderer.h"
#include "app/observe/instances.h"

namespace {

using app::Colour;

TEST(GlPalette, legends_have_the_colours_that_are_drawn) {
    for (const Colour colour : {Colour::kind, Colour::rank, Colour::shift, Colour::pairs, Colour::speed}) {
        EXPECT_STRNE(app::name_of(colour), "");
        EXPECT_GE(app::legend(colour).size(), 5u);
        EXPECT_EQ(app::palette_texels(colour).size(), size_t(4 * app::kPaletteSize));
    }
    EXPECT_EQ(app::legend(Colour::kind).front().rgb, 0x005ab2u);
    EXPECT_EQ(app::legend(Colour::shift)[2].rgb, 0xf7f7f7u);
}

/// Each at the place in the palette, and with the colour, of a body of which the text is true.
TEST(GlPalette, each_entry_of_a_legend_is_where_such_bodies_are) {
    app::LegendScene scene;
    scene.scales = {8, 1023, 96};
    scene.sleeps = true;
    const app::ColourScales& scales = scene.scales;
    const auto expect = [&](Colour colour, const std::vector<std::pair<std::string, float>>& bodies) {
        const auto entries = app::legend(colour, scene);
        ASSERT_EQ(entries.size(), bodies.size()) << app::name_of(colour);
        for (size_t k = 0; k < bodies.size(); ++k) {
            const auto& [text, value] = bodies[k];
            EXPECT_EQ(entries[k].text, text);
            EXPECT_FLOAT_EQ(entries[k].value, value) << text;
            EXPECT_EQ(entries[k].rgb, app::palette_colour(colour, value)) << text;
        }
    };
    expect(Colour::shift, {{"1,023 or more back", app::shift_value(-1023, scales)},
                           {"31 back", app::shift_value(-31, scales)},
                           {"same place", app::shift_value(0, scales)},
                           {"31 forward", app::shift_value(31, scales)},
                           {"1,023 or more forward", app::shift_value(1023, scales)}});
    std::vector<std::pair<std::string, float>> pairs, speeds;
    for (const float count : {0.0f, 4.0f, 12.0f, 32.0f, 96.0f})
        pairs.push_back(
            {std::to_string(int(count)) + (count == 96 ? " or more" : ""), app::pairs_value(count, scales)});
    expect(Colour::pairs, pairs);
    for (const auto& [text, speed] :
         {std::pair{"0", 0.0f}, {"0.4", 0.4f}, {"1.6", 1.6f}, {"4", 4.0f}, {"8 m/s or more", 8.0f}})
        speeds.push_back({text, app::speed_value(speed / 8)});
    expect(Colour::speed, speeds);
    expect(Colour::rank, {{"first", 0}, {"1/4", 0.25f}, {"middle", 0.5f}, {"3/4", 0.75f}, {"last", 1}});
    expect(Colour::asleep, {{"moving", app::asleep_value(0)},
                            {"still for half the time", app::asleep_value(0.5f)},
                            {"almost asleep", app::kAlmostAsleep},
                            {"asleep", app::asleep_value(1)}});
    EXPECT_EQ(app::palette_colour(Colour::asleep, app::asleep_value(0)), 0xf0e442u);
    EXPECT_EQ(app::palette_colour(Colour::asleep, app::kAlmostAsleep), 0x56b4e9u);
    EXPECT_EQ(app::palette_colour(Colour::asleep, app::asleep_value(1)), 0x5c626eu);
    std::vector<std::pair<std::string, float>> kinds;
    for (uint32_t kind = 0;
         const char* text : {"first fifth", "second fifth", "third fifth", "fourth fifth", "last fifth"})
        kinds.push_back({text, app::kind_value(kind++)});
    expect(Colour::kind, kinds);
}

TEST(GlPalette, the_legend_of_kinds_says_what_the_colours_mean) {
    const auto texts = [](const app::LegendScene& scene) {
        std::string all = app::legend_title(Colour::kind, scene);
        for (const app::LegendEntry& entry : app::legend(Colour::kind, scene)) all += "; " + entry.text;
        return all;
    };
    EXPECT_EQ(texts({}),
              "kind: order of spawning; first fifth; second fifth; third fifth; fourth fifth; last fifth");
    app::LegendScene scene;
    scene.shapes = {"chair"};
    EXPECT_EQ(texts(scene),
              "kind: id, five colours in turn; 0, 5, 10, ...; 1, 6, 11, ...; 2, 7, 12, ...; 3, 8, 13, ...; "
              "4, 9, 14, ...");
    scene.driven = {"drum", "arm"};  // the first two ids
    EXPECT_EQ(texts(scene),
              "kind: id, five colours in turn; 2, 7, 12, ...; 3, 8, 13, ...; 4, 9, 14, ...; 5, 10, 15, ...; "
              "6, 11, 16, ...; driven: drum, arm");
    scene.shapes = {"a", "b", "c", "d", "e", "f", "g"};
    EXPECT_EQ(texts(scene), "kind: mesh; a, f; b, g; c; d; e; driven: drum, arm");
}

TEST(GlPalette, values_are_read_back_from_the_palette) {
    app::LegendScene scene;
    scene.shapes = {"chair"};
    scene.scales = {5, 127, 48};
    const auto text = [&](Colour colour, float value) { return app::value_text(colour, value, 4000, scene); };
    for (const int places : {1, 3, 64, 126})
        EXPECT_EQ(text(Colour::shift, app::shift_value(float(-places), scene.scales)),
                  std::to_string(places) + (places == 1 ? " place" : " places") + " back");
    EXPECT_EQ(text(Colour::shift, app::shift_value(0, scene.scales)), "same place");
    EXPECT_EQ(text(Colour::shift, app::shift_value(900, scene.scales)), "127 or more places forward");
    for (const int pairs : {0, 2, 17, 47})
        EXPECT_EQ(text(Colour::pairs, app::pairs_value(float(pairs), scene.scales)),
                  std::to_string(pairs) + " pairs");
    EXPECT_EQ(text(Colour::pairs, app::pairs_value(99, scene.scales)), "48 or more pairs");
    EXPECT_EQ(text(Colour::speed, app::speed_value(0.25f)), "1.25 m/s");
    EXPECT_EQ(text(Colour::speed, app::speed_value(3)), "5 m/s or more");
    EXPECT_EQ(text(Colour::depth, app::depth_value(0.0125f)), "depth 1.25 %");
    EXPECT_EQ(text(Colour::depth, app::depth_value(0.8f)), "depth 50 % or more");
    EXPECT_EQ(text(Colour::rank, 1234.0f / 3999), "rank 1,234");
    EXPECT_EQ(text(Colour::asleep, app::asleep_value(1)), "asleep");
    EXPECT_EQ(text(Colour::asleep, app::asleep_value(0.4f)), "still for 40 % of the time until it sleeps");
    EXPECT_EQ(text(Colour::kind, app::kind_value(2)), "") << "one mesh";
    EXPECT_EQ(app::value_text(Colour::kind, app::kind_value(2), 4000, {}), "third fifth");
}

/// "title; entry; entry" of a sort that is there.
std::string sort_legend_text(Colour colour, const app::SortStyle& style) {
    app::LegendScene scene;
    scene.sort.style = style;
    scene.sort.style.sorted = true;
    std::string all = app::legend_title(colour, scene);
    for (const app::LegendEntry& entry : app::legend(colour, scene)) all += "; " + entry.text;
    return all;
}

TEST(GlPalette, legends_of_the_sort_say_which_bits_and_which_tiles) {
    app::SortStyle style;
    style.digit_begin = 6;
    EXPECT_EQ(sort_legend_text(Colour::digit, style),
              "digit: bits 6 to 7 of the key; 0 = 00; 1 = 01; 2 = 10; 3 = 11");
    style.digit_bits = 1;
    EXPECT_EQ(sort_legend_text(Colour::digit, style), "digit: bit 6 of the key; 0 = 0; 1 = 1");
    style.digit_bits = 4;
    EXPECT_EQ(
        sort_legend_text(Colour::digit, style),
        "digit: bits 6 to 9 of the key, light = high; 0 to 3 = 00..; 4 to 7 = 01..; 8 to 11 = 10..; 12 to 15 = "
        "11..");
    style.tile_ranks = 2048;
    style.engine_has_tiles = true;
    EXPECT_EQ(sort_legend_text(Colour::tile, style),
              "tile of the sort: 2,048 ranks; tile 0, 2, 4, ...; tile 1, 3, 5, ...");
    style.engine_has_tiles = false;
    EXPECT_EQ(sort_legend_text(Colour::tile, style).substr(0, 52),
              "blocks of 2,048 ranks (this engine has no tiles); ti");
    EXPECT_EQ(sort_legend_text(Colour::disorder, style),
              "order before the sort; in order; greater than the next key, ringed");
    app::LegendScene nothing;
    nothing.sort.note = "no step yet";
    for (const Colour colour : {Colour::digit, Colour::tile, Colour::disorder}) {
        ASSERT_EQ(app::legend(colour, nothing).size(), 1u);
        EXPECT_EQ(app::legend(colour, nothing)[0].text, "nothing to show: no step yet");
        EXPECT_EQ(app::value_text(colour, 0.3f, 4000, nothing), "");
    }
    nothing.sort.moment = "after pass 3 of 8";
    EXPECT_EQ(app::legend_title(Colour::rank, nothing), "index after pass 3 of 8");
}

TEST(GlPalette, digits_and_tiles_are_read_back_whatever_flags_the_value_has) {
    app::LegendScene scene;
    scene.sort.style.sorted = true;
    scene.sort.style.digit_begin = 8;
    const auto flagged = [](float value, float flags) { return app::palette_place(-(value + flags)); };
    for (const float flags : {0.0f, app::kDimmed, app::kMarked, app::kDimmed + app::kMarked}) {
        for (const uint32_t bits : {1u, 2u, 4u, 8u}) {
            for (uint32_t digit = 0; digit < 1u << bits; ++digit)
                EXPECT_EQ(app::digit_of_value(flagged(app::digit_value(digit, bits), flags), bits), digit);
        }
        for (const uint32_t tiles : {1u, 2u, 5u, 4096u}) {
            for (uint32_t tile = 0; tile < tiles; ++tile)
                ASSERT_EQ(app::tile_of_value(flagged(app::tile_value(tile, tiles), flags), tiles), tile)
                    << tiles;
        }
        EXPECT_EQ(app::disorder_of_value(flagged(app::disorder_value(app::OrderMark::mover), flags)),
                  app::OrderMark::mover);
    }
    EXPECT_EQ(app::value_text(Colour::digit, app::digit_value(2, 2), 4000, scene),
              "digit 2 = 10, bits 8 to 9");
    scene.sort.style.tile_ranks = 256;
    EXPECT_EQ(app::value_text(Colour::tile, app::tile_value(15, 16), 4000, scene),
              "tile 15, ranks 3,840 to 3,999");
    EXPECT_EQ(app::value_text(Colour::disorder, app::disorder_value(app::OrderMark::descent), 4000, scene),
              "key greater than the next one");
}

/// The four hues are the middles of the palette's quarters, whatever the width of the digits.
TEST(GlPalette, digits_of_two_bits_have_the_four_colours) {
    const uint32_t colours[] = {0x56b4e9, 0xf0e442, 0xd55e00, 0x005ab2};
    for (uint32_t digit = 0; digit < 4; ++digit)
        EXPECT_EQ(app::palette_colour(Colour::digit, app::digit_value(digit, 2)), colours[digit]);
}

TEST(GlPalette, legends_follow_the_scales) {
    const auto texts = [](Colour colour, float shift, float pairs) {
        app::LegendScene scene;
        scene.scales = {10, shift, pairs};
        std::string all;
        float last = -1;
        for (const app::LegendEntry& entry : app::legend(colour, scene)) {
            all += (all.empty() ? "" : "; ") + entry.text;
            EXPECT_GT(entry.value, last) << all;
            last = entry.value;
        }
        return all;
    };
    EXPECT_EQ(texts(Colour::shift, 1023, 6),
              "1,023 or more back; 31 back; same place; 31 forward; 1,023 or more forward");
    EXPECT_EQ(texts(Colour::shift, 7, 6), "7 or more back; 2 back; same place; 2 forward; 7 or more forward");
    EXPECT_EQ(texts(Colour::pairs, 3, 6), "0; 1; 2; 6 or more");
    EXPECT_EQ(texts(Colour::pairs, 3, 24), "0; 1; 3; 8; 24 or more");
    EXPECT_EQ(texts(Colour::pairs, 3, 96), "0; 4; 12; 32; 96 or more");
}

/// Relative luminance of 0xRRGGBB.
double luminance(uint32_t rgb) {
    const auto linear = [](uint32_t byte) { return std::pow(double(byte) / 255, 2.2); };
    return 0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
}

TEST(GlPalette, the_ordered_palette_only_gets_lighter) {
    for (int i = 1; i <= 100; ++i)
        EXPECT_GE(luminance(app::palette_colour(Colour::rank, float(i) / 100)),
                  luminance(app::palette_colour(Colour::rank, float(i - 1) / 100)))
            << i;
}

TEST(Legend, of_galaxies_names_where_bodies_come_from) {
    sim::Scene scene;
    scene.spawn = "galaxy";
    app::DrawSettings settings;
    const auto texts = [&] {
        std::vector<std::string> all;
        for (const auto& entry : app::legend(Colour::kind, app::LegendScene::of(scene, 1000, settings)))
            all.push_back(entry.text);
        return all;
    };
    EXPECT_EQ(texts(), (std::vector<std::string>{"first galaxy", "second galaxy"}));
    scene.spawn_values["galaxies"] = 1;
    EXPECT_EQ(texts(), (std::vector<std::string>{"disc", "bulge"}));
    settings.hidden_bodies = true;
    EXPECT_EQ(texts(), (std::vector<std::string>{"disc, halo", "bulge"}));
    const app::LegendScene facts = app::LegendScene::of(scene, 1000, settings);
    EXPECT_EQ(app::value_text(Colour::kind, app::kind_value(app::kFirstOrigin + 1), 1000, facts), "bulge");
    EXPECT_EQ(app::legend_title(Colour::rank, facts), "rank after the sort");
    scene.physics.gravity.on = true;
    const app::LegendScene morton = app::LegendScene::of(scene, 1000, settings);
    EXPECT_EQ(app::legend_title(Colour::rank, morton), "Morton rank");
    EXPECT_EQ(app::value_text(Colour::rank, 1, 1000, morton), "Morton rank 999");
    EXPECT_EQ(app::value_text(Colour::rank, 1, 1000, facts), "rank 999");
}

}  // namespace
