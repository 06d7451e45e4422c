// Where OpenGL 4.5 core comes from: a GLFW window (through the module that is opened for it) or EGL with no
// display. Both are current on the calling thread once made, with functions loaded.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "sort/base/errors.h"

namespace app {

/// Characters that a key prints in the keyboard's layout, without and with Shift, and what it has typed with AltGr. 0:
/// none; all 0: not known, the key is that of a US keyboard.
struct PrintedKey {
    char32_t plain = 0, shifted = 0, third = 0;

    bool operator==(const PrintedKey&) const = default;
};

/// One raw event of a window, in order. `code` and `mods` are GLFW's numbers (also offscreen, for scripts).
struct InputEvent {
    enum Kind { key, text, mouse_move, mouse_button, scroll, resize, focus, drop, expose } kind;
    int code = 0;  // key, by its place on a US keyboard, or mouse button; text: the code point; focus: gained
    bool down = false;
    bool repeats = false;  // a key that is held goes down again
    int mods = 0;
    PrintedKey printed = {};
    double x = 0, y = 0;    // cursor in pixels from the top left; scroll: offsets; resize: new size
    std::string path = {};  // drop: of a file
};

struct ContextInfo {
    std::string vendor, renderer, version;
    std::string how;       // "GLFW window", "EGL device 0", "EGL surfaceless"
    int cuda_device = -1;  // EGL_CUDA_DEVICE_NV of an EGL device, else -1
};

class Context {
public:
    virtual ~Context() = default;
    virtual const ContextInfo& info() const = 0;
    virtual int width() const = 0;  // of the framebuffer, in pixels
    virtual int height() const = 0;
    virtual bool should_close() const = 0;
    virtual std::vector<InputEvent> poll() = 0;  // events since the last call
    virtual void swap() = 0;                     // offscreen: glFlush
    virtual unsigned framebuffer() const = 0;    // what to draw into: 0, or the offscreen FBO
    virtual float content_scale() const = 0;

    // Of a window; offscreen they do nothing.
    virtual bool hidden() const {
        return false;
    }                             // minimised, or taken from the screen: nobody sees a picture
    virtual void wait(double) {}  // until an event comes, or that many seconds pass
    virtual void set_title(const std::string&) {}            // UTF-8
    virtual std::string printed_keys() const { return ""; }  // ASCII characters of all keys; "": not known

    /// The desktop's clipboard; offscreen there is none.
    virtual void set_clipboard(const std::string&) {}
    virtual std::string clipboard() { return ""; }
};

/// The connection to the display is lost, as when the X server ends: no call of the window does anything any more.
struct DisplayLost : sort::Unavailable {
    using sort::Unavailable::Unavailable;
};

/// Throws sort::Unavailable: "no display: try `sweeplab render`", "no window module: libglfw.so.3: ...". The window's
/// poll() and swap() throw DisplayLost.
std::unique_ptr<Context> open_window(int width, int height, const std::string& title);

/// Prefers the EGL device of CUDA device `cuda_device` (-1: any), then any device, then surfaceless.
/// Throws sort::Unavailable. Both: sort::OverLimit where too few addresses are left (base/address_room.h).
std::unique_ptr<Context> open_offscreen(int width, int height, int cuda_device);

/// Lists EGL devices for `info`, one line each. Never throws.
std::vector<std::string> describe_egl_devices();

}  // namespace app
