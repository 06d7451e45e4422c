// The list of arenas that nobody uses. It is a chain of nodes behind a plain pointer, so that objects of any lifetime
// may give theirs back.
#include "sort/base/thread_arena.h"

#include <mutex>

namespace sort {

struct KeptArena {
    explicit KeptArena(int of_threads)
        : threads(of_threads), arena(of_threads > 0 ? of_threads : tbb::task_arena::automatic) {
        // Loops take the environment in which their arena was made, in all of its threads.
        const FloatEnvironment environment;
        arena.initialize();
    }

    const int threads;
    tbb::task_arena arena;
    KeptArena* next = nullptr;
};

namespace {

constinit std::mutex mutex;
constinit KeptArena* unused = nullptr;
constinit bool ended = false;  // nothing is kept from here on

/// Frees them at the end of the program, or when the library that this is part of is closed.
struct End {
    ~End() {
        const std::lock_guard lock(mutex);
        ended = true;
        while (unused) delete std::exchange(unused, unused->next);
    }
} const end;

/// Removes from the list an arena with that number of threads and returns it; null: there is none.
KeptArena* take(int threads) {
    const std::lock_guard lock(mutex);
    for (KeptArena** place = &unused; *place; place = &(*place)->next) {
        if ((*place)->threads == threads) return std::exchange(*place, (*place)->next);
    }
    return nullptr;
}

}  // namespace

ThreadArena::ThreadArena(int threads) : threads_(threads), kept_(take(threads)) {
    if (!kept_) kept_ = new KeptArena(threads);
}

ThreadArena::~ThreadArena() {
    if (!kept_) return;
    const std::lock_guard lock(mutex);
    if (ended) {
        delete kept_;
    } else {
        kept_->next = std::exchange(unused, kept_);
    }
}

tbb::task_arena& ThreadArena::arena() const { return kept_->arena; }

}  // namespace sort
