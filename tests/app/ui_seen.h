// What a window shows, read from the triangles that it draws: its words with their places and colours, and its
// pictures. Of the last frame, until the next one begins.
#pragma once
#include <imgui_internal.h>

#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace ui_seen {

/// Letters that follow each other on a line. A blank that is wider than usual parts two.
struct Words {
    std::string text;
    ImVec2 min, max;  // pixels
    ImU32 colour;
    ImVec4 clip;  // outside of it nothing is seen
    std::string window;
    bool cut() const { return min.x < clip.x - 1 || max.x > clip.z + 1; }
    bool seen() const { return max.y > clip.y && min.y < clip.w && max.x > clip.x && min.x < clip.z; }
};

/// A picture that is no letter, as a thumbnail: where it lies, and which part of its texture is seen.
struct Picture {
    ImVec2 min, max;        // pixels
    ImVec2 uv_min, uv_max;  // 0 to 1 of the texture
    std::string window;
};

struct Seen {
    std::vector<Words> words;
    std::vector<Picture> pictures;

    /// The words that begin with `text`; none: nullptr.
    const Words* find(const std::string& text) const {
        for (const Words& one : words)
            if (one.text.starts_with(text)) return &one;
        return nullptr;
    }
};

inline Seen seen() {
    using Place = std::tuple<float, float, float, float>;
    std::map<Place, const ImFontGlyph*> letters;
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    for (const ImFont* font : atlas.Fonts)
        for (const ImFontGlyph& glyph : font->Glyphs)
            letters[{glyph.U0, glyph.V0, glyph.U1, glyph.V1}] = &glyph;
    Seen result;
    const ImDrawData* data = ImGui::GetDrawData();
    for (int k = 0; data && k < data->CmdListsCount; ++k) {
        const ImDrawList& list = *data->CmdLists[k];
        const std::string window = list._OwnerName ? list._OwnerName : "";
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const bool is_text = command.TextureId == atlas.TexID;
            float line_y = NAN;  // of the last letter, without what it hangs down
            for (unsigned i = 0; i + 6 <= command.ElemCount;) {
                const auto vertex = [&](unsigned at) -> const ImDrawVert& {
                    return list
                        .VtxBuffer[int(list.IdxBuffer[int(command.IdxOffset + at)] + command.VtxOffset)];
                };
                const ImDrawVert &a = vertex(i), &c = vertex(i + 2);  // opposite corners of a letter
                if (!is_text) {
                    if (i == 0) result.pictures.push_back({a.pos, a.pos, a.uv, a.uv, window});
                    Picture& picture = result.pictures.back();
                    for (unsigned k = i; k < i + 3; ++k) {
                        const ImVec2 at = vertex(k).pos, uv = vertex(k).uv;
                        picture.min = {std::fmin(picture.min.x, at.x), std::fmin(picture.min.y, at.y)};
                        picture.max = {std::fmax(picture.max.x, at.x), std::fmax(picture.max.y, at.y)};
                        picture.uv_min = {std::fmin(picture.uv_min.x, uv.x),
                                          std::fmin(picture.uv_min.y, uv.y)};
                        picture.uv_max = {std::fmax(picture.uv_max.x, uv.x),
                                          std::fmax(picture.uv_max.y, uv.y)};
                    }
                    i += 3;
                    continue;
                }
                const auto found = letters.find({a.uv.x, a.uv.y, c.uv.x, c.uv.y});
                if (found == letters.end()) {
                    i += 3;
                    continue;
                }
                const ImFontGlyph& glyph = *found->second;
                const float high = glyph.Y1 - glyph.Y0, times = high > 0 ? (c.pos.y - a.pos.y) / high : 1;
                const float top = a.pos.y - glyph.Y0 * times, left = a.pos.x - glyph.X0 * times;
                Words* last = result.words.empty() ? nullptr : &result.words.back();
                const bool goes_on = last && last->window == window && std::fabs(line_y - top) < 0.5f &&
                                     last->colour == a.col && left >= last->max.x - 2 * times &&
                                     left - last->max.x < 9 * times;
                if (!goes_on) {
                    result.words.push_back({"", a.pos, c.pos, a.col, command.ClipRect, window});
                    last = &result.words.back();
                } else if (left - last->max.x > 2.5f * times) {
                    last->text += ' ';
                }
                char code[5] = "?";
                if (glyph.Codepoint < 128) code[0] = char(glyph.Codepoint);
                last->text += code;
                last->min = {std::fmin(last->min.x, a.pos.x), std::fmin(last->min.y, a.pos.y)};
                last->max = {std::fmax(last->max.x, c.pos.x), std::fmax(last->max.y, c.pos.y)};
                line_y = top;
                i += 6;
            }
        }
    }
    return result;
}

}  // namespace ui_seen
