// A context in a window: opens the module beside the executable, so that the program starts where there is no
// GLFW and no X.
#include <dlfcn.h>
#include <glad/gl.h>

#include <filesystem>

#include "app/base/modules.h"
#include "app/gl/base/address_room.h"
#include "app/gl/context.h"
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
    WindowContext(int width, int height, const std::string& title) : api_(load_api()) {
        WindowError error;
        window_ = api_.open(width, height, title.c_str(), &error);
        if (!window_ && error.no_display)
            throw sort::Unavailable("no display: try `sweeplab render` (" + std::string(error.text) + ")");
        if (!window_) throw sort::Unavailable("no window with OpenGL 4.5: " + std::string(error.text));
        if (!gladLoadGL(api_.get_proc) || !GLAD_GL_VERSION_4_5) {
            api_.close(window_);
            throw sort::Unavailable("no window with OpenGL 4.5");
        }
        const auto text = [](GLenum name) { return reinterpret_cast<const char*>(glGetString(name)); };
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
    std::vector<InputEvent> poll() override {
        std::vector<InputEvent> events;
        const auto sink = [](void* user, const InputEvent* event) {
            static_cast<std::vector<InputEvent>*>(user)->push_back(*event);
        };
        api_.poll(window_, sink, &events);
        return events;
    }
    void swap() override { api_.swap(window_); }
    unsigned framebuffer() const override { return 0; }
    float content_scale() const override { return api_.content_scale(window_); }
    const char* key_name(int code) const override { return api_.key_name(code); }
    void set_clipboard(const std::string& text) override { api_.set_clipboard(window_, text.c_str()); }
    std::string clipboard() override {
        const char* const text = api_.clipboard(window_);
        return text ? text : "";
    }

private:
    std::pair<int, int> size() const {
        int width = 0, height = 0;
        api_.framebuffer_size(window_, &width, &height);
        return {width, height};
    }

    const WindowApi& api_;
    void* window_ = nullptr;
    ContextInfo info_;
};

std::unique_ptr<Context> open_window(int width, int height, const std::string& title) {
    const sort::FloatEnvironment environment;  // a library may change it when it is opened
    require_address_room(width, height);
    return std::make_unique<WindowContext>(width, height, title);
}

}  // namespace app
