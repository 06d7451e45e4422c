// One frame as a list: input, step, draw the scene, draw the panels, present. The same code serves the window
// and pictures without a display.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "app/gl/still.h"
#include "app/view/actions/actions.h"
#include "app/view/clip_mouse.h"
#include "app/view/lesson/lesson_screen.h"
#include "app/view/second_view.h"
#include "app/view/session/ui_state.h"
#include "app/view/touch/touch.h"
#include "app/view/ui_context.h"
#include "app/view/ui_mouse.h"
#include "app/view/widgets/layout.h"
#include "app/view/widgets/thumbnails.h"

namespace app {

struct Session;
class WindowVideo;

class Frame {
public:
    /// `ui` null draws no panels. All outlive the frame; the context is current. `scene` null draws no scene.
    Frame(Context& context, Session& session, SceneRenderer* scene, Ui* ui, UiState& state);

    ~Frame();

    /// Runs one frame of the window. A hidden window simulates and draws nothing; one that waits (idle_s)
    /// does nothing unless there are events.
    void run();

    /// How long the window may wait for events before its next frame. 0: not at all, as long as its picture changes.
    double idle_s();

    /// Completes a video that is being recorded, without a picture more.
    void end_video();

    /// Draws the state as it is, without input or steps, into the context's framebuffer: as a still of so many
    /// sub-pictures, or in the scene's own quality (0). `added` hears how many there are; what it throws ends it.
    void draw(uint32_t parts = 0, const std::function<void(uint32_t)>& added = {});

    Image picture();  // of what was drawn last

    LessonScreen& lesson() { return lesson_; }

    /// Returns the renderer of stills, whose shaders the first call compiles. Throws as
    /// SceneRenderer::create().
    Still& still();
    void add_part(const StillSubject& now);
    void give_up_file();

private:
    void input(const std::vector<InputEvent>& events);
    bool ends();
    bool changes() const;
    bool draws() const { return !hidden_ || video_; }
    void take_event(const InputEvent& event);
    void take_key(const InputEvent& event);
    void step();
    void follow_lesson();
    bool set_viewport();
    void draw_live();
    void draw_second();
    const Region& region_at_mouse() const;
    void draw_still(uint32_t parts, const std::function<void(uint32_t)>& added);
    void draw_refined();
    bool refines() const;
    InteropStatus status() const;
    StillSubject subject();
    void save();
    void hover();
    bool shows_walk() const;
    void read_strip(bool wait);
    void panels();
    void record();

    void lay_out();
    void settle();
    void begin();
    void enter(FramePart part);
    void note_drawing(const InteropStatus& status, const DrawReport& drawn);

    Context& context_;
    Session& session_;
    SceneRenderer* scene_;
    Ui* ui_;
    UiState& state_;
    ViewMouse mouse_;
    ClipMouse clip_mouse_;
    const Action* held_ = nullptr;  // of the key that was pressed last
    Touch touch_;
    LessonScreen lesson_;
    double mouse_x_ = -1, mouse_y_ = -1;  // pixels from the top left
    double moved_s_ = 0;                  // when it was last moved or pressed
    std::optional<SeenBody> hovered_;
    Layout layout_;
    float scale_ = 1;
    std::string device_;      // who computes, for the badge
    std::string device_for_;  // the config that device_ was found for
    double last_s_ = -1;      // when the last frame began
    double frame_s_ = 1 / 60.0;
    std::unique_ptr<Still> still_;         // once there was one
    std::optional<StillSubject> subject_;  // of the frame before, where it may become a still
    std::optional<StillSubject> saving_;   // the picture requested as a file
    std::optional<StillSubject> refused_;  // no still can be made of it
    uint64_t still_shaders_ = 0;           // of still_
    std::unique_ptr<WindowVideo> video_;   // while one is recorded
    Thumbnails thumbnails_;
    std::unique_ptr<SecondView> second_;  // while there is a second world
    bool settled_ = false;                // ImGui knows the sizes of what it draws
    bool hidden_ = false;                 // nobody sees the window
    bool idle_ = false;                   // it waits for events
    double changed_s_ = 0;  // when there was an event last, or something that changes the picture
    Camera shown_camera_;   // of the last picture
    std::string title_;
};

}  // namespace app
