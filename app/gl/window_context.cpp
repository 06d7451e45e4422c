// A context in a window: opens the module beside the executable, so that the program starts where there is no
// GLFW and no X.
#include <dlfcn.h>
#include <glad/gl.h>

#include <cstdlib>
#include <filesystem>

#include "app/base/modules.h"
#include "app/base/see_doctor.h"
#include "app/gl/base/address_room.h"
#include "app/gl/hidden_window.h"
#include "app/gl/window_api.h"
#include "sort/base/errors.h"
#include "sort/base/float_environment.h"

namespace app {

static constexpr const char* kModule = "sweeplab_window.so";

static const WindowApi& load_api() {
    const std::filesystem::path path = find_module(kModule);
    if (path.empty()) throw sort::Unavailable(std::string("no window module: ") + kModule + " is missing");

    // Never closed: GL drivers do not survive being unloaded.
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) throw sort::Unavailable(std::string("no window module: ") + dlerror());
    const auto function = reinterpret_cast<WindowApiFunction>(dlsym(module, kWindowApiSymbol));
    if (!function || function()->version != kWindowApiVersion)
        throw sort::Unavailable("no window module: " + path.string() + " is of another version");
    return *function();
}

class WindowContext : public Context {
public:
    WindowContext(int width, int height, const std::string& title, bool shown) : api_(load_api()) {
        WindowError error;
        window_ = api_.open(width, height, title.c_str(), shown, &error);
        if (!window_ && error.no_display) throw sort::Unavailable(no_display(error));
        if (!window_) throw sort::Unavailable(no_opengl(error.found) + " (" + error.text + ")");
        const auto text = [](GLenum name) { return reinterpret_cast<const char*>(glGetString(name)); };
        if (!gladLoadGL(api_.get_proc) || !GLAD_GL_VERSION_4_5) {
            const std::string found = glGetString ? text(GL_VERSION) : "";
            api_.close(window_);
            throw sort::Unavailable(no_opengl(found));
        }
        info_.vendor = text(GL_VENDOR);
        info_.renderer = text(GL_RENDERER);
        info_.version = text(GL_VERSION);
        info_.how = "GLFW window";
    }
    ~WindowContext() override { api_.close(window_); }
    WindowContext(const WindowContext&) = delete;
    WindowContext& operator=(const WindowContext&) = delete;

    const ContextInfo& info() const override { return info_; }
    int width() const override { return size().first; }
    int height() const override { return size().second; }
    bool should_close() const override { return api_.should_close(window_); }
    bool hidden() const override { return api_.hidden(window_); }
    void wait(double seconds) override { api_.wait(window_, seconds); }
    void set_title(const std::string& title) override { api_.set_title(window_, title.c_str()); }
    std::string printed_keys() const override {
        char characters[128] = "";
        api_.printed_keys(characters);
        return characters;
    }
    std::vector<InputEvent> poll() override {
        std::vector<InputEvent> events;
        const auto sink = [](void* user, const InputEvent* event) {
            static_cast<std::vector<InputEvent>*>(user)->push_back(*event);
        };
        api_.poll(window_, sink, &events);
        require_display();
        return events;
    }
    void swap() override {
        api_.swap(window_);
        require_display();
    }
    unsigned framebuffer() const override { return 0; }
    float content_scale() const override { return api_.content_scale(window_); }
    void set_clipboard(const std::string& text) override { api_.set_clipboard(window_, text.c_str()); }
    std::string clipboard() override {
        const char* const text = api_.clipboard(window_);
        return text ? text : "";
    }

private:
    static std::string no_display(const WindowError& error) {
        const char* const wayland = std::getenv("WAYLAND_DISPLAY");
        const bool alone = error.x11_alone && wayland && *wayland;
        return std::string("no display: ") +
               (alone ? "this window needs X11; start XWayland" : "try `sweeplab render`, which needs none") +
               kSeeDoctor + " (" + error.text + ")";
    }

    static std::string no_opengl(const std::string& found) {
        return "the window needs OpenGL 4.5 core; here is " + (found.empty() ? "none" : found) + kSeeDoctor;
    }

    void require_display() const {
        if (api_.lost()) throw DisplayLost("the connection to the display is lost");
    }

    /// Returns the size of the framebuffer in pixels; of a lost display the last one known.
    std::pair<int, int> size() const {
        int width = 0, height = 0;
        if (!api_.lost()) api_.framebuffer_size(window_, &width, &height);
        if (!api_.lost()) size_ = {width, height};
        return size_;
    }

    const WindowApi& api_;
    void* window_ = nullptr;
    mutable std::pair<int, int> size_{0, 0};
    ContextInfo info_;
};

static std::unique_ptr<Context> open(int width, int height, const std::string& title, bool shown) {
    const sort::FloatEnvironment environment;  // a library may change it when it is opened
    require_address_room(width, height);
    return std::make_unique<WindowContext>(width, height, title, shown);
}

std::unique_ptr<Context> open_window(int width, int height, const std::string& title) {
    return open(width, height, title, true);
}

std::unique_ptr<Context> open_hidden_window(int width, int height) {
    return open(width, height, "sweeplab", false);
}

}  // namespace app
