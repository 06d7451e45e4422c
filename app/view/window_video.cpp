#include "app/view/window_video.h"

#include <cmath>
#include <filesystem>

#include "app/base/text/names.h"
#include "sort/base/errors.h"

namespace app {

/// Ctrl+C closes the window; what was recorded is worth a moment.
constexpr double kGrace_s = 1;

WindowVideo::WindowVideo(const std::string& name, int width, int height)
    : width_(width), height_(height), reader_(width, height), thread_(open(name)) {}

std::unique_ptr<PictureWriter> WindowVideo::open(const std::string& name) {
    try {
        file_ = name + ".mp4";
        return open_pictures(file_, width_, height_, {kRate, kGrace_s});
    } catch (const sort::Unavailable& error) {
        why_no_video_ = error.what();
        file_ = name + "_%05d.png";
        return open_pictures(file_, width_, height_, {kRate, kGrace_s});
    }
}

void WindowVideo::hand_over(bool wait) {
    reader_.take(
        [&](Image image, uint32_t times) {
            if (thread_.add(std::move(image), times + owed_)) {
                owed_ = 0;
                return;
            }
            owed_ += times;
            ++dropped_;
        },
        wait);
}

void WindowVideo::take(unsigned framebuffer, double now_s) {
    if (stopped_) return;
    if (start_s_ < 0) start_s_ = now_s;
    now_s_ = now_s;
    hand_over(false);
    const auto number = static_cast<int64_t>((now_s - start_s_) * kRate);
    if (number <= last_) return;
    if (reader_.start(framebuffer, static_cast<uint32_t>(number - last_))) {
        last_ = number;
        ++taken_;
    } else if (number != refused_) {
        refused_ = number;
        ++dropped_;
    }
}

void WindowVideo::stop() {
    if (stopped_) return;
    stopped_ = true;
    hand_over(true);
    thread_.stop();
}

std::string WindowVideo::state() const {
    const double seconds = start_s_ < 0 ? 0 : now_s_ - start_s_;
    std::string text = std::to_string(std::lround(std::floor(seconds))) + " s";
    if (dropped_ > 0) text += ", " + std::to_string(dropped_) + " dropped";
    return text;
}

std::string WindowVideo::details() const {
    if (stopped_) return "completing " + file_;
    const double seconds = now_s_ - start_s_;
    const auto rate = seconds > 0.5 ? std::lround(double(taken_) / seconds) : kRate;
    std::string text = "recording " + std::to_string(std::min<long>(rate, kRate)) + " frames/s";
    if (dropped_ > 0) text += ", " + std::to_string(dropped_) + " dropped";
    return text + ", into\n" + file_;
}

std::string WindowVideo::outcome() const {
    if (failed()) return "No video: " + thread_.error();
    std::string text = "Wrote " + std::filesystem::absolute(file_).string() + ": " +
                       counted(thread_.written(), "frame") + " at " + std::to_string(kRate) + " per second";
    if (dropped_ > 0) text += ", " + std::to_string(dropped_) + " dropped";
    return text;
}

}  // namespace app
