// One frame, in order.
#include "app/view/frame.h"

#include <glad/gl.h>

#include <tbb/info.h>

#include <algorithm>

#include "app/base/interrupt.h"
#include "app/base/machine.h"
#include "app/base/wall_clock.h"
#include "app/view/actions/actions.h"
#include "app/view/overlays/window_overlays.h"
#include "app/view/panels/panels.h"
#include "app/view/race/ab_comparison.h"
#include "app/view/session/session.h"
#include "app/view/window_title.h"
#include "app/view/window_video.h"

namespace app {
namespace {

constexpr float kStillFrame_s = 1 / 60.0f;
constexpr double kLessonStep_s = 0.005;  // at most so much real time per frame
constexpr double kRaceSlice_s = 0.15;    // between two frames
constexpr double kMouseRests_s = 0.15;   // from so long on its body is looked up

/// "NVIDIA H200", "CPU, 2 threads"
std::string describe_device(const sim::WorldConfig& config) {
    if (config.backend == sim::Backend::cpu) {
        const int threads = config.threads > 0 ? config.threads : tbb::info::default_concurrency();
        return "CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    }
    for (const DeviceFacts& device : cuda_facts().devices) {
        if (device.ordinal == config.device) return device.name;
    }
    return "device " + std::to_string(config.device);
}

/// `shown`: the title that the window has.
void show_title(Context& context, const Session& session, std::string& shown) {
    const std::string title = window_title(session.simulation.config());
    if (title == shown) return;
    shown = title;
    context.set_title(title);
}

/// Lets the camera go to where bodies still are more than a speck.
CameraRange camera_range(const Simulation& simulation, const View& view, const Region& region) {
    constexpr float kTimes = 12;
    const sim::Container& box = view.clip_box();
    return {kTimes * sim::length(box.max_m - box.min_m), box, region.width / std::max(region.height, 1.0f),
            simulation.world().ground()};
}

}  // namespace

Frame::Frame(Context& context, Session& session, SceneRenderer* scene, Ui* ui, UiState& state)
    : context_(context), session_(session), scene_(scene), ui_(ui), state_(state) {
    if (ui_) ui_->use_clipboard_of(context_);
    show_keys_of(context_.printed_keys());
}

Frame::~Frame() = default;

void Frame::run() {
    const std::vector<InputEvent> events = context_.poll();
    if (idle_ && events.empty() && !changes() && hidden_ == context_.hidden()) return;
    hidden_ = context_.hidden();
    begin();
    enter(FramePart::input);
    lay_out();
    settle();
    input(events);
    if (!ends()) step();
    enter(FramePart::other);
    follow_lesson();
    show_title(context_, session_, title_);
    if (ends() || !draws()) {
        if (ui_) ui_->drop();
        return;
    }
    session_.inspector.show_sort();
    session_.inspector.show_walk(shows_walk(), false);
    enter(FramePart::scene);
    draw_refined();
    enter(FramePart::other);
    if (interrupted()) {  // passes were left out
        if (ui_) ui_->drop();
        return;
    }
    hover();
    read_strip(false);
    enter(FramePart::panels);
    panels();
    if (ui_ && scene_ && scene_->status().software_gl)
        glFinish();  // now, not while the display is waited for
    enter(FramePart::other);
    save();
    record();
    enter(FramePart::present);
    context_.swap();
}

void Frame::draw(uint32_t parts, const std::function<void(uint32_t)>& added) {
    if (ui_) lesson_.follow(session_.simulation, session_.view, session_.inspector, state_);
    lay_out();
    session_.simulation.collect(0);  // a picture that stands alone has no real time to compare with
    session_.simulation.refresh_statistics(0, true);
    session_.inspector.show_sort();
    session_.inspector.show_walk(shows_walk(), true);
    settle();
    if (parts > 0)
        draw_still(parts, added);
    else if (set_viewport())
        draw_live();
    session_.simulation.refresh_statistics(0, true);  // and of this drawing
    if (ui_) {
        read_strip(true);
        ui_->begin(context_.width(), context_.height(), scale_, kStillFrame_s);
        panels();
    }
}

/// Returns whether the boxes of what pulls the selected body are drawn, or the panel with its numbers.
bool Frame::shows_walk() const {
    return session_.view.draw.boxes || (ui_ && state_.panels && !state_.lesson);
}

void Frame::read_strip(bool wait) {
    if (ui_)
        session_.inspector.read_strip(state_.axis_strip && !state_.lesson,
                                      hovered_ ? hovered_->id : sim::kNobody, wait);
}

/// ImGui learns sizes while it draws: what follows them stands right from the second time on.
void Frame::settle() {
    if (!ui_ || settled_) return;
    read_strip(false);
    ui_->begin(context_.width(), context_.height(), scale_, kStillFrame_s);
    panels();
    settled_ = true;
}

void Frame::begin() {
    const double now = now_s();
    session_.telemetry.begin_frame(now, session_.simulation.paused);
    if (last_s_ >= 0) frame_s_ = idle_ ? kStillFrame_s : now - last_s_;
    idle_ = false;
    last_s_ = now;
}

void Frame::enter(FramePart part) { session_.telemetry.frame_clock.enter(part, now_s()); }

void Frame::lay_out() {
    const int width = context_.width(), height = context_.height();
    if (!ui_) {
        layout_ = Layout{};
        layout_.view = {0, 0, static_cast<float>(width), static_cast<float>(height)};
        return;
    }
    ui_->set_theme(session_.view.draw.theme);
    scale_ = effective_scale(state_, width, height, context_.content_scale());
    layout_ = make_layout(state_, width, height, scale_);
    if (session_.compare.ab() && !state_.lesson) split_view(layout_);
}

void Frame::input(const std::vector<InputEvent>& events) {
    if (!events.empty()) changed_s_ = last_s_;
    lay_out();
    if (!ui_) return;
    ui_->queue(events);
    const auto now = ui_->begin(context_.width(), context_.height(), scale_, static_cast<float>(frame_s_));
    for (const InputEvent& event : now) take_event(event);
}

void Frame::take_event(const InputEvent& event) {
    if (event.kind == InputEvent::drop) {
        state_.hints = false;  // they speak of scenes
        return open_file(session_.simulation, session_.changes, session_.messages, event.path);
    }
    if (event.kind == InputEvent::focus && event.code) show_keys_of(context_.printed_keys());
    if (overlays_take(event, session_.simulation, session_.changes, state_)) return;
    if (event.kind == InputEvent::key) return take_key(event);
    if (event.kind == InputEvent::mouse_move) {
        mouse_x_ = event.x;
        mouse_y_ = event.y;
    }
    moved_s_ = last_s_;
    const bool over_view = !ui_->wants_mouse() && !state_.help && layout_.view.width > 0;
    if (clip_mouse_.handle(event, over_view, layout_.view, scale_, session_.view) &&
        event.kind != InputEvent::mouse_move)
        return;
    const auto pick = [this](double x, double y) {
        const int column = static_cast<int>(x), row = context_.height() - 1 - static_cast<int>(y);
        const bool second = second_ && &region_at_mouse() == &layout_.second_view;
        return second ? second_->pick(column, row) : scene_ ? scene_->pick(column, row) : sim::kNobody;
    };
    if (touch_.handle(event, over_view, region_at_mouse(), session_.simulation, session_.view, state_, pick))
        return;
    View& view = session_.view;
    const Region& region = region_at_mouse();
    const Camera before = view.camera;
    const CameraRange range = camera_range(session_.simulation, view, region);
    const auto click = mouse_.handle(event, over_view, region, range, view.camera);
    if (const sim::Ground* ground = session_.simulation.world().ground(); ground && view.camera != before)
        view.camera.keep_above(*ground);
    if (click) view.select(pick(click->x, click->y));
}

/// Runs the action of a key event. A key that is held repeats only the action that its press has begun.
void Frame::take_key(const InputEvent& event) {
    if (!event.repeats) held_ = nullptr;
    if (ui_->wants_text()) return;
    const Action* action = find_action(event, state_.lesson);
    if (!action || (event.repeats && held_ != action)) return;
    held_ = action;
    const bool help = action->name == std::string_view("help");
    if (help) show_keys_of(context_.printed_keys());  // the layout may be another one
    action->run({session_.parts(), state_, &lesson_.data().state.clock});
}

/// Returns the region of the picture with the mouse, where there are two.
const Region& Frame::region_at_mouse() const {
    const bool right = layout_.second_view.width > 0 && mouse_x_ >= double(layout_.second_view.x);
    return right ? layout_.second_view : layout_.view;
}

/// While a still is made for a file the world and the camera wait; the world also while engines race, which OpenGL
/// must not disturb.
void Frame::step() {
    enter(FramePart::steps);
    session_.changes.apply();
    if (session_.compare.races()) {
        glFinish();
        session_.compare.advance_race(kRaceSlice_s);
    }
    // Beside a lesson the scene may be slow: the lesson stays smooth.
    if (!state_.save_picture) touch_.act(session_.simulation, session_.view, session_.messages, state_);
    if (!state_.save_picture)
        session_.simulation.step_live(state_.lesson ? std::min(frame_s_, kLessonStep_s) : frame_s_);
    enter(FramePart::profiler);
    session_.simulation.collect(now_s());
    session_.simulation.refresh_statistics(now_s());
    enter(FramePart::other);
    if (!state_.save_picture) session_.view.follow(now_s(), frame_s_);
    session_.messages.pass(hidden_ ? 0 : frame_s_);
    touch_.look(session_.simulation, session_.messages, state_, now_s());
}

/// An open lesson goes on with the time; what it needs is made before anything is drawn.
void Frame::follow_lesson() {
    if (!ui_) return;
    lesson_.follow(session_.simulation, session_.view, session_.inspector, state_);
    if (state_.lesson && !state_.save_picture) lesson_.advance(frame_s_);
}

/// Clears the window, and sets the region that the scene is drawn in; false: there is no room for it.
bool Frame::set_viewport() {
    glBindFramebuffer(GL_FRAMEBUFFER, context_.framebuffer());
    glViewport(0, 0, context_.width(), context_.height());
    glClearColor(0.063f, 0.075f, 0.094f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const Region& view = layout_.view;
    if (view.width < 1 || view.height < 1) return false;
    DrawSettings& draw = session_.view.draw;
    draw.x = static_cast<int>(view.x);
    draw.y = context_.height() - static_cast<int>(view.y + view.height);
    draw.width = static_cast<int>(view.width);
    draw.height = static_cast<int>(view.height);
    session_.view.set_aspect(view.width / view.height);
    return true;
}

void Frame::draw_live() {
    if (!scene_) return;
    session_.view.draw.behind = !state_.lesson && is_behind(session_.simulation);  // a lesson takes its time
    session_.view.draw.whole = session_.compare.ab() != nullptr;                   // as the other picture is
    scene_->draw(session_.simulation.world(), session_.view.camera, session_.view.draw,
                 context_.framebuffer());
    note_drawing(scene_->status(), scene_->drawn());
    draw_second();
}

/// Notes the upload and the passes of a scene, or of a part of a still, that was just drawn.
void Frame::note_drawing(const InteropStatus& status, const DrawReport& drawn) {
    session_.telemetry.add(status);
    session_.telemetry.add(drawn);
}

/// The second world, where there is one. Where it cannot be drawn it ends.
void Frame::draw_second() {
    if (!session_.compare.ab() || layout_.second_view.width < 1) return second_.reset();
    try {
        if (!second_) second_ = std::make_unique<SecondView>(session_.simulation.options());
        DrawSettings settings = session_.view.draw;
        settings.x = static_cast<int>(layout_.second_view.x);
        settings.width = static_cast<int>(layout_.second_view.width);
        second_->draw(session_.compare.ab()->world(), session_.view.camera, settings, scene_->status(),
                      context_.framebuffer());
        const MemoryList memory = second_->memory();
        session_.compare.ab()->picture_bytes = memory.bytes(true) + memory.bytes(false);
    } catch (const std::exception& error) {
        second_.reset();
        session_.compare.end_ab(error.what());
    }
}

/// The body where the mouse rests over the view. A moving mouse asks nothing, and nobody waits for the answer.
void Frame::hover() {
    const Region& view = layout_.view;
    const double x = mouse_x_ - double(view.x), y = mouse_y_ - double(view.y);
    const bool rests = scene_ && ui_ && state_.touch.hand.kind == sim::Hand::away &&
                       !state_.touch.hand_mode && !ui_->wants_mouse() && !state_.help && !state_.hints &&
                       x >= 0 && y >= 0 && x < double(view.width) && y < double(view.height) &&
                       last_s_ - moved_s_ >= kMouseRests_s;
    if (!rests) {
        hovered_.reset();
        return;
    }
    const auto seen =
        scene_->look(static_cast<int>(mouse_x_), context_.height() - 1 - static_cast<int>(mouse_y_));
    if (seen) hovered_ = seen;
}

void Frame::panels() {
    if (!ui_) return;
    const sim::WorldConfig& config = session_.simulation.config();
    const std::string key = sort::name_of(config.backend) + std::to_string(config.device);
    if (key != device_for_) {
        device_ = describe_device(config);
        device_for_ = key;
    }
    PanelInput in{session_.parts(), state_,      ui_->fonts(), layout_,
                  scale_,           status(),    device_,      session_.telemetry.frame_clock.mean_ms(),
                  hovered_,         &thumbnails_};
    if (scene_) in.drawing_memory = [this] { return scene_->memory(); };
    session_.view.draw.time_passes = false;  // a panel that shows them says so
    draw_panels(in);
    touch_.draw(in);
    if (state_.lesson) lesson_.draw(in);
    draw_window_overlays(in);
    glBindFramebuffer(GL_FRAMEBUFFER, context_.framebuffer());
    ui_->end(context_.width(), context_.height());
}

InteropStatus Frame::status() const {
    return scene_ ? scene_->status() : still_ ? still_->status() : InteropStatus{};
}

Image Frame::picture() {
    return read_framebuffer(context_.framebuffer(), context_.width(), context_.height());
}

}  // namespace app
