// Slots in the order of a key, by the backend's own sort.
#pragma once
#include <memory>

#include "app/observe/work.h"
#include "sort/registry.h"
#include "sort/sorter.h"

namespace app {

/// Arrays and sorter for so many slots.
template <class Exec>
class SlotSorter {
public:
    /// Allocates for `slots` slots, where there is not room for them.
    void reserve(uint32_t slots) {
        if (slots <= words_.size() / 2) return;
        const uint32_t room = slots + slots / 8;
        words_ = {};
        words_ = Array(2 * size_t(room));
        const sort::Engine& engine = sort::engine_or_default("", Exec::kBackend);
        sorter_ = sort::make_sorter(engine, room);
        sorter_bytes_ = engine.bytes(room, {});
    }
    uint32_t* keys() { return words_.data(); }
    uint32_t* slots() { return words_.data() + words_.size() / 2; }

    /// Sorts slots() by the lowest `bits` bits of keys(), stably.
    void sort(Exec& exec, const char* name, uint32_t count, int bits) {
        if (count > 0) exec.sort(name, *sorter_, {keys(), slots(), count}, nullptr, bits);
    }

    size_t bytes() const { return words_.bytes() + sorter_bytes_; }

private:
    using Array = typename Exec::template Array<uint32_t>;

    Array words_;
    std::unique_ptr<sort::Sorter> sorter_;
    size_t sorter_bytes_ = 0;
};

}  // namespace app
