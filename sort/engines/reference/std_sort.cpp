// std-sort: the reference sort on one thread, the standard library's sort. It runs on (key, position) words, which
// gives the order of std::stable_sort without the memory that std::stable_sort takes at every call.
// Bytes a pair: 32 to pack and gather, and 16 a level of the sort. No order check.
// Example: 5 2 7 2 becomes the words (5,0) (2,1) (7,2) (2,3), sorted (2,1) (2,3) (5,0) (7,2).
#include <algorithm>

#include "sort/engines/reference/position_sort.h"
#include "sort/registry.h"

namespace sort {
namespace {

struct StdSort {
    void operator()(uint64_t* first, uint64_t* last) const { std::sort(first, last); }
};

}  // namespace

bool register_std_sort() {
    return add_engine({"std-sort", "reference: std::sort on (key, position) words, one thread", "",
                       Backend::cpu, true, PositionSort<StdSort>::bytes,
                       [](uint32_t capacity, const EngineConfig&) {
                           return std::unique_ptr<Sorter>(new PositionSort<StdSort>(capacity, StdSort{}));
                       },
                       false});
}

}  // namespace sort
