// Typed keys on TBB threads.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <optional>
#include <vector>

#include "sort/base/thread_arena.h"
#include "sort/core/typed_sort.h"

namespace sort {
namespace {

struct CpuLoops {
    static constexpr bool kShortSegments = false;
    template <class T>
    using Array = std::vector<T>;

    template <class F>
    void each(uint32_t count, Stream, F f) {
        constexpr uint32_t kGrain = 4096;
        if (!arena) arena.emplace(threads);
        arena->execute([&] {
            tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, kGrain), [&](const auto& range) {
                for (uint32_t i = range.begin(); i < range.end(); ++i) f(i);
            });
        });
    }

    int threads;
    std::optional<ThreadArena> arena = {};
};

}  // namespace

std::unique_ptr<TypedSorter> make_cpu_typed_sorter(EngineSorters sorters, KeyType widest, int threads) {
    return std::make_unique<TypedSort<CpuLoops>>(std::move(sorters), widest, CpuLoops{threads});
}

}  // namespace sort
