// A canvas that draws with ImDrawList.
#pragma once
#include <imgui.h>

#include <map>
#include <tuple>

#include "app/teach/paint/canvas.h"
#include "app/view/widgets/layout.h"
#include "app/view/widgets/theme.h"

namespace app {

/// Height of a digit of stacked ones, as a multiple of its size.
inline constexpr float kStackedDigit = 0.92f;

/// Clips to `room` as long as it lives, and all but the names of rows to what lies right of the gutter. Texts use
/// the small font, and the regular one for sizes from its own on.
class ImGuiCanvas : public Canvas {
public:
    ImGuiCanvas(ImDrawList& list, const Region& room, float gutter, const Fonts& fonts, float scale);
    ~ImGuiCanvas() override;
    ImGuiCanvas(const ImGuiCanvas&) = delete;
    ImGuiCanvas& operator=(const ImGuiCanvas&) = delete;

    void rectangle(const Area& area, const Paint& paint) override;
    void polygon(std::span<const Spot> corners, const Paint& paint) override;
    void circle(Spot middle, float radius, const Paint& paint) override;
    void line(const LinePath& path, const Stroke& stroke) override;
    void polyline(std::span<const Spot> spots, const Stroke& stroke) override;
    /// A halo is a ground behind the text.
    void text(Spot at, const std::string& text, const TextPaint& paint) override;
    void begin_group(float opacity) override;
    void end_group() override;
    void begin_clip(const Area& area) override;
    void end_clip() override;
    void begin_gutter() override;
    void end_gutter() override;
    bool sees(const Area& area) const override;
    float width_of(const std::string& text, float size) const override;
    /// The fonts' own sizes, which are sharp, before smaller ones.
    FittedText fit(const std::string& text, float width, float height) override;

private:
    FittedText new_fit(const std::string& text, float width, float height) const;
    ImFont* font_of(float size) const;
    ImVec2 pixel(Spot spot) const { return {corner_.x + spot.x, corner_.y + spot.y}; }
    ImU32 solid(Ink ink, float opacity) const;
    void clip_to_figure();

    ImDrawList& list_;
    Region room_;
    float left_;  // of what is right of the gutter
    const Fonts& fonts_;
    float scale_;
    Spot corner_{};  // of the clip
    float opacity_ = 1;
    std::map<std::tuple<size_t, float, float>, FittedText> fits_;
};

}  // namespace app
