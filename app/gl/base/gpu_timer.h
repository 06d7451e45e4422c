// How long the GPU took for a span of commands: timer queries in a ring, read frames later, never waited for.
// Software GL answers nonsense to such queries, so there the CPU clock is read once its threads are done.
#pragma once
#include <glad/gl.h>

#include <array>
#include <chrono>

namespace app {

class GpuTimer {
public:
    explicit GpuTimer(bool software);
    ~GpuTimer();
    GpuTimer(const GpuTimer&) = delete;
    GpuTimer& operator=(const GpuTimer&) = delete;

    void begin();
    void end();
    double last_ms() const { return last_ms_; }  // 0 until the first answer is there

private:
    void collect();

    static constexpr unsigned kRing = 6;
    bool software_;
    std::array<GLuint, kRing> queries_{};
    unsigned written_ = 0, read_ = 0;  // counts; a query's place is its number modulo the ring
    bool running_ = false;
    std::chrono::steady_clock::time_point start_;
    double last_ms_ = 0;
};

}  // namespace app
