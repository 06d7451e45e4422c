// tbb-sort: the reference sort on threads, tbb::parallel_sort (a quicksort). Alone it is not stable and its result
// may differ between runs; on (key, position) words, no two of which are equal, there is only one result: the
// stable one. Bytes a pair: 32 to pack and gather (one thread), and 16 a level of the sort. No order check.
// Example: 5 2 7 2 becomes the words (5,0) (2,1) (7,2) (2,3), sorted (2,1) (2,3) (5,0) (7,2).
#include <tbb/parallel_sort.h>

#include <optional>

#include "sort/base/thread_arena.h"
#include "sort/engines/reference/position_sort.h"
#include "sort/registry.h"

namespace sort {
namespace {

class TbbSort {
public:
    explicit TbbSort(int threads) : threads_(threads) {}

    void operator()(uint64_t* first, uint64_t* last) {
        const int callers = tbb::this_task_arena::max_concurrency(),
                  threads = threads_ > 0 ? threads_ : callers;
        if (threads_ == 0 && ThreadArena::is_in_one()) return tbb::parallel_sort(first, last);
        if (!arena_ || arena_->threads() != threads) arena_.emplace(threads);
        arena_->execute([&] { tbb::parallel_sort(first, last); });
    }

private:
    int threads_;
    std::optional<ThreadArena> arena_;
};

}  // namespace

bool register_tbb_sort() {
    return add_engine({"tbb-sort", "reference: tbb::parallel_sort on (key, position) words", "", Backend::cpu,
                       true, PositionSort<TbbSort>::bytes,
                       [](uint32_t capacity, const EngineConfig& config) {
                           return std::unique_ptr<Sorter>(
                               new PositionSort<TbbSort>(capacity, TbbSort(config.threads)));
                       },
                       false});
}

}  // namespace sort
