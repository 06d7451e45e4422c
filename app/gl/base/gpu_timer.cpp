// The ring of timer queries.
#include "app/gl/base/gpu_timer.h"

namespace app {

GpuTimer::GpuTimer(bool software) : software_(software) {
    if (!software_) glCreateQueries(GL_TIME_ELAPSED, kRing, queries_.data());
}

GpuTimer::~GpuTimer() {
    if (!software_) glDeleteQueries(kRing, queries_.data());
}

void GpuTimer::begin() {
    if (software_) {
        start_ = std::chrono::steady_clock::now();
        return;
    }
    collect();
    running_ = written_ - read_ < kRing;  // all still in flight: this frame is not timed
    if (running_) glBeginQuery(GL_TIME_ELAPSED, queries_[written_ % kRing]);
}

void GpuTimer::end() {
    if (software_) {
        glFinish();
        last_ms_ =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
        return;
    }
    if (!running_) return;
    glEndQuery(GL_TIME_ELAPSED);
    ++written_;
}

void GpuTimer::collect() {
    while (read_ != written_) {
        const GLuint query = queries_[read_ % kRing];
        GLint ready = 0;
        glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &ready);
        if (!ready) return;
        GLuint64 ns = 0;
        glGetQueryObjectui64v(query, GL_QUERY_RESULT, &ns);
        last_ms_ = double(ns) * 1e-6;
        ++read_;
    }
}

}  // namespace app
