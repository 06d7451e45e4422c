// Lines and hatches of figures, as triangles: how long dashes and gaps are, and where hatches lie.
#include <gmock/gmock.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/view/lesson/figure_strokes.h"

namespace {

using app::Dash;
using app::Hatch;
using testing::ElementsAre;
using testing::Pointwise;

constexpr ImU32 kInk = 0xff112233;

/// An empty list of triangles, without soft edges: four vertices per line or rectangle.
class Strokes : public testing::Test {
protected:
    Strokes() {
        list.CmdBuffer.push_back({});
        list._ResetForNewFrame();
        list.Flags = 0;
    }
    ~Strokes() override { ImGui::DestroyContext(context_); }

    struct Piece {
        ImVec2 from, to;
        float thick;
        float length() const { return std::hypot(to.x - from.x, to.y - from.y); }
    };
    /// The lines, in their order.
    std::vector<Piece> pieces() const {
        std::vector<Piece> result;
        for (int k = 0; k + 3 < list.VtxBuffer.Size; k += 4) {
            const ImDrawVert* v = list.VtxBuffer.Data + k;
            EXPECT_EQ(v->col, kInk);
            result.push_back({middle(v[0], v[3]), middle(v[1], v[2]),
                              std::hypot(v[0].pos.x - v[3].pos.x, v[0].pos.y - v[3].pos.y)});
        }
        return result;
    }
    ImVec4 bounds() const {
        ImVec4 all{1e9f, 1e9f, -1e9f, -1e9f};
        for (const ImDrawVert& v : list.VtxBuffer)
            all = {std::min(all.x, v.pos.x), std::min(all.y, v.pos.y), std::max(all.z, v.pos.x),
                   std::max(all.w, v.pos.y)};
        return all;
    }

private:
    static ImVec2 middle(const ImDrawVert& a,
                         const ImDrawVert& b) {  // AddLine draws through centres of pixels
        return {(a.pos.x + b.pos.x) / 2 - 0.5f, (a.pos.y + b.pos.y) / 2 - 0.5f};
    }
    ImGuiContext* const context_ = ImGui::CreateContext();

protected:
    ImDrawList list{ImGui::GetDrawListSharedData()};
};

struct Pattern {
    Dash dash;
    std::vector<float> lengths;  // dash, gap, and so on
};
const Pattern kPatterns[] = {{Dash::dashed, {7, 3}}, {Dash::dotted, {2, 3}}, {Dash::dash_dot, {8, 3, 2, 3}}};

TEST_F(Strokes, of_a_dash_repeat_its_lengths_and_end_where_the_line_ends) {
    for (const float scale : {1.0f, 1.5f, 3.0f}) {
        for (const Pattern& pattern : kPatterns) {
            list._ResetForNewFrame();
            list.Flags = 0;
            stroke_line(list, {10, 20}, {210, 20}, false, kInk, 2, pattern.dash, scale);
            std::vector<std::pair<float, float>> expected;
            float at = 10;
            for (size_t k = 0; at < 210; ++k) {
                const float next = std::min(at + pattern.lengths[k % pattern.lengths.size()] * scale, 210.0f);
                if (k % 2 == 0) expected.push_back({at, next});
                at = next;
            }
            const std::vector<Piece> drawn = pieces();
            ASSERT_EQ(drawn.size(), expected.size()) << int(pattern.dash);
            for (size_t k = 0; k < drawn.size(); ++k) {
                EXPECT_NEAR(drawn[k].from.x, expected[k].first, 0.01f);
                EXPECT_NEAR(drawn[k].to.x, expected[k].second, 0.01f);
                EXPECT_NEAR(drawn[k].from.y, 20, 0.01f);
                EXPECT_NEAR(drawn[k].thick, 2, 0.01f);
            }
        }
    }
}

TEST_F(Strokes, without_dashes_are_one_line) {
    stroke_line(list, {10, 20}, {40, 60}, false, kInk, 1, Dash::solid, 2);
    const std::vector<Piece> drawn = pieces();
    ASSERT_EQ(drawn.size(), 1u);
    EXPECT_NEAR(drawn[0].length(), 50, 0.01f);
}

/// A curve that is cut into dashes is the one that is drawn solid: as long, through the same places.
TEST_F(Strokes, of_a_curve_leave_and_arrive_upright) {
    const ImVec2 a{100, 50}, b{300, 170};
    stroke_line(list, a, b, true, kInk, 1, Dash::solid, 1);
    float whole = 0;
    const std::vector<Piece> solid = pieces();
    for (const Piece& piece : solid) whole += piece.length();
    EXPECT_GT(whole, std::hypot(200.0f, 120.0f) + 10) << "it bends";
    list._ResetForNewFrame();
    list.Flags = 0;
    stroke_line(list, a, b, true, kInk, 1, Dash::dashed, 1);
    float dashes = 0;
    for (const Piece& piece : pieces()) {
        dashes += piece.length();
        float near = 1e9f;
        for (const Piece& line : solid) {
            const float dx = line.to.x - line.from.x, dy = line.to.y - line.from.y, all = dx * dx + dy * dy;
            if (all == 0) continue;
            const float t = std::clamp(
                ((piece.from.x - line.from.x) * dx + (piece.from.y - line.from.y) * dy) / all, 0.0f, 1.0f);
            near = std::min(
                near, std::hypot(line.from.x + t * dx - piece.from.x, line.from.y + t * dy - piece.from.y));
        }
        EXPECT_LT(near, 1.5f);
    }
    EXPECT_NEAR(dashes / whole, 0.7f, 0.02f) << "7 of 10 pixels";
    const Piece first = pieces().front();
    EXPECT_LT(std::fabs(first.to.x - first.from.x), 0.5f * std::fabs(first.to.y - first.from.y));
}

TEST_F(Strokes, an_arrow_s_head_ends_at_its_line_s_end) {
    app::arrow_head(list, {0, 0}, {30, 40}, kInk, 10);
    ASSERT_EQ(list.VtxBuffer.Size, 3);
    const ImVec2 tip = list.VtxBuffer[0].pos, left = list.VtxBuffer[1].pos, right = list.VtxBuffer[2].pos;
    EXPECT_NEAR(tip.x, 30, 1e-3f);
    EXPECT_NEAR(tip.y, 40, 1e-3f);
    EXPECT_NEAR((left.x + right.x) / 2, 24, 1e-3f) << "10 back along (0.6, 0.8)";
    EXPECT_NEAR((left.y + right.y) / 2, 32, 1e-3f);
    EXPECT_NEAR(std::hypot(left.x - right.x, left.y - right.y), 12, 1e-3f);
    EXPECT_NEAR(std::hypot(tip.x - left.x, tip.y - left.y), std::hypot(tip.x - right.x, tip.y - right.y),
                1e-3f);
    app::arrow_head(list, {0, 0}, {0.5f, 0.5f}, kInk, 10);
    EXPECT_EQ(list.VtxBuffer.Size, 3) << "a line shorter than a pixel has no direction";
}

/// Every hatch stays in its box, and leaves no part of it without ink: a step is 6 pixels at scale 1.
TEST_F(Strokes, of_a_hatch_fill_their_box_and_nothing_else) {
    const ImVec2 a{20, 30}, b{80, 66};
    for (const float scale : {1.0f, 2.0f}) {
        for (const Hatch hatch : {Hatch::rising, Hatch::dots, Hatch::crossed}) {
            list._ResetForNewFrame();
            list.Flags = 0;
            draw_hatch(list, a, b, hatch, kInk, scale);
            ASSERT_GT(list.VtxBuffer.Size, 0);
            const ImVec4 all = bounds();
            const float over = hatch == Hatch::rising ? scale + 0.5f : 0.01f;  // lines have a width
            EXPECT_GE(all.x, a.x - over) << int(hatch);
            EXPECT_GE(all.y, a.y - over) << int(hatch);
            EXPECT_LE(all.z, b.x + over) << int(hatch);
            EXPECT_LE(all.w, b.y + over) << int(hatch);
            EXPECT_LE(all.x, a.x + 6 * scale) << int(hatch);
            EXPECT_LE(all.y, a.y + 6 * scale) << int(hatch);
            EXPECT_GE(all.z, b.x - 6 * scale) << int(hatch);
            EXPECT_GE(all.w, b.y - 6 * scale) << int(hatch);
        }
        list._ResetForNewFrame();
        draw_hatch(list, a, b, Hatch::none, kInk, scale);
        EXPECT_EQ(list.VtxBuffer.Size, 0);
    }
}

TEST_F(Strokes, of_a_hatch_are_so_many) {
    const ImVec2 a{0, 0}, b{60, 36};
    draw_hatch(list, a, b, Hatch::rising, kInk, 1);
    const std::vector<Piece> lines = pieces();
    EXPECT_EQ(lines.size(), 16u) << "(60 + 36) / 6";
    for (const Piece& line : lines)
        EXPECT_NEAR(line.to.x - line.from.x, line.from.y - line.to.y, 0.01f) << "45 degrees";
    list._ResetForNewFrame();
    list.Flags = 0;
    draw_hatch(list, a, b, Hatch::crossed, kInk, 1);
    EXPECT_EQ(pieces().size(), 16u) << "6 rows, 10 columns";
    list._ResetForNewFrame();
    list.Flags = 0;
    draw_hatch(list, a, b, Hatch::dots, kInk, 1);
    EXPECT_EQ(pieces().size(), 120u) << "12 rows of 10 dots";
}

}  // namespace
