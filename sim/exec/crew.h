// All threads of a backend at work on one stage of several phases, each of which reads what those before have written:
// `together` of CpuExec and CudaExec calls f(crew) in all members. Here what a single caller of the CPU is.
#pragma once
#include <cstdint>

namespace sim {

/// Who calls is the only member; its loops run on all threads of `exec`.
template <class Exec>
struct CallingCrew {
    static constexpr uint64_t kFew = 0;  // so many are not worth everyone's while

    Exec& exec;

    /// f(i) for i in [0, count), shared out among the members, who do not wait for each other. `grain`: so many are no more
    /// work than is worth a thread's while.
    template <class F>
    void each(uint64_t count, F f, uint32_t grain = Exec::kGrain) const {
        exec.parallel(count, grain, [&](uint64_t i) { f(uint32_t(i)); });
    }

    /// f() by one member.
    template <class F>
    void alone(F f) const {
        f();
    }

    /// f(crew) by a part of the members, who have a meet() of their own.
    template <class F>
    void few(F f) const {
        f(*this);
    }

    /// Waits for all members: what they have written can be read behind it.
    void meet() const {}
};

}  // namespace sim
