// OpenGL with no display: EGL, opened at run time so that no GL library is linked. Prefers the device that is
// the simulation's CUDA device, then any device, then Mesa's surfaceless platform.
#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <glad/gl.h>

#include <algorithm>
#include <sstream>

#include "app/base/see_doctor.h"
#include "app/gl/base/address_room.h"
#include "app/gl/base/gl_facts.h"
#include "app/gl/context.h"
#include "app/gl/frame_data/gl_object.h"
#include "sort/base/errors.h"
#include "sort/base/float_environment.h"

namespace app {

static constexpr EGLint kCudaDevice = 0x323A;    // EGL_CUDA_DEVICE_NV of EGL_NV_device_cuda
static constexpr EGLint kRendererName = 0x335F;  // EGL_RENDERER_EXT of EGL_EXT_device_query_name
static constexpr EGLint kMaxDevices = 32;

/// libEGL's functions. The library stays open: drivers do not survive being unloaded.
struct Egl {
    PFNEGLGETPROCADDRESSPROC get_proc_address;
    PFNEGLINITIALIZEPROC initialize;
    PFNEGLBINDAPIPROC bind_api;
    PFNEGLCHOOSECONFIGPROC choose_config;
    PFNEGLCREATECONTEXTPROC create_context;
    PFNEGLDESTROYCONTEXTPROC destroy_context;
    PFNEGLMAKECURRENTPROC make_current;
    PFNEGLGETERRORPROC get_error;
    PFNEGLQUERYSTRINGPROC query_string;
    PFNEGLQUERYDEVICESEXTPROC query_devices;
    PFNEGLQUERYDEVICESTRINGEXTPROC query_device_string;
    PFNEGLQUERYDEVICEATTRIBEXTPROC query_device_attribute;
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display;

    Egl() {
        void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
        if (!library)
            throw sort::Unavailable(std::string("no OpenGL without a display: ") + dlerror() + kSeeDoctor);
        load(library, get_proc_address, "eglGetProcAddress");
        load(library, initialize, "eglInitialize");
        load(library, bind_api, "eglBindAPI");
        load(library, choose_config, "eglChooseConfig");
        load(library, create_context, "eglCreateContext");
        load(library, destroy_context, "eglDestroyContext");
        load(library, make_current, "eglMakeCurrent");
        load(library, get_error, "eglGetError");
        load(library, query_string, "eglQueryString");
        extension(query_devices, "eglQueryDevicesEXT");
        extension(query_device_string, "eglQueryDeviceStringEXT");
        extension(query_device_attribute, "eglQueryDeviceAttribEXT");
        extension(get_platform_display, "eglGetPlatformDisplayEXT");
    }

private:
    template <class Function>
    static void load(void* library, Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(library, name));
        if (!function) throw sort::Unavailable(std::string("libEGL.so.1 has no ") + name);
    }
    template <class Function>
    void extension(Function& function, const char* name) {  // null when the driver has none
        function = reinterpret_cast<Function>(get_proc_address(name));
    }
};

struct Device {
    EGLDeviceEXT handle;
    int number;
    int cuda_device;  // -1: not a CUDA device
    std::string name;
};

static bool has_extension(const char* list, const char* name) {
    std::istringstream words(list ? list : "");
    for (std::string word; words >> word;)
        if (word == name) return true;
    return false;
}

static std::vector<Device> list_devices(const Egl& egl) {
    std::vector<Device> devices;
    EGLDeviceEXT handles[kMaxDevices];
    EGLint count = 0;
    if (!egl.query_devices || !egl.query_devices(kMaxDevices, handles, &count)) return devices;
    for (int i = 0; i < count; ++i) {
        Device device{handles[i], i, -1, "EGL device"};
        const char* extensions =
            egl.query_device_string ? egl.query_device_string(handles[i], EGL_EXTENSIONS) : nullptr;
        EGLAttrib ordinal = -1;
        if (has_extension(extensions, "EGL_NV_device_cuda") && egl.query_device_attribute &&
            egl.query_device_attribute(handles[i], kCudaDevice, &ordinal))
            device.cuda_device = int(ordinal);
        if (has_extension(extensions, "EGL_MESA_device_software")) device.name = "software (Mesa)";
        if (has_extension(extensions, "EGL_EXT_device_query_name"))
            if (const char* name = egl.query_device_string(handles[i], kRendererName)) device.name = name;
        devices.push_back(device);
    }
    return devices;
}

class OffscreenContext : public Context {
public:
    OffscreenContext(const Egl& egl, EGLDisplay display, int width, int height, ContextInfo info)
        : egl_(egl), display_(display), width_(width), height_(height), info_(std::move(info)) {
        make_context();
        try {
            make_framebuffer();
        } catch (...) {
            close();
            throw;
        }
    }
    ~OffscreenContext() override { close(); }

    const ContextInfo& info() const override { return info_; }
    int width() const override { return width_; }
    int height() const override { return height_; }
    bool should_close() const override { return false; }
    std::vector<InputEvent> poll() override { return {}; }
    void swap() override { glFlush(); }
    unsigned framebuffer() const override { return names_->framebuffer; }
    float content_scale() const override { return 1; }

private:
    struct Names {
        GlRenderbuffer colour, depth;
        GlFramebuffer framebuffer;
    };

    [[noreturn]] void fail(const char* what) const {
        char code[16];
        std::snprintf(code, sizeof code, "0x%04x", unsigned(egl_.get_error()));
        throw sort::Unavailable(info_.how + ": " + what + " failed (" + code + ")");
    }

    void make_context() {
        EGLint major = 0, minor = 0;
        if (display_ == EGL_NO_DISPLAY || !egl_.initialize(display_, &major, &minor)) fail("eglInitialize");
        if (!egl_.bind_api(EGL_OPENGL_API)) fail("eglBindAPI");
        const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                 EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        if (!egl_.choose_config(display_, wanted, &config, 1, &count) || count == 0) fail("eglChooseConfig");
        const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                                  4,
                                  EGL_CONTEXT_MINOR_VERSION,
                                  5,
                                  EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                  EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                  EGL_NONE};
        context_ = egl_.create_context(display_, config, EGL_NO_CONTEXT, version);
        if (context_ == EGL_NO_CONTEXT) fail("OpenGL 4.5 core: eglCreateContext");
        if (!egl_.make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) {
            egl_.destroy_context(display_, context_);
            fail("eglMakeCurrent");
        }
    }

    void make_framebuffer() {
        if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(egl_.get_proc_address)) || !GLAD_GL_VERSION_4_5)
            throw sort::Unavailable(info_.how + ": no OpenGL 4.5");
        const auto text = [](GLenum name) { return reinterpret_cast<const char*>(glGetString(name)); };
        info_.vendor = text(GL_VENDOR);
        info_.renderer = text(GL_RENDERER);
        info_.version = text(GL_VERSION);

        GLint largest = 0;
        glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
        if (width_ <= 0 || height_ <= 0 || std::max(width_, height_) > largest)
            throw sort::OverLimit("a picture of " + std::to_string(width_) + "x" + std::to_string(height_) +
                                  " was requested; OpenGL here supports 1x1 to " + std::to_string(largest) +
                                  "x" + std::to_string(largest));
        require_picture_memory(width_, height_, is_software(info_.renderer));
        names_ = std::make_unique<Names>();
        glNamedRenderbufferStorage(names_->colour, GL_RGBA8, width_, height_);
        glNamedRenderbufferStorage(names_->depth, GL_DEPTH_COMPONENT32F, width_, height_);
        glNamedFramebufferRenderbuffer(names_->framebuffer, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                       names_->colour);
        glNamedFramebufferRenderbuffer(names_->framebuffer, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER,
                                       names_->depth);
        if (glCheckNamedFramebufferStatus(names_->framebuffer, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            throw sort::OverLimit("OpenGL refuses a framebuffer of " + std::to_string(width_) + "x" +
                                  std::to_string(height_));
        glBindFramebuffer(GL_FRAMEBUFFER, names_->framebuffer);
        glViewport(0, 0, width_, height_);
    }

    /// The display stays initialized: others of this process may share it.
    void close() {
        names_.reset();
        egl_.make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        egl_.destroy_context(display_, context_);
    }

    Egl egl_;
    EGLDisplay display_;
    EGLContext context_ = EGL_NO_CONTEXT;
    int width_, height_;
    ContextInfo info_;
    std::unique_ptr<Names> names_;
};

std::unique_ptr<Context> open_offscreen(int width, int height, int cuda_device) {
    const sort::FloatEnvironment environment;  // a library may change it when it is opened
    require_address_room(width, height);
    const Egl egl;
    if (!egl.get_platform_display)
        throw sort::Unavailable("no OpenGL without a display: EGL_EXT_platform_base is missing");
    std::vector<Device> devices = list_devices(egl);
    std::stable_partition(devices.begin(), devices.end(), [&](const Device& device) {
        return cuda_device < 0 ? device.cuda_device >= 0 : device.cuda_device == cuda_device;
    });

    std::string failures;
    const auto attempt = [&](EGLDisplay display, std::string how, int cuda) -> std::unique_ptr<Context> {
        ContextInfo info;
        info.how = std::move(how);
        info.cuda_device = cuda;
        try {
            return std::make_unique<OffscreenContext>(egl, display, width, height, std::move(info));
        } catch (const sort::Unavailable& error) {
            failures += (failures.empty() ? "" : "; ") + std::string(error.what());
            return nullptr;
        }
    };
    for (const Device& device : devices) {
        EGLDisplay display = egl.get_platform_display(EGL_PLATFORM_DEVICE_EXT, device.handle, nullptr);
        if (auto context =
                attempt(display, "EGL device " + std::to_string(device.number), device.cuda_device))
            return context;
    }
    EGLDisplay display = egl.get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    if (auto context = attempt(display, "EGL surfaceless", -1)) return context;
    throw sort::Unavailable("no OpenGL without a display: " + failures + kSeeDoctor);
}

std::vector<std::string> describe_egl_devices() {
    const sort::FloatEnvironment environment;  // a library may change it when it is opened
    try {
        std::vector<std::string> lines;
        for (const Device& device : list_devices(Egl())) {
            std::string line = "EGL device " + std::to_string(device.number) + ": " + device.name;
            if (device.cuda_device >= 0) line += ", CUDA device " + std::to_string(device.cuda_device);
            lines.push_back(line);
        }
        if (lines.empty()) lines.push_back("no EGL devices");
        return lines;
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

}  // namespace app
