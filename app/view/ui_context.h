// Dear ImGui set up for this program: one context, Debian's own OpenGL 3 backend, fonts and theme that follow
// the scale, events in, a drawn frame out. Works the same in a window and offscreen.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "app/gl/context.h"
#include "app/view/widgets/glyphs.h"
#include "app/view/widgets/theme.h"

struct ImGuiContext;

namespace app {

class Ui {
public:
    /// The GL context must be current, now and until the end. Throws sort::Unavailable (no libGL.so.1).
    Ui();
    ~Ui();
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;

    void set_theme(Theme theme) { theme_ = theme; }  // from the next begin() on

    /// Copying and pasting in the panels goes to this context, which outlives it.
    void use_clipboard_of(Context& context);

    void queue(const std::vector<InputEvent>& events);

    /// Starts a frame and returns the events that belong to it; ImGui has seen them.
    std::vector<InputEvent> begin(int width, int height, float scale, float dt_s);

    /// Draws what was built since begin() into the bound framebuffer.
    void end(int width, int height);
    void drop();  // instead: draws nothing

    /// Returns whether events wait for the next frame, or a control is held.
    bool busy() const;

    bool wants_mouse() const;  // the mouse is over a panel, or holds one of its controls
    bool wants_text() const;   // a text field has the keyboard
    const Fonts& fonts() const { return fonts_; }
    float scale() const { return scale_; }

private:
    ImGuiContext* context_ = nullptr;
    Context* clipboard_ = nullptr;
    std::string pasted_;
    std::deque<InputEvent> queue_;
    Glyphs glyphs_;
    Fonts fonts_;
    float scale_ = 0;
    Theme theme_ = Theme::dark, applied_ = Theme::dark;
};

}  // namespace app
