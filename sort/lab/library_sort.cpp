// The table of calls, and those of the CPU: the standard library's and TBB's, on pairs of key and value.
#include "sort/lab/library_sort.h"

#include <tbb/parallel_sort.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <type_traits>
#include <vector>

#include "sort/base/thread_arena.h"

namespace sort {
namespace {

std::map<std::string, LibraryCall>& calls() {
    static std::map<std::string, LibraryCall> all;
    return all;
}

/// Every NaN is greater than all numbers.
template <class Key>
bool before(Key a, Key b) {
    if constexpr (std::is_floating_point_v<Key>) return std::isnan(b) ? !std::isnan(a) : a < b;
    return a < b;
}

template <class Key>
class PairsOfHost : public LibrarySort {
public:
    PairsOfHost(uint32_t capacity, int) : items_(capacity) {}

    void prepare(TypedArrays pairs, Stream) override {
        const Key* keys = static_cast<const Key*>(pairs.keys);
        for (uint32_t i = 0; i < pairs.count; ++i) items_[i] = {keys[i], pairs.values[i]};
    }
    void finish(TypedArrays pairs, Stream) override {
        Key* keys = static_cast<Key*>(pairs.keys);
        for (uint32_t i = 0; i < pairs.count; ++i) keys[i] = items_[i].key, pairs.values[i] = items_[i].value;
    }

protected:
    struct Item {
        Key key;
        uint32_t value;
    };
    std::vector<Item> items_;
};

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
    const auto at = calls().find(engine);
    return at == calls().end() ? nullptr : &at->second;
}

bool add_library_call(const char* engine, const LibraryCall& call) {
    return calls().emplace(engine, call).second;
}

}  // namespace sort
