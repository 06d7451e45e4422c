// What a search of pairs and a world share, apart from their backends.
#include "sim/search/search_common.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_group.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "sim/exec/exec_cpu.h"
#include "sort/base/float_environment.h"

namespace sim {

const sort::Engine& engine_of(const std::string& name, Backend backend) {
    const sort::Engine* engine = sort::find_engine(name);
    if (!engine || engine->backend != backend) {
        throw std::invalid_argument("no sort engine of the " + std::string(sort::name_of(backend)) +
                                    " backend is named " + name);
    }
    return *engine;
}

SpreadFrame spread_frame_of(std::span<const Box> boxes) {
    const sort::FloatEnvironment environment;
    Vec3 low = boxes[0].min, high = boxes[0].max;
    for (const Box& box : boxes) {
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = smaller(low[axis], box.min[axis]);
            high[axis] = larger(high[axis], box.max[axis]);
        }
    }
    return spread_frame(low, high);
}

uint64_t first_pair_capacity(uint32_t bodies) { return uint64_t(bodies) * kPairsABody + 1024; }

/// Sorts words. For very many of them a thread of its own checks `stop`, which the sort does not know.
static void sort_words(std::vector<uint64_t>& words, const StopCheck& stop) {
    constexpr size_t kFewWords = 1 << 20;
    if (!stop || words.size() < kFewWords) {
        tbb::parallel_sort(words.begin(), words.end());
        return;
    }
    tbb::task_group_context context;
    tbb::task_group group(context);
    std::exception_ptr why, failed;
    std::mutex mutex;
    std::condition_variable sorted;
    bool is_sorted = false;
    std::thread watcher([&] {
        std::unique_lock lock(mutex);
        try {
            while (!sorted.wait_for(lock, std::chrono::milliseconds(50), [&] { return is_sorted; })) stop();
        } catch (...) {
            why = std::current_exception();
            context.cancel_group_execution();
        }
    });
    try {
        group.run_and_wait([&] { tbb::parallel_sort(words.begin(), words.end()); });
    } catch (...) {
        failed = std::current_exception();
    }
    {
        const std::lock_guard lock(mutex);
        is_sorted = true;
    }
    sorted.notify_one();
    watcher.join();
    if (failed) std::rethrow_exception(failed);
    if (why) std::rethrow_exception(why);
}

std::vector<uint32_t> normalized_pairs(std::vector<uint32_t> slots, std::span<const uint32_t> id_of_slot,
                                       const StopCheck& stop) {
    if (!sort::ThreadArena::is_in_one()) {
        return sort::ThreadArena(0).execute(
            [&] { return normalized_pairs(std::move(slots), id_of_slot, stop); });
    }
    std::vector<uint64_t> words(slots.size() / 2);
    const auto over_pairs = [&](auto work) {
        tbb::parallel_for(tbb::blocked_range<size_t>(0, words.size(), 1 << 14), [&](const auto& range) {
            if (stop) stop();
            for (size_t p = range.begin(); p < range.end(); ++p) work(p);
        });
    };
    over_pairs([&](size_t p) {
        const uint64_t a = id_of_slot[slots[2 * p]], b = id_of_slot[slots[2 * p + 1]];
        words[p] = a < b ? a << 32 | b : b << 32 | a;
    });
    sort_words(words, stop);
    over_pairs([&](size_t p) {
        slots[2 * p] = uint32_t(words[p] >> 32);
        slots[2 * p + 1] = uint32_t(words[p]);
    });
    return slots;
}

const char* default_broad_phase(Backend) { return "columns"; }

std::span<const BroadPhaseEntry> broad_phases() {
    static const std::vector<BroadPhaseEntry> entries = [] {
        std::vector<BroadPhaseEntry> list;
        for (const auto& maker : broad_phase_makers<CpuExec>().all())
            list.push_back({maker.name, maker.sentence});
        return list;
    }();
    return entries;
}

}  // namespace sim
