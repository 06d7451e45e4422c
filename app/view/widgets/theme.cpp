// Fonts and style of the panels.
#include "app/view/widgets/theme.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "app/base/embedded_files.h"

namespace app {
namespace {

constexpr float kTextPx = 14, kSmallPx = 12;
/// Latin-1, and what pictures of lessons mark with besides: a bullet.
constexpr ImWchar kGlyphs[] = {0x20, 0xff, 0x2022, 0x2022, 0};

/// Always the same font, whatever is installed: pictures and layouts do not depend on the machine, but for characters
/// that it has not.
ImFont* load_font(ImFontAtlas& atlas, const std::string& file, float size_px, const ImWchar* ranges,
                  const std::vector<FallbackFont>& fallbacks) {
    for (const EmbeddedFile& font : embedded_fonts()) {
        if (font.path != "assets/fonts/" + file) continue;
        ImFontConfig config;
        config.OversampleH = 2;
        config.OversampleV = 1;
        config.PixelSnapH = false;
        config.FontDataOwnedByAtlas = false;  // the executable's
        ImFont* const loaded = atlas.AddFontFromMemoryTTF(const_cast<char*>(font.text.data()),
                                                          int(font.text.size()), size_px, &config, ranges);
        config.MergeMode = true;
        config.OversampleH = 1;
        for (const FallbackFont& other : fallbacks) {
            config.FontNo = other.index;
            atlas.AddFontFromMemoryTTF(const_cast<char*>(other.bytes.data()), int(other.bytes.size()),
                                       size_px, &config, ranges);
        }
        return loaded;
    }
    throw std::logic_error("the font " + file + " is not in this build");
}

ImVec4 to_vec4(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

void set_colours(ImVec4* c, bool light) {
    using namespace colours;
    const auto set = [&](ImGuiCol place, const Ink& ink) {
        c[place] = to_vec4(light ? ink.light : ink.dark);
    };
    set(ImGuiCol_Text, kText);
    set(ImGuiCol_TextDisabled, kDim);
    set(ImGuiCol_WindowBg, kPanel);
    set(ImGuiCol_ChildBg, ink(0, 0, 0));
    set(ImGuiCol_PopupBg, ink(0x1f242c, 0xfbfcfd));
    set(ImGuiCol_Border, kLine);
    set(ImGuiCol_FrameBg, kFrame);
    set(ImGuiCol_FrameBgHovered, ink(0x343c49, 0xd3d9e0));
    set(ImGuiCol_FrameBgActive, ink(0x3c4656, 0xc8d0d9));
    set(ImGuiCol_TitleBg, kBar);
    set(ImGuiCol_TitleBgActive, kBar);
    set(ImGuiCol_ScrollbarBg, ink(0, 0, 0));
    set(ImGuiCol_ScrollbarGrab, ink(0x3a4352, 0xc3cad3));
    set(ImGuiCol_ScrollbarGrabHovered, ink(0x4a5567, 0xaeb7c2));
    set(ImGuiCol_ScrollbarGrabActive, ink(0x5a677c, 0x98a3b0));
    set(ImGuiCol_CheckMark, kAccent);
    // Dark enough, or light enough, for the number that stands over it.
    set(ImGuiCol_SliderGrab, ink(0x376a8e, 0x9cc7e4));
    set(ImGuiCol_SliderGrabActive, ink(0x4586b2, 0x7fb5da));
    set(ImGuiCol_Button, ink(0x2f3743, 0xdbe0e6));
    set(ImGuiCol_ButtonHovered, ink(0x3b4554, 0xcdd4dc));
    set(ImGuiCol_ButtonActive, ink(0x4a5769, 0xbcc5cf));
    set(ImGuiCol_Header, ink(0x2c4457, 0xc9dff0));
    set(ImGuiCol_HeaderHovered, ink(0x344a5d, 0xd8e8f4));
    set(ImGuiCol_HeaderActive, ink(0x3d566b, 0xb9d5ea));
    set(ImGuiCol_Separator, kLine);
    set(ImGuiCol_Tab, kPanel);
    set(ImGuiCol_TabHovered, ink(0x344a5d, 0xd8e8f4));
    set(ImGuiCol_TabActive, ink(0x2c4457, 0xc9dff0));
    set(ImGuiCol_TabUnfocused, kPanel);
    set(ImGuiCol_TabUnfocusedActive, ink(0x2c4457, 0xc9dff0));
    set(ImGuiCol_TableHeaderBg, kBar);
    set(ImGuiCol_TableBorderLight, ink(0x272d37, 0xe1e5ea));
    set(ImGuiCol_TableBorderStrong, kLine);
    set(ImGuiCol_TableRowBg, ink(0, 0, 0));
    set(ImGuiCol_TableRowBgAlt, {rgb(0xffffff, 6), rgb(0x000000, 8)});
    set(ImGuiCol_TextSelectedBg, {rgb(0x56b4e9, 90), rgb(0x0f6fae, 70)});
}

float luminance(ImU32 colour) {
    const auto linear = [colour](int shift) {
        const float c = static_cast<float>((colour >> shift) & 255) / 255;
        return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
    };
    return 0.2126f * linear(IM_COL32_R_SHIFT) + 0.7152f * linear(IM_COL32_G_SHIFT) +
           0.0722f * linear(IM_COL32_B_SHIFT);
}

/// The context's own style says which theme is in use: that whose text is dark.
bool is_light() { return ImGui::GetStyle().Colors[ImGuiCol_Text].x < 0.5f; }

}  // namespace

colours::Ink::operator ImU32() const { return is_light() ? light : dark; }

float colours::contrast(ImU32 a, ImU32 b) {
    const float x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05f) / (std::min(x, y) + 0.05f);
}

ImU32 colours::as_text(ImU32 colour) {
    constexpr float kReadable = 4.6f, kStep = 0.04f;
    const float end = is_light() ? 0 : 255;
    ImVec4 mixed = to_vec4(colour);
    for (int k = 0; k < 60 && contrast(colour, kBar) < kReadable; k++) {
        for (float* part : {&mixed.x, &mixed.y, &mixed.z}) *part += (end / 255 - *part) * kStep;
        colour = ImGui::ColorConvertFloat4ToU32(mixed);
    }
    return colour;
}

const ImWchar* usual_glyphs() { return kGlyphs; }
size_t usual_glyphs_size() { return std::size(kGlyphs) - 1; }

Fonts load_fonts(ImFontAtlas& atlas, float scale, const ImWchar* ranges,
                 const std::vector<FallbackFont>& fallbacks) {
    atlas.Clear();
    const auto load = [&](const char* file, float size_px) {
        return load_font(atlas, file, std::round(size_px * scale), ranges, fallbacks);
    };
    Fonts fonts;
    fonts.regular = load("DejaVuSans.ttf", kTextPx);
    fonts.bold = load("DejaVuSans-Bold.ttf", kTextPx);
    fonts.small_ = load("DejaVuSans.ttf", kSmallPx);
    atlas.Build();
    return fonts;
}

void apply_theme(float scale, Theme theme) {
    ImGuiStyle style;
    set_colours(style.Colors, theme == Theme::light);
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
