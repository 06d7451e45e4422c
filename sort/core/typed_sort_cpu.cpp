// Typed keys on TBB threads.
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <vector>

#include "sort/core/typed_sort.h"

namespace sort {
namespace {

struct CpuLoops {
    template <class T>
    using Array = std::vector<T>;

    template <class F>
    void each(uint32_t count, Stream, F f) {
        constexpr uint32_t kGrain = 4096;
        arena->execute([&] {
            tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, kGrain), [&](const auto& range) {
                for (uint32_t i = range.begin(); i < range.end(); ++i) f(i);
            });
        });
    }

    std::unique_ptr<tbb::task_arena> arena;
};

}  // namespace

std::unique_ptr<TypedSorter> make_cpu_typed_sorter(std::unique_ptr<Sorter> sorter, KeyType widest,
                                                   int threads) {
    constexpr int kAll = tbb::task_arena::automatic;
    auto arena = std::make_unique<tbb::task_arena>(threads > 0 ? threads : kAll);
    return std::make_unique<TypedSort<CpuLoops>>(std::move(sorter), widest, CpuLoops{std::move(arena)});
}

}  // namespace sort
