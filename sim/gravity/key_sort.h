// The sort of gravity's keys, of 63 bits: in one run by an engine that sorts keys of 64 bits on this device, and repairs
// the order of the last step where it can; else in two runs, by the lower half and by the upper half, which are full sorts.
//
// Bytes per body beside the engine's: none; 12 with two runs.
#pragma once
#include <memory>

#include "sort/registry.h"

namespace sim {

template <class Exec>
class KeySort {
    template <class T>
    using Array = typename Exec::template Array<T>;

public:
    KeySort() = default;  // for no bodies
    /// The engine is stable. Throws as sort::make_sorter.
    KeySort(uint32_t bodies, const sort::Engine& engine, const sort::EngineConfig& config)
        : whole_(sort::make_wide_sorter_or_none(engine, bodies, config)),
          narrow_(whole_ ? nullptr : sort::make_sorter(engine, bodies, config)),
          sorter_bytes_(whole_ ? engine.wide_bytes(bodies, config) : engine.bytes(bodies, config)),
          made_(whole_ ? 0 : bodies),
          halves_(whole_ ? 0 : bodies) {}

    uint32_t runs() const { return whole_ ? 1 : 2; }

    /// Returns where keys are made that run() shall leave sorted at `keys`.
    uint64_t* made(uint64_t* keys) { return whole_ ? keys : made_.data(); }

    /// Sorts the keys of made() with `order`, which counts up from 0. `reports`: of each run.
    void run(Exec& exec, sort::WidePairs sorted, sort::Report* reports) {
        if (whole_) return exec.sort("gravity/sort", *whole_, sorted, reports);
        const uint64_t* made = made_.data();
        uint32_t *halves = halves_.data(), *order = sorted.values;
        exec.each("gravity/sort/lower half", sorted.count, 12,
                  [=] HOST_DEVICE(uint32_t k) { halves[k] = uint32_t(made[k]); });
        exec.sort("gravity/sort", *narrow_, {halves, order, sorted.count}, &reports[0]);
        exec.each("gravity/sort/upper half", sorted.count, 16,
                  [=] HOST_DEVICE(uint32_t k) { halves[k] = uint32_t(made[order[k]] >> 32); });
        exec.sort("gravity/sort", *narrow_, {halves, order, sorted.count}, &reports[1]);
        uint64_t* keys = sorted.keys;
        exec.each("gravity/sort/gather", sorted.count, 20,
                  [=] HOST_DEVICE(uint32_t k) { keys[k] = made[order[k]]; });
    }

    size_t bytes() const { return sorter_bytes_ + made_.bytes() + halves_.bytes(); }

private:
    std::unique_ptr<sort::WideSorter> whole_;  // null: two runs of the other
    std::unique_ptr<sort::Sorter> narrow_;
    size_t sorter_bytes_ = 0;
    Array<uint64_t> made_;
    Array<uint32_t> halves_;
};

}  // namespace sim
