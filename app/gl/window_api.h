// The seam between the executable and the window module, which is opened only when a window is requested: one
// table of C functions. Both sides are built together; `version` guards against a stale file.
#pragma once
#include "app/gl/context.h"

namespace app {

inline constexpr int kWindowApiVersion = 4;
inline constexpr const char* kWindowApiSymbol = "sweeplab_window_api";

struct WindowError {
    bool no_display = false;
    bool x11_alone = false;  // this GLFW knows no other display system
    char text[256] = "";
    char found[128] = "";  // the OpenGL that is there instead: "3.3, llvmpipe ..."; "": none
};

struct WindowApi {
    int version;
    /// Opens a window with OpenGL 4.5 core, current on this thread. Null and `error` filled on failure.
    void* (*open)(int width, int height, const char* title, bool shown, WindowError* error);
    void (*close)(void* window);
    void (*(*get_proc)(const char* name))();
    /// Calls `sink` for every event since the last call, in order.
    void (*poll)(void* window, void (*sink)(void* user, const InputEvent* event), void* user);
    void (*swap)(void* window);
    void (*framebuffer_size)(void* window, int* width, int* height);
    bool (*should_close)(void* window);
    float (*content_scale)(void* window);
    /// ASCII characters that keys print, without AltGr, each once. Writes at most 128 bytes, the zero included.
    void (*printed_keys)(char* characters);
    bool (*hidden)(void* window);
    void (*wait)(void* window, double seconds);  // not at all where events are there
    void (*set_title)(void* window, const char* title);
    bool (*lost)();  // the connection to the display
    void (*set_clipboard)(void* window, const char* text);
    const char* (*clipboard)(void* window);  // null: none, or no text
};

using WindowApiFunction = const WindowApi* (*)();

}  // namespace app
