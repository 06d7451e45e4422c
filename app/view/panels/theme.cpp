// Fonts and style of the panels.
#include "app/view/panels/theme.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "app/base/embedded_files.h"

namespace app {
namespace {

constexpr float kTextPx = 14, kSmallPx = 12;
/// Always the same font, whatever is installed: pictures and layouts do not depend on the machine.
ImFont* load_font(ImFontAtlas& atlas, const std::string& file, float size_px) {
    for (const EmbeddedFile& font : embedded_fonts()) {
        if (font.path != "assets/fonts/" + file) continue;
        ImFontConfig config;
        config.OversampleH = 2;
        config.OversampleV = 1;
        config.PixelSnapH = false;
        config.FontDataOwnedByAtlas = false;  // the executable's
        return atlas.AddFontFromMemoryTTF(const_cast<char*>(font.text.data()), int(font.text.size()), size_px,
                                          &config);
    }
    throw std::logic_error("the font " + file + " is not in this build");
}

ImVec4 to_vec4(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

void set_colours(ImVec4* c) {
    using namespace colours;
    const auto set = [c](ImGuiCol place, ImU32 colour) { c[place] = to_vec4(colour); };
    set(ImGuiCol_Text, kText);
    set(ImGuiCol_TextDisabled, kDim);
    set(ImGuiCol_WindowBg, kPanel);
    set(ImGuiCol_ChildBg, rgb(0, 0));
    set(ImGuiCol_PopupBg, rgb(0x1f242c));
    set(ImGuiCol_Border, kLine);
    set(ImGuiCol_FrameBg, kFrame);
    set(ImGuiCol_FrameBgHovered, rgb(0x343c49));
    set(ImGuiCol_FrameBgActive, rgb(0x3c4656));
    set(ImGuiCol_TitleBg, kBar);
    set(ImGuiCol_TitleBgActive, kBar);
    set(ImGuiCol_ScrollbarBg, rgb(0, 0));
    set(ImGuiCol_ScrollbarGrab, rgb(0x3a4352));
    set(ImGuiCol_ScrollbarGrabHovered, rgb(0x4a5567));
    set(ImGuiCol_ScrollbarGrabActive, rgb(0x5a677c));
    set(ImGuiCol_CheckMark, kAccent);
    set(ImGuiCol_SliderGrab, rgb(0x3a6f94));  // dark enough for the number that stands over it
    set(ImGuiCol_SliderGrabActive, rgb(0x4586b2));
    set(ImGuiCol_Button, rgb(0x2f3743));
    set(ImGuiCol_ButtonHovered, rgb(0x3b4554));
    set(ImGuiCol_ButtonActive, rgb(0x4a5769));
    set(ImGuiCol_Header, rgb(0x2c4457));
    set(ImGuiCol_HeaderHovered, rgb(0x344a5d));
    set(ImGuiCol_HeaderActive, rgb(0x3d566b));
    set(ImGuiCol_Separator, kLine);
    set(ImGuiCol_Tab, kPanel);
    set(ImGuiCol_TabHovered, rgb(0x344a5d));
    set(ImGuiCol_TabActive, rgb(0x2c4457));
    set(ImGuiCol_TabUnfocused, kPanel);
    set(ImGuiCol_TabUnfocusedActive, rgb(0x2c4457));
    set(ImGuiCol_TableHeaderBg, kBar);
    set(ImGuiCol_TableBorderLight, rgb(0x272d37));
    set(ImGuiCol_TableBorderStrong, kLine);
    set(ImGuiCol_TableRowBg, rgb(0, 0));
    set(ImGuiCol_TableRowBgAlt, rgb(0xffffff, 6));
    set(ImGuiCol_TextSelectedBg, rgb(0x56b4e9, 90));
}

}  // namespace

Fonts load_fonts(ImFontAtlas& atlas, float scale) {
    atlas.Clear();
    Fonts fonts;
    fonts.regular = load_font(atlas, "DejaVuSans.ttf", std::round(kTextPx * scale));
    fonts.bold = load_font(atlas, "DejaVuSans-Bold.ttf", std::round(kTextPx * scale));
    fonts.small_ = load_font(atlas, "DejaVuSans.ttf", std::round(kSmallPx * scale));
    atlas.Build();
    return fonts;
}

void apply_theme(float scale) {
    ImGuiStyle style;
    set_colours(style.Colors);
    style.WindowPadding = {10, 8};
    style.FramePadding = {6, 3};
    style.ItemSpacing = {8, 5};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {6, 2};
    style.ScrollbarSize = 10;
    style.GrabMinSize = 8;
    style.WindowRounding = 0;
    style.FrameRounding = style.GrabRounding = style.TabRounding = style.PopupRounding = 3;
    style.ScrollbarRounding = 5;
    style.WindowMinSize = {8, 8};
    style.ScaleAllSizes(scale);
    style.WindowBorderSize = 0;
    style.PopupBorderSize = 1;
    ImGui::GetStyle() = style;
}

}  // namespace app
