// Writes pictures beside the window: a thread with a short queue. Who brings them never waits.
#pragma once
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/gl/capture.h"

namespace app {

class PictureThread {
public:
    explicit PictureThread(std::unique_ptr<PictureWriter> writer);
    ~PictureThread();  // completes what was written

    /// Queues a picture to be written `times` times. Returns false if the queue is full, or there was an error.
    bool add(Image image, uint32_t times);
    /// Ends the input: pictures in the queue are written, and the file completed.
    void stop();
    bool done() const;          // it is, or there was an error
    std::string error() const;  // "": none
    uint64_t written() const;   // pictures

private:
    struct Picture {
        Image image;
        uint32_t times;
    };
    void work();
    void write_all();

    std::unique_ptr<PictureWriter> writer_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Picture> queue_;
    bool stopped_ = false, done_ = false;
    std::string error_;
    uint64_t written_ = 0;
    std::thread thread_;
};

}  // namespace app
