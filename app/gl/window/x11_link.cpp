// libX11, looked up at run time.
#include "app/gl/window/x11_link.h"

#include <GLFW/glfw3.h>
#include <dlfcn.h>

#include <atomic>

#include "app/gl/window/printed_keys.h"

#if __has_include(<X11/XKBlib.h>)
#include <X11/XKBlib.h>

namespace app::x11 {
namespace {

constexpr int kFirstCode = 39, kLastCode = 162;  // GLFW's printable keys
constexpr int kGroups = 4, kLatinLetters = 20;   // at least, of a layout for a Latin alphabet

/// Types of XSetIOErrorExitHandler, which libX11 has from 1.7 on.
using ExitHandler = void (*)(Display*, void*);
using SetExitHandler = void (*)(Display*, ExitHandler, void*);

struct Link {
    Display* display = nullptr;
    decltype(&XkbGetState) get_state = nullptr;
    decltype(&XkbKeycodeToKeysym) keysym = nullptr;
    decltype(&XSetIOErrorHandler) set_error_handler = nullptr;
    SetExitHandler set_exit_handler = nullptr;
};

Link xlib;
std::atomic<bool> connection_lost{false};

template <class Function>
void load(void* library, Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
}

uint32_t symbol(int scancode, int group, int level) {
    return static_cast<uint32_t>(xlib.keysym(xlib.display, static_cast<KeyCode>(scancode),
                                             static_cast<unsigned>(group), static_cast<unsigned>(level)));
}

KeySymbols symbols_of(int scancode, int group) {
    return {symbol(scancode, group, 0), symbol(scancode, group, 1)};
}

bool is_latin(int group) {
    int letters = 0;
    for (int code = kFirstCode; code <= kLastCode; ++code) {
        const int scancode = glfwGetKeyScancode(code);
        letters += scancode > 0 && is_latin_letter(character_of(symbol(scancode, group, 0)));
    }
    return letters >= kLatinLetters;
}

bool knows_keys() { return xlib.display && xlib.get_state && xlib.keysym && !lost(); }

}  // namespace

void attach() {
    void* const glfw = dlopen("libglfw.so.3", RTLD_LAZY | RTLD_NOLOAD);
    void* const library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!glfw || !library) return;
    Display* (*display)() = nullptr;
    load(glfw, display, "glfwGetX11Display");
    xlib.display = display ? display() : nullptr;
    if (!xlib.display) return;
    load(library, xlib.get_state, "XkbGetState");
    load(library, xlib.keysym, "XkbKeycodeToKeysym");
    load(library, xlib.set_error_handler, "XSetIOErrorHandler");
    load(library, xlib.set_exit_handler, "XSetIOErrorExitHandler");
    if (!xlib.set_error_handler || !xlib.set_exit_handler) return;
    xlib.set_error_handler([](Display*) { return 0; });  // prints nothing
    xlib.set_exit_handler(
        xlib.display, [](Display*, void*) { connection_lost = true; }, nullptr);
}

void detach() { xlib = {}; }

bool lost() { return connection_lost; }

KeyboardLayout keyboard_layout() {
    XkbStateRec state{};
    if (!knows_keys() || xlib.get_state(xlib.display, XkbUseCoreKbd, &state) != Success) return {};
    KeyboardLayout found{true, state.group, is_latin(state.group), -1};
    for (int group = kGroups - 1; group >= 0 && !found.active_is_latin; --group)
        if (group != found.active && is_latin(group)) found.latin = group;
    return found;
}

bool printed_key(const KeyboardLayout& layout, int code, int scancode, PrintedKey& printed) {
    if (!layout.known || !knows_keys() || scancode <= 0) return false;
    const KeySymbols active = symbols_of(scancode, layout.active);
    const KeySymbols latin = layout.latin < 0 ? KeySymbols{} : symbols_of(scancode, layout.latin);
    printed = printed_on(code, active, layout.active_is_latin, layout.latin < 0 ? nullptr : &latin);
    return true;
}

bool keypad_key(int scancode, bool num_lock, KeypadKey& key) {
    if (!knows_keys() || scancode <= 0) return false;
    const uint32_t keysym = symbol(scancode, 0, num_lock ? 1 : 0);
    key = {navigation_of(keysym), character_of(keysym)};
    return true;
}

}  // namespace app::x11

#else

namespace app::x11 {
void attach() {}
void detach() {}
bool lost() { return false; }
KeyboardLayout keyboard_layout() { return {}; }
bool printed_key(const KeyboardLayout&, int, int, PrintedKey&) { return false; }
bool keypad_key(int, bool, KeypadKey&) { return false; }
}  // namespace app::x11

#endif
