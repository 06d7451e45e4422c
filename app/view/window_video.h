// A video of the window while it goes on: pictures at an even rate, in step with real time. What cannot be encoded in
// time is dropped and counted, and the picture after it stands for it.
#pragma once
#include <memory>
#include <string>

#include "app/gl/frame_reader.h"
#include "app/gl/picture_thread.h"

namespace app {

class WindowVideo {
public:
    static constexpr int kRate = 30;  // pictures per second

    /// NAME.mp4 or, where there is no ffmpeg, NAME_00000.png and on. Throws BadFile.
    WindowVideo(const std::string& name, int width, int height);

    bool fits(int width, int height) const { return width == width_ && height == height_; }
    /// A picture of what is drawn now, where one is due. Waits for nothing.
    void take(unsigned framebuffer, double now_s);
    void stop();  // the file is completed beside the window
    bool done() const { return thread_.done(); }

    std::string state() const;    // "12 s", "12 s, 3 dropped"
    std::string details() const;  // "recording 30 frames/s, 3 dropped"
    std::string outcome() const;  // once done: what was written, or why not
    bool failed() const { return !thread_.error().empty(); }
    const std::string& why_no_video() const { return why_no_video_; }  // "": it is one

private:
    std::unique_ptr<PictureWriter> open(const std::string& name);
    void hand_over(bool wait);

    const int width_, height_;
    std::string file_, why_no_video_;
    FrameReader reader_;
    PictureThread thread_;
    double start_s_ = -1, now_s_ = 0;
    int64_t last_ = -1, refused_ = -1;  // numbers of pictures: the last one taken, and one that was dropped
    uint32_t owed_ = 0;                 // of dropped pictures: the next one stands for them
    uint64_t taken_ = 0, dropped_ = 0;
    bool stopped_ = false;
};

}  // namespace app
