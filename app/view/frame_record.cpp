// The window's frames as a video.
#include "app/base/wall_clock.h"
#include "app/view/actions/file_saving.h"
#include "app/view/frame.h"
#include "app/view/session/session.h"
#include "app/view/window_video.h"

namespace app {

/// Starts, goes on and ends as the state asks. What goes wrong is said, and the window goes on.
void Frame::record() {
    if (!video_ && !state_.record_video) return;
    try {
        if (!video_) {
            const std::string name = free_name(session_.simulation, ".mp4", "_00000.png");
            video_ = std::make_unique<WindowVideo>(name.substr(0, name.rfind('.')), context_.width(),
                                                   context_.height());
            if (!video_->why_no_video().empty())
                session_.messages.say("Recording PNG files: " + video_->why_no_video(), true);
        }
        if (state_.record_video && !video_->fits(context_.width(), context_.height())) {
            state_.record_video = false;
            session_.messages.say("The recording ends: the window has another size", true);
        }
        if (state_.record_video)
            video_->take(context_.framebuffer(), now_s());
        else
            video_->stop();
    } catch (const std::exception& error) {
        state_.record_video = false;
        session_.messages.say(std::string("No video: ") + error.what(), true);
        video_.reset();
    }
    state_.recording = video_ ? video_->state() : "";
    state_.recording_tip = video_ ? video_->details() : "";
    if (!video_ || !video_->done()) return;
    session_.messages.say(video_->outcome(), video_->failed());
    state_.record_video = false;
    state_.recording = "";
    video_.reset();
}

}  // namespace app
