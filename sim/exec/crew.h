// All threads of a backend at work on one stage of several phases, each of which reads what those before have
// written: `together` of CpuExec and CudaExec calls f(crew) in all members. Here the crew of the CPU: one
// thread calls, others stay awake and help it with its loops, so that a phase costs no call into TBB.
#pragma once
#include <tbb/task_group.h>

#include <atomic>
#include <cstdint>
#include <thread>

namespace sim {

/// The loop that is shared out at the moment, in pieces. Whoever comes takes the next; who does not come is not waited
/// for, so that no thread has to be there but the one that calls.
class SharedLoop {
public:
    /// f(begin, end) for pieces of `grain` of [0, count), by this thread and those in help(). Called by one thread.
    template <class F>
    void run(uint32_t count, uint32_t grain, const F& f) {
        constexpr uint32_t kMostPieces = 0xffff;
        grain_ = grain < 1 + count / kMostPieces ? 1 + count / kMostPieces : grain;
        count_ = count;
        context_ = &f;
        call_ = [](const void* context, uint32_t begin, uint32_t end) {
            (*static_cast<const F*>(context))(begin, end);
        };
        const uint64_t pieces = (count + grain_ - 1) / grain_;
        done_.store(0, std::memory_order_relaxed);
        phase_ = (phase_ + 1) & kPhases;
        turn_.store(phase_ << 32 | pieces << 16, std::memory_order_release);
        while (take()) {
        }
        for (Rest rest; done_.load(std::memory_order_acquire) < pieces;) rest();
    }

    /// Helps with every loop until end().
    void help() {
        for (Rest rest; !ended_.load(std::memory_order_acquire);) {
            if (take()) {
                rest = {};
            } else {
                rest();
            }
        }
    }
    void end() { ended_.store(true, std::memory_order_release); }

private:
    static constexpr uint64_t kPhases = 0x7fffffff;

    /// Waits a little, and where it has waited for long lets other threads run: there may be more than cores.
    struct Rest {
        uint32_t times = 0;

        void operator()() {
            constexpr uint32_t kMost = 256;  // some ten microseconds
            if (++times > kMost) return std::this_thread::yield();
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
    };

    /// Does the next piece. False: there was none. While one is taken and not done, run() does not return, and what the
    /// loop consists of stays; the number of the phase sees to it that none of an earlier loop is taken.
    bool take() {
        uint64_t turn = turn_.load(std::memory_order_acquire);
        do {
            if ((turn & 0xffff) == (turn >> 16 & 0xffff)) return false;
        } while (!turn_.compare_exchange_weak(turn, turn + 1, std::memory_order_acq_rel));
        const uint32_t begin = uint32_t(turn & 0xffff) * grain_;
        call_(context_, begin, count_ - begin < grain_ ? count_ : begin + grain_);
        done_.fetch_add(1, std::memory_order_release);
        return true;
    }

    alignas(64) std::atomic<uint64_t> turn_{0};  // phase << 32 | pieces << 16 | the next one
    alignas(64) std::atomic<uint64_t> done_{0};
    alignas(64) std::atomic<bool> ended_{false};
    uint64_t phase_ = 0;
    uint32_t count_ = 0, grain_ = 1;
    const void* context_ = nullptr;
    void (*call_)(const void*, uint32_t, uint32_t) = nullptr;
};

/// Crew of the CPU. Its only member is the thread that calls.
struct CpuCrew {
    static constexpr bool kWaits = false;  // any number of threads may be at work
    static constexpr uint32_t kGrain = 96;

    SharedLoop& loop;

    /// Calls f(i) for i in [0, count), divided among the members, who do not wait for each other. `grain`:
    /// items that are too little work for a thread of their own.
    template <class F>
    void each(uint64_t count, F f, uint32_t grain = kGrain) const {
        const auto piece = [&](uint32_t begin, uint32_t end) {
            for (uint32_t i = begin; i < end; ++i) f(i);
        };
        if (count <= grain) return piece(0, uint32_t(count));
        loop.run(uint32_t(count), grain, piece);
    }

    /// f() by one member.
    template <class F>
    void alone(F f) const {
        f();
    }

    /// Waits for all members: what they have written can be read behind it.
    void meet() const {}
};

/// Calls f(crew), helped by `helpers` tasks of the arena that this thread is in. What f throws between its
/// loops is thrown when all have ended; what the loops call must not throw.
template <class F>
void call_crew(int helpers, const F& f) {
    SharedLoop loop;
    struct Helpers {
        SharedLoop& loop;
        tbb::task_group tasks{};
        ~Helpers() {
            loop.end();
            tasks.wait();
        }
    } all{loop};
    for (int k = 0; k < helpers; ++k) all.tasks.run([&loop] { loop.help(); });
    f(CpuCrew{loop});
}

}  // namespace sim
