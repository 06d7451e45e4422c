// Runs the named stages of a step on TBB threads, each timed by the CPU clock.
#pragma once
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "sim/exec/crew.h"
#include "sim/exec/group.h"
#include "sim/exec/stage_cost.h"
#include "sim/exec/stop.h"
#include "sim/exec/word_list.h"
#include "sim/math/atomic.h"
#include "sort/base/host_memory.h"
#include "sort/base/thread_arena.h"
#include "sort/registry.h"
#include "sort/sorter.h"

namespace sim {

/// Memory of one array, zero at first. The system hands its pages out when they are first written, so room
/// that is never used costs nothing.
template <class T>
class HostArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    HostArray() = default;
    explicit HostArray(size_t count) : items_(static_cast<T*>(std::calloc(count, sizeof(T)))), count_(count) {
        if (count > 0 && !items_) sort::refuse_host_memory(bytes());
    }
    T* data() { return items_.get(); }
    const T* data() const { return items_.get(); }
    size_t size() const { return count_; }
    size_t bytes() const { return count_ * sizeof(T); }

private:
    struct Free {
        void operator()(T* items) const { std::free(items); }
    };

    std::unique_ptr<T, Free> items_;
    size_t count_ = 0;
};

class CpuExec : private sort::StageObserver {
public:
    static constexpr sort::Backend kBackend = sort::Backend::cpu;
    template <class T>
    using Array = HostArray<T>;
    using Sum3 = std::array<uint64_t, 3>;
    static constexpr uint32_t kGrain = 1024;

    struct Timed {
        std::string name;
        double start_us, duration_us;
        StageCost cost;
        bool skipped = false;
    };

    /// `traced`: every pass of a sort is timed too.
    explicit CpuExec(int threads, bool traced = false, StopCheck stop = {});

    /// Loops and sorts may run outside of it too; several of them in one execute() keep its threads awake.
    sort::ThreadArena& arena() { return arena_; }

    /// Throws when the search or step is to end. The loops of this class look once in `grain` items; where
    /// one item may take many milliseconds, its own loop has to.
    void look() const {
        if (stop_) stop_();
    }

    /// Does nothing: work that is queued on the CPU is done at once.
    void wait() const {}

    /// Calls f(i) for i in [0, count), in any order. `item_bytes` is moved by each. `grain`, here and below:
    /// items that are too little work for another thread.
    template <class F>
    void each(const char* name, uint32_t count, uint32_t item_bytes, F f, uint32_t grain = kGrain) {
        timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count},
              [&] { parallel(count, grain, f); });
    }

    /// Adds to *total the number of i in [0, count) for which f(i) is true.
    template <class F>
    void each_counted(const char* name, uint32_t count, uint32_t item_bytes, uint32_t* total, F f) {
        timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            parallel_ranges(count, 1024, [&](uint64_t begin, uint64_t end) {
                uint32_t yes = 0;
                for (uint64_t i = begin; i < end; ++i) yes += f(uint32_t(i)) ? 1 : 0;
                __atomic_fetch_add(total, yes, __ATOMIC_RELAXED);
            });
        });
    }

    /// Adds to totals[k] how many i of [0, count) have bit k of f(i) set, for k in [0, 3).
    template <class F>
    void each_counted3(const char* name, uint32_t count, uint32_t item_bytes, uint32_t* totals, F f) {
        timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            parallel_ranges(count, 1024, [&](uint64_t begin, uint64_t end) {
                uint32_t yes[3] = {0, 0, 0};
                for (uint64_t i = begin; i < end; ++i) {
                    const uint32_t bits = f(uint32_t(i));
                    for (int k = 0; k < 3; ++k) yes[k] += bits >> k & 1;
                }
                for (int k = 0; k < 3; ++k) __atomic_fetch_add(&totals[k], yes[k], __ATOMIC_RELAXED);
            });
        });
    }

    /// Adds to (*totals)[k] how many i of [0, count) have bit k of f(i) set. Bits above the first are rare.
    template <size_t kFlags, class F>
    void each_flagged(const char* name, uint32_t count, uint32_t item_bytes, uint32_t (*totals)[kFlags], F f,
                      uint32_t grain = kGrain) {
        timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            parallel_ranges(count, grain, [&](uint64_t begin, uint64_t end) {
                uint32_t yes[kFlags] = {};
                for (uint64_t i = begin; i < end; ++i) {
                    const uint32_t bits = f(uint32_t(i));
                    yes[0] += bits & 1;
                    if (bits <= 1) continue;
                    for (size_t k = 1; k < kFlags; ++k) yes[k] += bits >> k & 1;
                }
                for (size_t k = 0; k < kFlags; ++k) {
                    if (yes[k] > 0) fetch_add(&(*totals)[k], yes[k]);
                }
            });
        });
    }

    /// Calls f(i, words, others) for i in [0, count): the words go to list a, the others to list b.
    template <class F>
    void each_listing(const char* name, uint32_t count, uint32_t item_bytes, const WordList& a,
                      const WordList& b, F f) {
        timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            parallel_ranges(count, kGrain, [&](uint64_t begin, uint64_t end) {
                WordBatch to_a(a), to_b(b);
                for (uint64_t i = begin; i < end; ++i) {
                    WordsOfItem of_a, of_b;
                    f(uint32_t(i), of_a, of_b);
                    to_a.add(of_a);
                    to_b.add(of_b);
                }
            });
        });
    }

    /// Raises most[k] to the largest that f(i, most) makes of it, for k in [0, 6).
    template <class F>
    void each_most6(const char* name, uint32_t count, uint32_t item_bytes, uint32_t* most, F f) {
        timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            parallel_ranges(count, 4096, [&](uint64_t begin, uint64_t end) {
                uint32_t own[6] = {};
                for (uint64_t i = begin; i < end; ++i) f(uint32_t(i), own);
                for (int k = 0; k < 6; ++k) raise_to(&most[k], own[k]);
            });
        });
    }

    /// Sets keys[i] = key(i) and order[i] = i. Adds to *descents how many keys are greater than the next one.
    template <class F>
    void make_keys(const char* name, uint32_t count, uint32_t item_bytes, uint32_t* keys, uint32_t* order,
                   uint32_t* descents, F key) {
        timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            parallel_ranges(count, 1024, [&](uint64_t begin, uint64_t end) {
                uint32_t own = key(uint32_t(begin)), greater = 0;
                for (uint64_t i = begin; i < end; ++i) {
                    const uint32_t next = i + 1 < count ? key(uint32_t(i + 1)) : ~0u;
                    keys[i] = own;
                    order[i] = uint32_t(i);
                    greater += own > next ? 1 : 0;
                    own = next;
                }
                __atomic_fetch_add(descents, greater, __ATOMIC_RELAXED);
            });
        });
    }

    /// Calls f(i) for i in [0, *count), where count is only known on the device; at most `capacity`.
    template <class F>
    void each_pair(const char* name, const uint64_t* count, uint64_t capacity, uint32_t pair_bytes, F f,
                   uint32_t grain = kGrain) {
        const uint64_t n = *count < capacity ? *count : capacity;
        timed(name, {.items = n, .bytes_a_pair = pair_bytes}, [&] { parallel(n, grain, f); });
    }

    /// Calls f(word) for each word of a list, of at most `capacity`; all of them move `bytes`.
    template <class F>
    void each_word(const char* name, const WordList& list, uint64_t capacity, uint64_t bytes, F f) {
        const uint64_t n = *list.listed < capacity ? *list.listed : capacity;
        timed(name, {.bytes = bytes, .items = n},
              [&] { parallel(n, 256, [&](uint64_t i) { f(list.words[i]); }); });
    }

    /// Calls f(group, list[i]) for i in [0, *listed), for items that are too much for one thread of a device:
    /// a group works on each (group.h). Here a thread does.
    template <class F>
    void each_listed(const char* name, const uint32_t* list, const uint32_t* listed, F f) {
        timed(name, {.items = *listed},
              [&] { parallel(*listed, 1, [&](uint64_t i) { f(Solo{}, list[i]); }); });
    }

    /// Calls f(group, i) for i in [0, count): a few lanes of a warp work on each on a device, here a thread
    /// does.
    template <uint32_t kLanes, class F>
    void each_by_lanes(const char* name, uint32_t count, uint32_t item_bytes, F f, uint32_t grain = kGrain) {
        each(
            name, count, item_bytes, [&](uint32_t i) { f(Solo{}, i); }, grain);
    }

    /// Calls f(group, i) for i in [0, *count), at most `capacity`: a few lanes of a warp work on each on a
    /// device, here a thread does.
    template <uint32_t kLanes, class F>
    void each_pair_by_lanes(const char* name, const uint64_t* count, uint64_t capacity, F f,
                            uint32_t grain = kGrain) {
        each_pair(
            name, count, capacity, 0, [&](uint64_t i) { f(Solo{}, i); }, grain);
    }

    /// Calls f(group, i, scratch) for i in [0, *count), at most `capacity`, with memory that a group shares.
    /// Here a group is one thread.
    template <class Scratch, class F>
    void each_pair_by_group_with(const char* name, const uint64_t* count, uint64_t capacity, F f) {
        const uint64_t n = *count < capacity ? *count : capacity;
        timed(name, {.items = n}, [&] {
            parallel_ranges(n, 4, [&](uint64_t begin, uint64_t end) {
                Scratch scratch;
                for (uint64_t i = begin; i < end; ++i) f(Solo{}, i, scratch);
            });
        });
    }

    /// Calls f(crew) by all threads in phases (crew.h), which stay awake between them. Looks once, before the
    /// first.
    template <class F>
    void together(const char* name, const F& f) {
        look();
        timed(name, {},
              [&] { arena_.execute([&] { call_crew(tbb::this_task_arena::max_concurrency() - 1, f); }); });
    }

    /// Adds to *total the sum of f(i), three integers each.
    template <class F>
    void sum3(const char* name, uint32_t count, uint32_t item_bytes, uint64_t* total, F f) {
        timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            parallel_ranges(count, 4096, [&](uint64_t begin, uint64_t end) {
                uint64_t sum[3] = {0, 0, 0};
                for (uint64_t i = begin; i < end; ++i) f(uint32_t(i), sum);
                for (int k = 0; k < 3; ++k) __atomic_fetch_add(&total[k], sum[k], __ATOMIC_RELAXED);
            });
        });
    }

    /// Sets out[i] = in[0] + ... + in[i - 1] for i in [0, count]: `in` has count places, `out` count + 1.
    void exclusive_sum(const char* name, const uint32_t* in, uint64_t* out, uint32_t count);

    void sort(const char* name, sort::Sorter& sorter, sort::Pairs pairs, sort::Report* report);

    /// A stage of its own kind: runs f() under the clock.
    template <class F>
    void timed(const char* name, const StageCost& cost, F f) {
        const double start = now_us();
        f();
        log_.push_back({name, start, now_us() - start, cost});
    }

    /// Calls f(i) for i in [0, count) on all threads, in pieces of about `grain`; the caller names the stage.
    template <class F>
    void parallel(uint64_t count, uint64_t grain, F f) {
        parallel_ranges(count, grain, [&](uint64_t begin, uint64_t end) {
            for (uint64_t i = begin; i < end; ++i) f(i);
        });
    }

    /// Calls f(begin, end) for pieces of at most `grain` of [0, count).
    template <class F>
    void parallel_ranges(uint64_t count, uint64_t grain, F f) {
        if (count <= grain) {
            if (count > 0) f(uint64_t(0), count);
            return;
        }
        const auto pieces = [&](const tbb::blocked_range<uint64_t>& range) {
            for (uint64_t begin = range.begin(); begin < range.end(); begin += grain) {
                look();
                f(begin, std::min(begin + grain, range.end()));
            }
        };
        arena_.execute([&] { tbb::parallel_for(tbb::blocked_range<uint64_t>(0, count, grain), pieces); });
    }

    double now_us() const {
        using namespace std::chrono;
        return duration<double, std::micro>(steady_clock::now() - epoch_).count();
    }
    double clock_zero_s() const { return std::chrono::duration<double>(epoch_.time_since_epoch()).count(); }
    std::vector<Timed> take_log() { return std::exchange(log_, {}); }

private:
    void before(const sort::Stage& stage, sort::Stream stream) override;
    void after(const sort::Stage& stage, sort::Stream stream) override;

    tbb::global_control allowed_;  // TBB counts its workers by cores; more may be asked for
    sort::ThreadArena arena_;
    bool traced_;
    StopCheck stop_;
    std::chrono::steady_clock::time_point epoch_ = std::chrono::steady_clock::now();
    std::vector<Timed> log_;
    std::string sort_name_;  // of the sort that is being traced
    double stage_start_us_ = 0;
};

}  // namespace sim
