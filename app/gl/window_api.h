// The seam between the executable and the window module, which is opened only when a window is wanted: one
// table of C functions. Both sides are built together; `version` guards against a stale file.
#pragma once
#include "app/gl/context.h"

namespace app {

inline constexpr int kWindowApiVersion = 2;
inline constexpr const char* kWindowApiSymbol = "sweeplab_window_api";

struct WindowError {
    bool no_display = false;
    char text[256] = "";
};

struct WindowApi {
    int version;
    /// Opens a window with OpenGL 4.5 core, current on this thread. Null and `error` filled on failure.
    void* (*open)(int width, int height, const char* title, WindowError* error);
    void (*close)(void* window);
    void (*(*get_proc)(const char* name))();
    /// Calls `sink` for every event since the last call, in order.
    void (*poll)(void* window, void (*sink)(void* user, const InputEvent* event), void* user);
    void (*swap)(void* window);
    void (*framebuffer_size)(void* window, int* width, int* height);
    bool (*should_close)(void* window);
    float (*content_scale)(void* window);
    const char* (*key_name)(int code);
};

using WindowApiFunction = const WindowApi* (*)();

}  // namespace app
