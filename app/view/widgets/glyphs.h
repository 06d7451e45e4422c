// Characters that the panels' font atlas has. Those of names of others come into it when they are first shown: from the
// program's own font, else from one of this machine; what no font has is escaped.
#pragma once
#include <imgui.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/widgets/theme.h"

namespace app {

class Glyphs {
public:
    /// The text as the atlas can show it: \xNN for bytes that are not UTF-8, \u{NNNN} for characters that no font has,
    /// or that come with the next load().
    std::string shown(std::string_view text);

    void want(char32_t c) { has(c); }  // is typed

    bool incomplete() const { return incomplete_; }  // load() brings characters that were asked for since
    Fonts load(ImFontAtlas& atlas, float scale);

private:
    bool has(char32_t c);
    Fonts build(ImFontAtlas& atlas, float scale);

    std::set<ImWchar> wanted_, missing_;
    std::vector<ImWchar> ranges_;  // the atlas points to them
    std::vector<FallbackFont> fallbacks_;
    bool incomplete_ = false;
};

/// Returns a text as the Glyphs of this ImGui context (its UserData) can show it.
std::string shown(std::string_view text);

}  // namespace app
