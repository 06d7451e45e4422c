// Looks up characters that the fonts lack, and names those that no font has.
#include "app/view/widgets/glyphs.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "app/base/system_fonts.h"
#include "app/base/text/shown_text.h"

namespace app {
namespace {

constexpr size_t kMostWanted = 1000;  // as many fit into a texture at every scale
constexpr uintmax_t kMostBytes = 64 << 20;

bool is_usual(char32_t c) {
    for (const ImWchar* range = usual_glyphs(); *range; range += 2)
        if (c >= range[0] && c <= range[1]) return true;
    return false;
}

std::vector<char> read_font(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file || bytes.size() > kMostBytes) bytes.clear();
    return bytes;
}

}  // namespace

/// Dear ImGui's characters have 16 bits.
bool Glyphs::has(char32_t c) {
    if (is_usual(c)) return true;
    if (c > 0xffff || c == IM_UNICODE_CODEPOINT_INVALID) return false;
    const ImWchar character = static_cast<ImWchar>(c);
    const bool known = wanted_.contains(character);
    if (!known && wanted_.size() < kMostWanted) {
        wanted_.insert(character);
        missing_.insert(character);
        incomplete_ = true;
    }
    return known && !missing_.contains(character);
}

std::string Glyphs::shown(std::string_view text) {
    const auto is_plain = [](char c) { return (c >= ' ' && c < 127) || c == '\n'; };
    if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
    return escaped(text, [this](char32_t c) { return has(c); });
}

Fonts Glyphs::build(ImFontAtlas& atlas, float scale) {
    ranges_.assign(usual_glyphs(), usual_glyphs() + usual_glyphs_size());
    for (const ImWchar c : wanted_) ranges_.insert(ranges_.end(), {c, c});
    ranges_.push_back(0);
    const Fonts fonts = load_fonts(atlas, scale, ranges_.data(), fallbacks_);
    missing_.clear();
    for (const ImWchar c : wanted_)
        if (!fonts.regular->FindGlyphNoFallback(c)) missing_.insert(c);
    return fonts;
}

Fonts Glyphs::load(ImFontAtlas& atlas, float scale) {
    const bool search = incomplete_;
    incomplete_ = false;
    Fonts fonts = build(atlas, scale);
    if (!search || missing_.empty()) return fonts;
    const size_t before = fallbacks_.size();
    for (const FontFile& file : find_fonts({missing_.begin(), missing_.end()})) {
        std::vector<char> bytes = read_font(file.path);
        if (!bytes.empty()) fallbacks_.push_back({std::move(bytes), file.index});
    }
    return fallbacks_.size() > before ? build(atlas, scale) : fonts;
}

std::string shown(std::string_view text) {
    auto* const glyphs = static_cast<Glyphs*>(ImGui::GetIO().UserData);
    return glyphs ? glyphs->shown(text) : std::string(text);
}

}  // namespace app
