// The threads that compute on the CPU. Arenas of TBB are kept and used again: TBB 2021 does not free all that a thread
// took in one, some KB each time.
#pragma once
#include <tbb/task_arena.h>

#include <utility>

#include "sort/base/float_environment.h"

namespace sort {

struct KeptArena;

/// An arena of TBB that no other object uses while this one lives: one that is kept, or a new one. One thread at a time
/// calls an object; any thread may destroy it, also after main().
class ThreadArena {
public:
    /// 0: as many threads as TBB takes by itself.
    explicit ThreadArena(int threads);
    ThreadArena(ThreadArena&& other) noexcept
        : threads_(other.threads_), kept_(std::exchange(other.kept_, nullptr)) {}
    ThreadArena& operator=(ThreadArena&&) = delete;
    ~ThreadArena();

    /// work(), whose result is returned, in the arena. The calling thread, and all threads in loops of TBB inside,
    /// have the environment of FloatEnvironment.
    template <class Work>
    decltype(auto) execute(Work&& work) {
        const FloatEnvironment environment;
        const Inside inside;
        return arena().execute(std::forward<Work>(work));
    }

    int threads() const { return threads_; }  // as it was made with

    /// Does the calling thread run execute() of an object?
    static bool is_in_one() { return executing_ > 0; }

private:
    struct Inside {
        Inside() { ++executing_; }
        ~Inside() { --executing_; }
    };
    static inline thread_local int executing_ = 0;

    tbb::task_arena& arena() const;

    int threads_;
    KeptArena* kept_;
};

}  // namespace sort
