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
#include "sim/exec/reduce_cpu.h"
#include "sim/exec/stage_cost.h"
#include "sim/exec/stop.h"
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
    using Alone = CpuThread;  // who works on an item without others
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

    /// Calls f(i) for i in [0, items.size()), whose number may be known on the device alone.
    template <class Count, class F>
    void each(const char* name, const CountedItems<Count>& items, F f, uint32_t grain = kGrain) {
        const uint64_t n = items.size();
        timed(name, {.bytes = items.bytes, .items = n, .bytes_a_pair = items.item_bytes},
              [&] { parallel(n, grain, f); });
    }

    /// Calls f for i in [0, count) and reduces what it says (work.h).
    template <class Into, class F>
    void each_reduced(const char* name, uint32_t count, uint32_t item_bytes, const Into& into, F f,
                      uint32_t grain = kGrain) {
        timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            parallel_ranges(count, grain,
                            [&](uint64_t begin, uint64_t end) { reduce(into, begin, end, count, f); });
        });
    }

    /// Calls f(group, i) for i in [0, count), or f(group, i, scratch): on a device a group works on each (work.h),
    /// here a thread does.
    template <class Group, class F>
    void by_group(const Group&, const char* name, uint32_t count, uint32_t item_bytes, F f,
                  uint32_t grain = kGrain) {
        each(
            name, count, item_bytes, [&](uint32_t i) { f(CpuThread{}, i); }, grain);
    }
    template <class Group, class Count, class F>
    void by_group(const Group& group, const char* name, const CountedItems<Count>& items, F f,
                  uint32_t grain = 1) {
        const uint64_t n = items.size();
        timed(name, {.items = n}, [&] {
            parallel_ranges(n, grain,
                            [&](uint64_t begin, uint64_t end) { call_alone(group, begin, end, f); });
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

    /// Sets out[i] = in[0] + ... + in[i - 1] for i in [0, count]: `in` has count places, `out` count + 1.
    void exclusive_sum(const char* name, const uint32_t* in, uint64_t* out, uint32_t count);

    /// Sorts by the lowest `end_bit` bits of the keys, of 32 or 64 bits.
    template <class Key>
    void sort(const char* name, sort::SorterOf<Key>& sorter, sort::KeyPairs<Key> pairs, sort::Report* report,
              int end_bit = 8 * sizeof(Key));

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
    template <class Group, class F>
    static void call_alone(const Group&, uint64_t begin, uint64_t end, const F& f) {
        for (uint64_t i = begin; i < end; ++i) f(CpuThread{}, i);
    }
    template <class Scratch, class F>
    static void call_alone(const ByWarp<Scratch>&, uint64_t begin, uint64_t end, const F& f) {
        Scratch scratch;
        for (uint64_t i = begin; i < end; ++i) f(CpuThread{}, i, scratch);
    }

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
