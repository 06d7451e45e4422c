// The frames of a set one after another, read by a thread while the caller works on those before.
#pragma once
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/frames/frame_set.h"

namespace app {

struct ReadFrame {
    size_t frame = 0;
    FrameItems items{};
    std::string fault{};  // why it could not be read; "": it was
};

/// Reads one frame. Throws what reading throws for other reasons than a wrong file.
ReadFrame read_frame(const FrameSet& set, size_t frame);

class FrameReadAhead {
public:
    /// Begins with a frame of the set, which has to outlive this.
    explicit FrameReadAhead(const FrameSet& set, size_t first = 0);
    ~FrameReadAhead();
    FrameReadAhead(const FrameReadAhead&) = delete;
    FrameReadAhead& operator=(const FrameReadAhead&) = delete;

    /// Waits for the next frame; none: that was all. Throws what reading throws for other reasons than a wrong file:
    /// sort::OverLimit, Interrupted.
    std::optional<ReadFrame> next();

private:
    void read();

    static constexpr size_t kAhead = 2;  // frames that wait in memory

    const FrameSet& set_;
    const size_t first_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<ReadFrame> waiting_;
    std::exception_ptr error_;
    bool stop_ = false, done_ = false;
    std::thread thread_;  // the last member: it uses the others
};

}  // namespace app
