// libfontconfig, opened when it is first needed.
#include "app/base/system_fonts.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace app {
namespace {

constexpr size_t kMostFonts = 6;

// Of fontconfig.h.
struct Pattern;
struct CharSet;
constexpr int kMatchPattern = 0, kFound = 0;

struct Fontconfig {
    int (*init)() = nullptr;
    CharSet* (*new_set)() = nullptr;
    int (*add)(CharSet*, uint32_t) = nullptr;
    int (*has)(const CharSet*, uint32_t) = nullptr;
    void (*free_set)(CharSet*) = nullptr;
    Pattern* (*new_pattern)() = nullptr;
    void (*free_pattern)(Pattern*) = nullptr;
    int (*ask_set)(Pattern*, const char*, const CharSet*) = nullptr;
    int (*ask_bool)(Pattern*, const char*, int) = nullptr;
    int (*substitute)(void*, Pattern*, int) = nullptr;
    void (*complete)(Pattern*) = nullptr;
    Pattern* (*match)(void*, Pattern*, int*) = nullptr;
    int (*get_set)(const Pattern*, const char*, int, CharSet**) = nullptr;
    int (*get_string)(const Pattern*, const char*, int, unsigned char**) = nullptr;
    int (*get_integer)(const Pattern*, const char*, int, int*) = nullptr;
    bool there = false;

    Fontconfig() {
        void* const library = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL);
        if (!library) return;
        there = true;
        load(library, init, "FcInit");
        load(library, new_set, "FcCharSetCreate");
        load(library, add, "FcCharSetAddChar");
        load(library, has, "FcCharSetHasChar");
        load(library, free_set, "FcCharSetDestroy");
        load(library, new_pattern, "FcPatternCreate");
        load(library, free_pattern, "FcPatternDestroy");
        load(library, ask_set, "FcPatternAddCharSet");
        load(library, ask_bool, "FcPatternAddBool");
        load(library, substitute, "FcConfigSubstitute");
        load(library, complete, "FcDefaultSubstitute");
        load(library, match, "FcFontMatch");
        load(library, get_set, "FcPatternGetCharSet");
        load(library, get_string, "FcPatternGetString");
        load(library, get_integer, "FcPatternGetInteger");
        there = there && init();
    }

    template <class Function>
    void load(void* library, Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(library, name));
        there = there && function;
    }
};

/// Returns the font that fontconfig prefers for the characters; null: none. To be freed.
Pattern* best_match(const Fontconfig& fc, const std::vector<char32_t>& characters) {
    CharSet* const wanted = fc.new_set();
    for (const char32_t c : characters) fc.add(wanted, c);
    Pattern* const pattern = fc.new_pattern();
    fc.ask_set(pattern, "charset", wanted);
    fc.ask_bool(pattern, "outline", 1);
    fc.ask_bool(pattern, "color", 0);
    fc.substitute(nullptr, pattern, kMatchPattern);
    fc.complete(pattern);
    int result = kFound;
    Pattern* const found = fc.match(nullptr, pattern, &result);
    fc.free_pattern(pattern);
    fc.free_set(wanted);
    return found;
}

/// Takes the characters that the font has from the list. False: there were none, or it is no outline font.
bool use(const Fontconfig& fc, Pattern* match, std::vector<char32_t>& characters, FontFile& font) {
    CharSet* set = nullptr;
    unsigned char *path = nullptr, *format = nullptr;
    if (fc.get_set(match, "charset", 0, &set) != kFound || fc.get_string(match, "file", 0, &path) != kFound ||
        fc.get_string(match, "fontformat", 0, &format) != kFound)
        return false;
    const std::string_view kind = reinterpret_cast<const char*>(format);
    if (kind != "TrueType" && kind != "CFF") return false;
    font.path = reinterpret_cast<const char*>(path);
    if (fc.get_integer(match, "index", 0, &font.index) != kFound) font.index = 0;
    font.index &= 0xffff;  // above: a named instance of a variable font
    return std::erase_if(characters, [&](char32_t c) { return fc.has(set, c) != 0; }) > 0;
}

}  // namespace

std::vector<FontFile> find_fonts(std::vector<char32_t> characters) {
    static const Fontconfig fc;
    std::vector<FontFile> fonts;
    while (fc.there && !characters.empty() && fonts.size() < kMostFonts) {
        Pattern* const match = best_match(fc, characters);
        if (!match) break;
        FontFile font;
        const bool used = use(fc, match, characters, font);
        fc.free_pattern(match);
        if (!used) break;
        fonts.push_back(font);
    }
    return fonts;
}

}  // namespace app
