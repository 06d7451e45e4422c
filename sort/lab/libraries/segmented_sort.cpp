// The list of calls, and those of the CPU: std::stable_sort of each segment, by one thread and by TBB's.
#include "sort/lab/libraries/segmented_sort.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "sort/base/thread_arena.h"
#include "sort/lab/libraries/pairs_of_host.h"

namespace sort {
namespace {

std::vector<SegmentedCall>& segmented_call_list() {
    static std::vector<SegmentedCall> all;
    return all;
}

template <class Key>
class StdSegments : public PairsOfHost<Key> {
public:
    StdSegments(uint32_t pairs, uint32_t, int threads) : PairsOfHost<Key>(pairs, threads) {}

    void sort(TypedArrays pairs, Stream) override { sort_some(pairs, 0, pairs.segments); }

protected:
    void sort_some(const TypedArrays& pairs, uint32_t first, uint32_t last) {
        const auto items = this->items_.begin();
        for (uint32_t s = first; s < last; ++s) {
            std::stable_sort(items + pairs.offsets[s], items + pairs.offsets[s + 1],
                             [](const auto& a, const auto& b) { return before(a.key, b.key); });
        }
    }
};

template <class Key>
class TbbSegments : public StdSegments<Key> {
public:
    TbbSegments(uint32_t pairs, uint32_t segments, int threads)
        : StdSegments<Key>(pairs, segments, threads), arena_(threads) {}

    void sort(TypedArrays pairs, Stream) override {
        arena_.execute([&] {
            tbb::parallel_for(tbb::blocked_range<uint32_t>(0, pairs.segments),
                              [&](const auto& range) { this->sort_some(pairs, range.begin(), range.end()); });
        });
    }

private:
    ThreadArena arena_;
};

/// Items of the widest key with its value; std::stable_sort takes half of a segment besides.
size_t item_bytes(uint32_t count, const EngineConfig&) { return size_t{16} * count; }

const bool registered =
    add_segmented_call({{"std-segmented", "reference: std::stable_sort of each segment, one thread", "",
                         Backend::cpu, true, item_bytes, nullptr, false},
                        "std::stable_sort of each segment",
                        make_segmented_sort<StdSegments>}) &&
    add_segmented_call({{"tbb-segmented", "reference: std::stable_sort of each segment, on TBB threads", "",
                         Backend::cpu, true, item_bytes, nullptr, false},
                        "std::stable_sort of each segment, tbb::parallel_for",
                        make_segmented_sort<TbbSegments>});

}  // namespace

std::span<const SegmentedCall> segmented_calls() { return segmented_call_list(); }

const SegmentedCall* find_segmented_call(const std::string& engine) {
    const auto at = std::find_if(segmented_call_list().begin(), segmented_call_list().end(),
                                 [&](const SegmentedCall& one) { return engine == one.engine.name; });
    return at == segmented_call_list().end() ? nullptr : &*at;
}

bool add_segmented_call(const SegmentedCall& call) {
    const auto at = std::find_if(
        segmented_call_list().begin(), segmented_call_list().end(),
        [&](const SegmentedCall& one) { return std::string(call.engine.name) < one.engine.name; });
    segmented_call_list().insert(at, call);
    return true;
}

}  // namespace sort
