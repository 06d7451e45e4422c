// Both themes can be read: WCAG contrast of text with what it stands on.
#include <gtest/gtest.h>

#include "app/view/panels/panels.h"

namespace {

using app::Theme;
using app::colours::Ink;

class Themes : public testing::TestWithParam<Theme> {
protected:
    Themes() : context_(ImGui::CreateContext()) { app::apply_theme(1, GetParam()); }
    ~Themes() override { ImGui::DestroyContext(context_); }

    static ImU32 of(ImGuiCol place) { return ImGui::GetColorU32(place); }

private:
    ImGuiContext* context_;
};

constexpr float kReadable = 4.5f;

TEST_P(Themes, text_can_be_read_on_all_that_it_stands_on) {
    for (const ImGuiCol place :
         {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered,
          ImGuiCol_FrameBgActive, ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive,
          ImGuiCol_Header, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive, ImGuiCol_Tab, ImGuiCol_TabHovered,
          ImGuiCol_TabActive, ImGuiCol_TableHeaderBg, ImGuiCol_SliderGrab})
        EXPECT_GE(app::colours::contrast(of(ImGuiCol_Text), of(place)), kReadable)
            << ImGui::GetStyleColorName(place);
    for (const Ink& ground : {app::colours::kBar, app::colours::kToolPanel, app::colours::kPlot})
        EXPECT_GE(app::colours::contrast(app::colours::kText, ground), kReadable);
}

TEST_P(Themes, quiet_text_can_be_read_on_panels_and_plots) {
    for (const Ink& ground :
         {app::colours::kPanel, app::colours::kBar, app::colours::kToolPanel, app::colours::kPlot})
        EXPECT_GE(app::colours::contrast(app::colours::kDim, ground), kReadable);
    EXPECT_EQ(of(ImGuiCol_TextDisabled), ImU32(app::colours::kDim));
}

TEST_P(Themes, text_in_the_colour_of_a_stage_can_be_read) {
    std::vector<ImU32> inks = {app::colours::kText, app::colours::kAccent, app::colours::kYellow,
                               app::colours::kVermilion};
    for (const app::StageColour& stage : app::stage_colours()) inks.push_back(stage.colour);
    for (const ImU32 ink : inks) {
        const ImU32 text = app::colours::as_text(ink);
        for (const Ink& ground : {app::colours::kPanel, app::colours::kBar, app::colours::kToolPanel})
            EXPECT_GE(app::colours::contrast(text, ground), kReadable) << std::hex << ink;
        if (app::colours::contrast(ink, app::colours::kBar) >= 5) {
            EXPECT_EQ(text, ink) << "what can be read stays";
        }
    }
}

TEST_P(Themes, marks_without_text_stand_out) {
    for (const Ink& mark : {app::colours::kAccent, app::colours::kVermilion, app::colours::kBlue})
        EXPECT_GE(app::colours::contrast(mark, app::colours::kPanel), 3);
    EXPECT_GE(app::colours::contrast(of(ImGuiCol_CheckMark), of(ImGuiCol_FrameBg)), 3);
}

TEST_P(Themes, panels_are_dark_or_light) {
    const bool light = app::colours::contrast(of(ImGuiCol_WindowBg), IM_COL32_WHITE) < 2;
    EXPECT_EQ(light, GetParam() == Theme::light);
}

INSTANTIATE_TEST_SUITE_P(Both, Themes, testing::Values(Theme::dark, Theme::light),
                         [](const auto& theme) { return std::string(app::kThemeNames[int(theme.param)]); });

TEST(Contrast, of_known_colours) {
    EXPECT_NEAR(app::colours::contrast(IM_COL32_BLACK, IM_COL32_WHITE), 21, 0.01);
    EXPECT_NEAR(app::colours::contrast(app::colours::rgb(0x777777), IM_COL32_WHITE), 4.48, 0.01);
}

}  // namespace
