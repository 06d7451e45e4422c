// Is a sort's result right? The reference is std::stable_sort of a copy of the keys, compared as the contract
// says (part 4), not as sort/keys.h maps them.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "app/base/numbers.h"
#include "sort/lab/key_types.h"

namespace app {

class SortReference {
public:
    /// Sorts a copy of the keys as reference. With fewer bits than all, by those bits of the word that
    /// sort/keys.h makes of a 32-bit key. With offsets, each segment from one to the next by itself.
    SortReference(sort::KeyType type, const void* keys, uint32_t count, BitRange bits = {},
                  std::span<const uint32_t> offsets = {});

    /// order[place] = index of the key that came to lie there. Throws CheckFailed with the engine's name and
    /// the first wrong place. An engine that is not stable may order equal keys as it likes.
    void check_order(const sort::Engine& engine, std::span<const uint32_t> order) const;

    /// Checks keys that were sorted without values; `words` are the input of the engine. Throws CheckFailed
    /// as check_order().
    void check_keys(const sort::Engine& engine, const std::vector<uint32_t>& words,
                    std::vector<uint32_t> sorted) const;

    const std::vector<uint32_t>& order() const { return order_; }

private:
    template <typename T>
    void sort_items(const T* keys, uint32_t count, std::span<const uint32_t> offsets);

    std::vector<uint32_t> order_;
    std::vector<uint32_t>
        group_;  // of each index: how many different keys are smaller, or in earlier segments
};

}  // namespace app
