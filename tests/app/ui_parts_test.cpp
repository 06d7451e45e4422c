// Parts of panels that need no window: fonts, the ticks of plots, what overlays say.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/base/embedded_files.h"
#include "app/view/panels/panels.h"
#include "app/view/panels/plot.h"

namespace {

TEST(Panels, what_overlays_leave_out_is_said) {
    app::DrawSettings draw;
    app::InteropStatus status;
    EXPECT_EQ(app::left_out(draw, status, 1ull << 40), "");
    draw.boxes = draw.pairs = true;
    EXPECT_EQ(app::left_out(draw, status, 1000), "");
    status.box_stride = 77;
    status.most_lines = 1u << 20;
    const std::string both = app::left_out(draw, status, 15197931);
    EXPECT_EQ(both, "Boxes: all large ones, 1 in 77 of the others. Pair lines: 1 in 15");
    draw.boxes = draw.pairs = false;
    draw.contacts = true;
    status.most_contacts = 0;
    EXPECT_EQ(app::left_out(draw, status, 5),
              "Contacts: none, this OpenGL cannot read so many bodies at once");
}

TEST(Panels, fonts_are_those_of_the_executable) {
    ImFontAtlas atlas;
    const app::Fonts fonts = app::load_fonts(atlas, 1.5f);
    for (const ImFont* font : {fonts.regular, fonts.bold, fonts.small_}) {
        ASSERT_TRUE(font && font->ConfigData);
        const auto same = [&](const app::EmbeddedFile& file) {
            const auto* bytes = static_cast<const char*>(font->ConfigData->FontData);  // the atlas' copy
            return file.text == std::string_view(bytes, size_t(font->ConfigData->FontDataSize));
        };
        const auto all = app::embedded_fonts();
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), same));
        EXPECT_EQ(font->FindGlyph('0')->AdvanceX, font->FindGlyph('1')->AdvanceX);
        EXPECT_GT(font->FindGlyph('M')->AdvanceX, font->FindGlyph('i')->AdvanceX);  // no bitmap font
    }
    EXPECT_EQ(fonts.regular->FontSize, 21);
    EXPECT_NE(fonts.regular->ConfigData->FontDataSize, fonts.bold->ConfigData->FontDataSize);
}

TEST(Plot, ticks_are_round_and_columns_cover_all_values) {
    EXPECT_DOUBLE_EQ(app::round_step(10, 5), 2);
    EXPECT_DOUBLE_EQ(app::round_step(0.9, 3), 0.5);
    EXPECT_DOUBLE_EQ(app::round_step(30, 2), 20);
    EXPECT_EQ(app::column_begin(0, 7, 100), 0u);
    EXPECT_EQ(app::column_begin(7, 7, 100), 100u);
}

}  // namespace
