// Stills of the frame: of one picture of a film, of the paused window, which gets better while nothing changes, and of
// the file that is asked for, for which the world waits.
#include "app/view/frame.h"

#include <algorithm>
#include <filesystem>

#include "app/view/actions/file_saving.h"
#include "app/view/session/session.h"

namespace app {
namespace {

constexpr uint32_t kFirstShown = 16;  // sub-pictures: fewer look worse than the live picture

}  // namespace

/// Returns the renderer of stills, made anew where the window's shaders have changed, as while they are
/// edited.
Still& Frame::still() {
    const ViewOptions& options = session_.simulation.options();
    const uint64_t shaders = scene_ ? scene_->status().shaders : 0;
    if (still_shaders_ != shaders) still_.reset();
    still_shaders_ = shaders;
    if (!still_) still_ = std::make_unique<Still>(options.interop, options.shaders_dir);
    return *still_;
}

/// A sub-picture of what is seen. Where that cannot be, what is wrong is said once, and the window stays live until
/// something changes.
void Frame::add_part(const StillSubject& now) {
    if (refused_ == now) return;
    try {
        still().add(session_.simulation.world(), now, session_.view.draw.time_passes);
        note_drawing(still().status(), still().drawn());
    } catch (const std::exception& error) {
        session_.messages.say(error.what(), true);
        still_.reset();
        refused_ = now;
        give_up_file();
    }
}

void Frame::give_up_file() {
    state_.save_picture = false;
    saving_.reset();
}

/// Returns the picture that a still would be made of now: moment, camera and settings. The lens is focused on
/// the selected body where its distance is not given.
StillSubject Frame::subject() {
    session_.view.draw.lens = lens(session_.simulation.options());
    Lens& focused = session_.view.draw.lens;
    if (focused.aperture > 0 && focused.focus_m == 0) {
        if (const sim::WatchedBody* body = session_.view.selected_body()) {
            const sim::Vec3& p = body->position_m;
            focused.focus_m = std::max(-(session_.view.camera.view() * glm::vec4(p.x, p.y, p.z, 1)).z, 0.0f);
        }
    }
    StillSubject now = {session_.simulation.moment(), session_.view.camera, session_.view.draw};
    now.settings.time_passes = now.settings.behind = now.settings.whole =
        false;  // these are not seen in a still
    now.settings.quality.reset();
    now.shaders = scene_ ? scene_->status().shaders : 0;
    return now;
}

void Frame::draw_still(uint32_t parts, const std::function<void(uint32_t)>& added) {
    if (!set_viewport()) return;
    StillSubject now = subject();
    now.parts = parts;
    while (still().done(now) < parts) {
        still().add(session_.simulation.world(), now, session_.view.draw.time_passes);
        session_.telemetry.add(still().drawn());
        if (added) added(still().done(now));
    }
    still().show(context_.framebuffer());
}

/// A paused window becomes a still where that was asked for, or where a GPU draws it at once.
bool Frame::refines() const {
    if (!scene_) return false;
    const bool wanted = session_.simulation.options().quality == kQualityNames[size_t(Quality::still)] ||
                        (!session_.view.draw.quality && !scene_->status().software_gl);
    return state_.save_picture || (wanted && session_.simulation.paused);
}

/// The window's scene. What changes is drawn live; once two frames show the same, each adds a sub-picture.
void Frame::draw_refined() {
    if (!scene_) return;
    if (!set_viewport()) {
        if (state_.lesson) return;
        if (state_.save_picture) session_.messages.say("There is no room for a picture", true);
        return give_up_file();
    }
    if (state_.lesson ||
        session_.compare.ab()) {  // the small view is no subject of a still, nor are two worlds
        subject_.reset();
        saving_.reset();
        return draw_live();
    }
    std::optional<StillSubject> now;
    if (refines()) now = subject();
    if (saving_ && saving_ != now) {
        if (state_.save_picture)
            session_.messages.say("Picture cancelled: the view has changed", false, Topic::picture);
        give_up_file();
    }
    if (state_.save_picture && !saving_) saving_ = now;
    if (now && now == subject_) add_part(*now);
    const uint32_t done = now && still_ ? still_->done(*now) : 0;
    if (done >= kFirstShown)
        still_->show(context_.framebuffer());
    else
        draw_live();
    if (state_.save_picture && done < kStillParts)
        session_.messages.say(
            "Picture: " + std::to_string(done) + " of " + std::to_string(kStillParts) + " (Esc cancels)",
            false, Topic::picture);
    else if (state_.save_picture)
        session_.messages.drop(Topic::picture);
    subject_ = std::move(now);
}

/// The file that is asked for, once its still is complete; of a lesson at once.
void Frame::save() {
    if (!state_.save_picture) return;
    if (scene_ && !state_.lesson && !session_.compare.ab() &&
        (!subject_ || still().done(*subject_) < kStillParts))
        return;
    give_up_file();
    try {
        const std::string name = free_name(session_.simulation, ".png");
        write_png(name, picture());
        session_.messages.say("Wrote " + std::filesystem::absolute(name).string(), false, Topic::picture);
    } catch (const std::exception& error) {
        session_.messages.say(error.what(), true);
    }
}

}  // namespace app
