// Stills of the frame: of one picture of a film, of the paused window, which gets better while nothing changes, and of
// the file that is asked for, for which the world waits.
#include "app/view/frame.h"

#include <algorithm>

#include "app/view/session/ui_actions.h"

namespace app {
namespace {

constexpr int kFirstShown = 16;  // sub-pictures: fewer look worse than the live picture

}  // namespace

/// Its shaders are compiled when the first still is wanted.
Still& Frame::still() {
    const ViewOptions& options = session_.options();
    if (!still_) still_ = std::make_unique<Still>(options.interop, options.shaders_dir);
    return *still_;
}

/// What is seen now. The lens is focused on the selected body where its distance is not given.
StillSubject Frame::subject() {
    session_.draw.lens = lens(session_.options());
    Lens& focused = session_.draw.lens;
    if (focused.aperture > 0 && focused.focus_m == 0) {
        if (const sim::WatchedBody* body = session_.selected_body()) {
            const sim::Vec3& p = body->position_m;
            focused.focus_m = std::max(-(session_.camera.view() * glm::vec4(p.x, p.y, p.z, 1)).z, 0.0f);
        }
    }
    return {session_.moment(), session_.camera, session_.draw};
}

void Frame::draw_still(int parts, const std::function<void(int)>& added) {
    if (!set_viewport()) return;
    const StillSubject now = subject();
    while (still().parts(now) < parts) {
        still().add(session_.world(), now);
        if (added) added(still().parts(now));
    }
    still().show(context_.framebuffer());
}

/// A paused window becomes a still where that was asked for, or where a GPU draws it at once.
bool Frame::refines() const {
    const std::string& quality = session_.options().quality;
    const bool wanted = quality == kQualityNames[size_t(Quality::still)] ||
                        (quality == "auto" && !scene_->status().software_gl);
    return state_.save_picture || (wanted && session_.paused);
}

/// The window's scene. What changes is drawn live; once two frames show the same, each adds a sub-picture.
void Frame::draw_refined() {
    if (!scene_ || !set_viewport()) return;
    std::optional<StillSubject> now;
    if (refines()) now = subject();
    if (saving_ && saving_ != now) {
        if (state_.save_picture) session_.say("Picture cancelled: the view has changed");
        state_.save_picture = false;
        saving_.reset();
    }
    if (state_.save_picture && !saving_) saving_ = now;
    if (now && now == subject_ && still().parts(*now) < kStillParts) still().add(session_.world(), *now);
    const int parts = now && still_ ? still_->parts(*now) : 0;
    if (parts >= kFirstShown)
        still_->show(context_.framebuffer());
    else
        draw_live();
    if (state_.save_picture)
        session_.say(parts < kStillParts ? "Picture: " + std::to_string(parts) + " of " +
                                               std::to_string(kStillParts) + " (Esc cancels)"
                                         : "");
    subject_ = std::move(now);
}

/// The file that is asked for, once its still is complete.
void Frame::save() {
    if (!state_.save_picture) return;
    if (scene_ && (!subject_ || still().parts(*subject_) < kStillParts)) return;
    state_.save_picture = false;
    saving_.reset();
    try {
        const std::string name = free_name(session_, ".png");
        write_png(name, picture());
        session_.say("Wrote " + name);
    } catch (const std::exception& error) {
        session_.say(error.what(), true);
    }
}

}  // namespace app
