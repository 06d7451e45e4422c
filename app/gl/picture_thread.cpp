#include "app/gl/picture_thread.h"

#include <signal.h>

#include <exception>
#include <utility>

namespace app {

static constexpr size_t kMostWaiting = 8;

PictureThread::PictureThread(std::unique_ptr<PictureWriter> writer)
    : writer_(std::move(writer)), thread_([this] { work(); }) {}

PictureThread::~PictureThread() {
    stop();
    thread_.join();
}

bool PictureThread::add(Image image, uint32_t times) {
    const std::lock_guard lock(mutex_);
    if (stopped_ || done_ || queue_.size() >= kMostWaiting) return false;
    queue_.push_back({std::move(image), times});
    changed_.notify_one();
    return true;
}

void PictureThread::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_one();
}

bool PictureThread::done() const {
    const std::lock_guard lock(mutex_);
    return done_;
}

std::string PictureThread::error() const {
    const std::lock_guard lock(mutex_);
    return error_;
}

uint64_t PictureThread::written() const {
    const std::lock_guard lock(mutex_);
    return written_;
}

void PictureThread::write_all() {
    while (true) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stopped_ || !queue_.empty(); });
        if (queue_.empty()) return;
        const Picture picture = std::move(queue_.front());
        queue_.pop_front();
        lock.unlock();
        for (uint32_t k = 0; k < picture.times; ++k) {
            writer_->add(picture.image);
            const std::lock_guard again(mutex_);
            ++written_;
        }
    }
}

void PictureThread::work() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);  // an interrupt is for the window's thread
    std::string error;
    try {
        write_all();
        writer_->finish();
    } catch (const std::exception& why) {
        error = why.what();
    }
    writer_.reset();  // what is half written goes
    const std::lock_guard lock(mutex_);
    error_ = error;
    done_ = true;
}

}  // namespace app
