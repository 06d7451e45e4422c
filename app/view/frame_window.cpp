// The window around the frames: its title, and when nothing has to be drawn.
#include <algorithm>

#include "app/base/interrupt.h"
#include "app/base/wall_clock.h"
#include "app/view/frame.h"
#include "app/view/session/session.h"
#include "app/view/window_video.h"

namespace app {
namespace {

// After a change: what is shown has followed it then, as tooltips and statistics do.
constexpr double kAfterChange_s = 0.5;
constexpr double kIdle_s = 0.25;  // then it is asked whether the user has interrupted the program
constexpr double kHiddenFrame_s = 1 / 60.0;

}  // namespace

/// Returns whether the next picture may differ from the last, without an event.
bool Frame::changes() const {
    const Session& s = session_;
    const bool moves = !s.simulation.paused || s.simulation.single_steps > 0 || s.compare.races() ||
                       s.changes.creation() || s.changes.next.any() || s.view.camera != shown_camera_;
    const bool files =
        state_.save_picture || state_.record_video || video_ || !s.simulation.options().shaders_dir.empty();
    const bool panels = ui_ && (ui_->busy() || ui_->wants_text() || s.messages.passes());
    const bool lesson = state_.lesson && lesson_.moves();
    const bool still = subject_ && still_ && refines() && still_->done(*subject_) < kStillParts;
    return moves || files || panels || lesson || still;
}

double Frame::idle_s() {
    const double now = now_s();
    if (changes()) changed_s_ = now;
    shown_camera_ = session_.view.camera;
    if (hidden_ && !video_ && changed_s_ == now) return std::max(kHiddenFrame_s - (now - last_s_), 0.001);
    if (changed_s_ == now || (!hidden_ && now - changed_s_ < kAfterChange_s)) return 0;
    if (!idle_) session_.telemetry.frame_clock.rest();
    idle_ = true;
    return kIdle_s;
}

/// Returns whether the window is to be closed. The rest of the frame, which takes seconds with millions of
/// bodies, is then not done.
bool Frame::ends() {
    context_.wait(0);
    return state_.quit || context_.should_close() || interrupted();
}

void Frame::end_video() {
    if (!video_) return;
    state_.record_video = false;
    video_.reset();
}

}  // namespace app
