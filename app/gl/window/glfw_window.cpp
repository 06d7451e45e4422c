// The window module: GLFW behind the table of window_api.h. No ImGui here; raw events are handed on.
#include "app/gl/window_api.h"

#include <GLFW/glfw3.h>

#include <cstdio>
#include <vector>

namespace {

using app::InputEvent;

struct Window {
    GLFWwindow* glfw = nullptr;
    std::vector<InputEvent> events;
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

void watch_events(GLFWwindow* glfw) {
    glfwSetKeyCallback(glfw, [](GLFWwindow* w, int key, int, int action, int mods) {
        InputEvent event{InputEvent::key};
        event.code = key;
        event.down = action != GLFW_RELEASE;  // repeats arrive as further presses
        event.mods = mods;
        of(w)->events.push_back(event);
    });
    glfwSetCharCallback(glfw, [](GLFWwindow* w, unsigned code_point) {
        InputEvent event{InputEvent::text};
        event.code = int(code_point);
        of(w)->events.push_back(event);
    });
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

void* open(int width, int height, const char* title, app::WindowError* error) {
    if (!glfwInit()) {
        error->no_display = true;
        explain(error, "GLFW does not start");
        return nullptr;
    }
    glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);  // the scene has its own depth
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    GLFWwindow* glfw = glfwCreateWindow(width, height, title, nullptr, nullptr);
    if (!glfw) {
        explain(error, "GLFW cannot open a window");
        glfwTerminate();
        return nullptr;
    }
    glfwMakeContextCurrent(glfw);
    glfwSwapInterval(1);
    auto* window = new Window{glfw, {}};
    glfwSetWindowUserPointer(glfw, window);
    watch_events(glfw);
    return window;
}

GLFWwindow* glfw_of(void* window) { return static_cast<Window*>(window)->glfw; }

void close(void* window) {
    glfwDestroyWindow(glfw_of(window));
    delete static_cast<Window*>(window);
    glfwTerminate();
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
    .key_name = [](int code) { return glfwGetKeyName(code, 0); },
    .set_clipboard = [](void* window, const char* text) { glfwSetClipboardString(glfw_of(window), text); },
    .clipboard = [](void* window) { return glfwGetClipboardString(glfw_of(window)); },
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const app::WindowApi* sweeplab_window_api() {
    return &kApi;
}
