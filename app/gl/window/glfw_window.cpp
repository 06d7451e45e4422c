// The window module: GLFW behind the table of window_api.h. No ImGui here; raw events are handed on.
#include "app/gl/window_api.h"

#include <GLFW/glfw3.h>

#include <array>
#include <bitset>
#include <cstdio>
#include <string_view>
#include <vector>

#include "app/gl/window/printed_keys.h"
#include "app/gl/window/x11_link.h"

namespace {

using app::InputEvent;

constexpr int kFirstPrintable = GLFW_KEY_APOSTROPHE, kLastPrintable = GLFW_KEY_WORLD_2;

struct Window {
    GLFWwindow* glfw = nullptr;
    std::vector<InputEvent> events;
    std::array<InputEvent, 256> pressed{};  // by scancode: a key goes up as what it went down as
};

Window* of(GLFWwindow* glfw) { return static_cast<Window*>(glfwGetWindowUserPointer(glfw)); }

/// GLFW's cursor is in screen coordinates, ours in pixels of the framebuffer.
void to_pixels(GLFWwindow* glfw, double& x, double& y) {
    int width = 0, height = 0, pixels_x = 0, pixels_y = 0;
    glfwGetWindowSize(glfw, &width, &height);
    glfwGetFramebufferSize(glfw, &pixels_x, &pixels_y);
    if (width > 0 && height > 0) {
        x *= double(pixels_x) / width;
        y *= double(pixels_y) / height;
    }
}

/// Returns the first character of a text in UTF-8; 0: there is none.
char32_t first_character(const char* text) {
    const auto byte = [text](int k) { return static_cast<unsigned char>(text[k]); };
    if (!text || byte(0) < 0x80) return text ? byte(0) : 0;
    const int more = byte(0) >= 0xf0 ? 3 : byte(0) >= 0xe0 ? 2 : 1;
    char32_t c = byte(0) & (0x3f >> more);
    for (int k = 1; k <= more && text[k]; ++k) c = c << 6 | (byte(k) & 0x3f);
    return c;
}

/// Returns what is printed on a key by the layout in use; without X11 by what GLFW knows of it.
app::PrintedKey printed_on_key(const app::x11::KeyboardLayout& layout, int code, int scancode) {
    app::PrintedKey printed;
    const bool on_keypad = code >= GLFW_KEY_KP_0 && code <= GLFW_KEY_KP_EQUAL;
    if (!on_keypad && (code < kFirstPrintable || code > kLastPrintable)) return printed;
    if (!on_keypad && app::x11::printed_key(layout, code, scancode, printed)) return printed;
    const char32_t c = first_character(glfwGetKeyName(code, scancode));
    if (c < 128) printed.plain = c;
    return printed;
}

void name_key(InputEvent& event, int scancode) {
    app::x11::KeypadKey keypad;
    const bool on_keypad = event.code >= GLFW_KEY_KP_0 && event.code <= GLFW_KEY_KP_EQUAL;
    if (on_keypad && app::x11::keypad_key(scancode, event.mods & GLFW_MOD_NUM_LOCK, keypad)) {
        if (keypad.code) event.code = keypad.code;
        event.printed.plain = keypad.character;
        return;
    }
    event.printed = printed_on_key(app::x11::keyboard_layout(), event.code, scancode);
}

/// Stores a key event. Context::poll() fetches it, and Frame::take_key() in app/view/frame.cpp runs its action.
void take_key(GLFWwindow* glfw, int key, int scancode, int action, int mods) {
    Window& window = *of(glfw);
    InputEvent event{InputEvent::key};
    event.code = key;
    event.mods = mods;
    if (action == GLFW_PRESS) name_key(event, scancode);
    InputEvent& pressed = window.pressed[static_cast<unsigned>(scancode) % window.pressed.size()];
    if (action == GLFW_PRESS) pressed = event;
    if (action != GLFW_PRESS && pressed.kind == InputEvent::key && pressed.code != 0) {
        event.code = pressed.code;
        event.printed = pressed.printed;
    }
    event.down = action != GLFW_RELEASE;
    event.repeats = action == GLFW_REPEAT;
    window.events.push_back(event);
}

/// Adds the typed character to the last key event, if it comes from a third level of the key (AltGr).
void note_typed(GLFWwindow* glfw, std::vector<InputEvent>& events, char32_t typed) {
    if (events.empty() || events.back().kind != InputEvent::key || !events.back().down) return;
    app::PrintedKey& printed = events.back().printed;
    const bool by_alt_gr = glfwGetKey(glfw, GLFW_KEY_RIGHT_ALT) == GLFW_PRESS;
    if (printed.plain && typed != printed.plain && typed != printed.shifted && (by_alt_gr || typed < 128))
        printed.third = typed;
}

void watch_keyboard(GLFWwindow* glfw) {
    glfwSetInputMode(glfw, GLFW_LOCK_KEY_MODS, GLFW_TRUE);
    glfwSetKeyCallback(glfw, take_key);
    glfwSetCharCallback(glfw, [](GLFWwindow* w, unsigned code_point) {
        note_typed(w, of(w)->events, code_point);
        InputEvent event{InputEvent::text};
        event.code = int(code_point);
        of(w)->events.push_back(event);
    });
}

void watch_events(GLFWwindow* glfw) {
    glfwSetCursorPosCallback(glfw, [](GLFWwindow* w, double x, double y) {
        InputEvent event{InputEvent::mouse_move};
        event.x = x, event.y = y;
        to_pixels(w, event.x, event.y);
        of(w)->events.push_back(event);
    });
    glfwSetMouseButtonCallback(glfw, [](GLFWwindow* w, int button, int action, int mods) {
        InputEvent event{InputEvent::mouse_button};
        event.code = button;
        event.down = action == GLFW_PRESS;
        event.mods = mods;
        glfwGetCursorPos(w, &event.x, &event.y);
        to_pixels(w, event.x, event.y);
        of(w)->events.push_back(event);
    });
    glfwSetScrollCallback(glfw, [](GLFWwindow* w, double dx, double dy) {
        InputEvent event{InputEvent::scroll};
        event.x = dx, event.y = dy;
        of(w)->events.push_back(event);
    });
    glfwSetFramebufferSizeCallback(glfw, [](GLFWwindow* w, int width, int height) {
        InputEvent event{InputEvent::resize};
        event.x = width, event.y = height;
        of(w)->events.push_back(event);
    });
    glfwSetDropCallback(glfw, [](GLFWwindow* w, int count, const char** paths) {
        for (int k = 0; k < count; k++) {
            InputEvent event{InputEvent::drop};
            event.path = paths[k];
            of(w)->events.push_back(event);
        }
    });
    glfwSetWindowRefreshCallback(
        glfw, [](GLFWwindow* w) { of(w)->events.push_back(InputEvent{InputEvent::expose}); });
    glfwSetWindowIconifyCallback(
        glfw, [](GLFWwindow* w, int) { of(w)->events.push_back(InputEvent{InputEvent::expose}); });
    glfwSetWindowFocusCallback(glfw, [](GLFWwindow* w, int focused) {
        InputEvent event{InputEvent::focus};
        event.code = focused;
        of(w)->events.push_back(event);
    });
}

void explain(app::WindowError* error, const char* fallback) {
    const char* text = nullptr;
    glfwGetError(&text);
    std::snprintf(error->text, sizeof error->text, "%s", text ? text : fallback);
}

/// Whatever OpenGL there is, in a window that is not shown.
void find_other_opengl(app::WindowError* error) {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow* const any = glfwCreateWindow(16, 16, "", nullptr, nullptr);
    if (!any) return;
    glfwMakeContextCurrent(any);
    using GetString = const unsigned char* (*)(unsigned);
    const auto get_string = reinterpret_cast<GetString>(glfwGetProcAddress("glGetString"));
    const auto text = [&](unsigned name) {
        const unsigned char* const found = get_string ? get_string(name) : nullptr;
        return found ? reinterpret_cast<const char*>(found) : "?";
    };
    std::snprintf(error->found, sizeof error->found, "%s (%s)", text(0x1f02),
                  text(0x1f01));  // version, renderer
    glfwDestroyWindow(any);
}

/// Returns whether this GLFW was built for X11 alone: 3.3 knows one system, which its version names.
bool knows_x11_alone() {
    const std::string_view version = glfwGetVersionString();
    return version.find("X11") != version.npos && version.find("Wayland") == version.npos;
}

void* open(int width, int height, const char* title, bool shown, app::WindowError* error) {
    if (!glfwInit()) {
        error->no_display = true;
        error->x11_alone = knows_x11_alone();
        explain(error, "GLFW does not start");
        return nullptr;
    }
    app::x11::attach();
    glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);  // the scene has its own depth
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_VISIBLE, shown);
    GLFWwindow* glfw = glfwCreateWindow(width, height, title, nullptr, nullptr);
    if (!glfw) {
        explain(error, "GLFW cannot open a window");
        find_other_opengl(error);
        app::x11::detach();
        glfwTerminate();
        return nullptr;
    }
    glfwMakeContextCurrent(glfw);
    glfwSwapInterval(1);
    auto* window = new Window{glfw, {}};
    glfwSetWindowUserPointer(glfw, window);
    watch_keyboard(glfw);
    watch_events(glfw);
    return window;
}

GLFWwindow* glfw_of(void* window) { return static_cast<Window*>(window)->glfw; }

void close(void* window) {
    if (app::x11::lost()) return;  // GLFW would talk to nobody; the program ends
    app::x11::detach();
    glfwDestroyWindow(glfw_of(window));
    delete static_cast<Window*>(window);
    glfwTerminate();
}

void wait(void* window, double seconds) {
    const bool nothing_yet = static_cast<Window*>(window)->events.empty();
    nothing_yet&& seconds > 0 ? glfwWaitEventsTimeout(seconds) : glfwPollEvents();
}

bool hidden(void* window) {
    GLFWwindow* const glfw = glfw_of(window);
    return glfwGetWindowAttrib(glfw, GLFW_ICONIFIED) || !glfwGetWindowAttrib(glfw, GLFW_VISIBLE);
}

/// Lists nothing where GLFW does not use X11: on Wayland it crashes when asked before there is a keyboard.
void list_printed_keys(char* characters) {
    std::bitset<128> seen;
    const app::x11::KeyboardLayout layout = app::x11::keyboard_layout();
    for (int code = kFirstPrintable; layout.known && code <= kLastPrintable; ++code) {
        const int scancode = glfwGetKeyScancode(code);
        if (scancode <= 0) continue;
        const app::PrintedKey key = printed_on_key(layout, code, scancode);
        for (const char32_t c : {key.plain, key.shifted}) {
            if (c <= ' ' || c >= 127 || seen[c]) continue;
            seen.set(c);
            *characters++ = static_cast<char>(c);
        }
    }
    *characters = 0;
}

void poll(void* window, void (*sink)(void* user, const InputEvent* event), void* user) {
    glfwPollEvents();
    auto& events = static_cast<Window*>(window)->events;
    for (const InputEvent& event : events) sink(user, &event);
    events.clear();
}

const app::WindowApi kApi = {
    .version = app::kWindowApiVersion,
    .open = open,
    .close = close,
    .get_proc = glfwGetProcAddress,
    .poll = poll,
    .swap = [](void* window) { glfwSwapBuffers(glfw_of(window)); },
    .framebuffer_size = [](void* window, int* width,
                           int* height) { glfwGetFramebufferSize(glfw_of(window), width, height); },
    .should_close = [](void* window) { return glfwWindowShouldClose(glfw_of(window)) != 0; },
    .content_scale =
        [](void* window) {
            float x = 1, y = 1;
            glfwGetWindowContentScale(glfw_of(window), &x, &y);
            return x;
        },
    .printed_keys = list_printed_keys,
    .hidden = hidden,
    .wait = wait,
    .set_title = [](void* window, const char* title) { glfwSetWindowTitle(glfw_of(window), title); },
    .lost = app::x11::lost,
    .set_clipboard = [](void* window, const char* text) { glfwSetClipboardString(glfw_of(window), text); },
    .clipboard = [](void* window) { return glfwGetClipboardString(glfw_of(window)); },
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const app::WindowApi* sweeplab_window_api() {
    return &kApi;
}
