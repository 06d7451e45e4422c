// The ring of timestamps.
#include "app/gl/base/pass_timer.h"

#include "app/base/wall_clock.h"

namespace app {

PassTimer::PassTimer(bool software) : software_(software) {
    if (software_) return;
    for (Timed& timed : ring_)
        glCreateQueries(GL_TIMESTAMP, GLsizei(timed.queries.size()), timed.queries.data());
    glGetInteger64v(GL_TIMESTAMP, &tied_ns_);
    tie_.tie(0, now_s() * 1e6);
}

PassTimer::~PassTimer() {
    if (software_) return;
    for (Timed& timed : ring_) glDeleteQueries(GLsizei(timed.queries.size()), timed.queries.data());
}

static constexpr uint64_t kClockedEvery = 8;

static double us_since(double start_s) { return (now_s() - start_s) * 1e6; }

void PassTimer::begin(bool each) {
    ++frame_;
    each_ = each && frame_ % kClockedEvery == 1;
    if (software_) {
        clocked_.names.clear();
        clocked_.frame = frame_;
        clocked_.given_s = now_s();
        clocked_us_.assign(1, 0);
        return;
    }
    collect();
    running_ = written_ - read_ < kRing;  // all still in flight: this frame is not timed
    if (!running_) return;
    Timed& timed = ring_[written_ % kRing];
    timed.names.clear();
    timed.frame = frame_;
    timed.given_s = now_s();
    glQueryCounter(timed.queries[0], GL_TIMESTAMP);
}

void PassTimer::passed(const char* name) {
    if (software_) {
        if (!each_) return;
        glFinish();
        clocked_.names.push_back(name);
        clocked_us_.push_back(us_since(clocked_.given_s));
        return;
    }
    if (!running_) return;
    Timed& timed = ring_[written_ % kRing];
    if (timed.names.size() == kMostPasses) return;
    timed.names.push_back(name);
    glQueryCounter(timed.queries[timed.names.size()], GL_TIMESTAMP);
}

void PassTimer::end() {
    if (software_) {
        glFinish();
        report(clocked_, clocked_.given_s, clocked_us_);
        last_.duration_us = us_since(clocked_.given_s);
        return;
    }
    if (running_) ++written_;
}

void PassTimer::collect() {
    while (read_ != written_) {
        const Timed& timed = ring_[read_ % kRing];
        GLint ready = 0;
        glGetQueryObjectiv(timed.queries[timed.names.size()], GL_QUERY_RESULT_AVAILABLE, &ready);
        if (!ready) return;
        std::vector<double> times_us;
        GLuint64 first_ns = 0, ns = 0;
        glGetQueryObjectui64v(timed.queries[0], GL_QUERY_RESULT, &first_ns);
        for (size_t k = 0; k <= timed.names.size(); ++k) {
            glGetQueryObjectui64v(timed.queries[k], GL_QUERY_RESULT, &ns);
            times_us.push_back(double(ns - first_ns) * 1e-3);
        }
        const double begin_us = (double(first_ns) - double(tied_ns_)) * 1e-3;
        tie_.hold(begin_us, timed.given_s * 1e6, begin_us + times_us.back(), now_s() * 1e6);
        report(timed, tie_.host_us(begin_us) * 1e-6, times_us);
        ++read_;
    }
}

void PassTimer::report(const Timed& timed, double start_s, const std::vector<double>& times_us) {
    last_ = {timed.frame, start_s, times_us.back(), {}};
    for (size_t k = 0; k < timed.names.size(); ++k)
        last_.passes.push_back({timed.names[k], times_us[k], times_us[k + 1] - times_us[k], 0, 0});
}

}  // namespace app
