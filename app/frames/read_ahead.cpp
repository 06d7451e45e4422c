#include "app/frames/read_ahead.h"

#include "app/base/errors.h"

namespace app {

ReadFrame read_frame(const FrameSet& set, size_t frame) {
    ReadFrame one{frame};
    try {
        one.items = set.read(frame);
    } catch (const BadFile& fault) {
        one.fault = fault.what();
    }
    return one;
}

FrameReadAhead::FrameReadAhead(const FrameSet& set, size_t first)
    : set_(set), first_(first), thread_([this] { read(); }) {}

FrameReadAhead::~FrameReadAhead() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

std::optional<ReadFrame> FrameReadAhead::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_.empty() || done_; });
    if (waiting_.empty()) {
        if (error_) std::rethrow_exception(error_);
        return {};
    }
    ReadFrame frame = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    changed_.notify_all();
    return frame;
}

void FrameReadAhead::read() {
    std::exception_ptr error;
    try {
        for (size_t frame = first_; frame < set_.size(); ++frame) {
            ReadFrame one = read_frame(set_, frame);
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return stop_ || waiting_.size() < kAhead; });
            if (stop_) break;
            waiting_.push_back(std::move(one));
            lock.unlock();
            changed_.notify_all();
        }
    } catch (...) {
        error = std::current_exception();
    }
    {
        const std::lock_guard lock(mutex_);
        error_ = error;
        done_ = true;
    }
    changed_.notify_all();
}

}  // namespace app
