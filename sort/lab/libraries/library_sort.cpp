// The table of calls, and those of the CPU: the standard library's and TBB's, on pairs of key and value.
#include "sort/lab/libraries/library_sort.h"

#include <tbb/parallel_sort.h>

#include <algorithm>
#include <map>

#include "sort/base/thread_arena.h"
#include "sort/lab/libraries/pairs_of_host.h"

namespace sort {
namespace {

std::map<std::string, LibraryCall>& library_calls() {
    static std::map<std::string, LibraryCall> all;
    return all;
}

template <class Key>
class StdStableSort : public PairsOfHost<Key> {
public:
    using PairsOfHost<Key>::PairsOfHost;
    using Item = typename PairsOfHost<Key>::Item;

    void sort(TypedArrays pairs, Stream) override {
        std::stable_sort(this->items_.begin(), this->items_.begin() + pairs.count,
                         [](const Item& a, const Item& b) { return before(a.key, b.key); });
    }
};

/// A quicksort is not stable: values that ascend in the input, as indices do, make it so as the second key.
template <class Key>
class TbbParallelSort : public PairsOfHost<Key> {
public:
    using Item = typename PairsOfHost<Key>::Item;

    TbbParallelSort(uint32_t capacity, int threads) : PairsOfHost<Key>(capacity, threads), arena_(threads) {}

    void sort(TypedArrays pairs, Stream) override {
        arena_.execute([&] {
            tbb::parallel_sort(this->items_.begin(), this->items_.begin() + pairs.count,
                               [](const Item& a, const Item& b) {
                                   if (before(a.key, b.key)) return true;
                                   return !before(b.key, a.key) && a.value < b.value;
                               });
        });
    }

private:
    ThreadArena arena_;
};

const bool registered =
    add_library_call("std-sort", {"std::stable_sort", make_library_sort<StdStableSort>}) &&
    add_library_call("tbb-sort", {"tbb::parallel_sort", make_library_sort<TbbParallelSort>});

}  // namespace

const LibraryCall* find_library_call(const std::string& engine) {
    const auto at = library_calls().find(engine);
    return at == library_calls().end() ? nullptr : &at->second;
}

bool add_library_call(const char* engine, const LibraryCall& call) {
    return library_calls().emplace(engine, call).second;
}

}  // namespace sort
