#include "sort/core/call_check.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "sort/core/memory_space.h"

namespace sort {
namespace {

/// An array of a call; null: it has none.
struct Extent {
    const void* data;
    size_t item_bytes;
    const char* what;
};

bool overlap(const Extent& a, const Extent& b, size_t count) {
    const auto first = reinterpret_cast<uintptr_t>(a.data), second = reinterpret_cast<uintptr_t>(b.data);
    return first < second + count * b.item_bytes && second < first + count * a.item_bytes;
}

void require_reachable(const SorterLimits& sorter, const Extent& one) {
    if (reinterpret_cast<uintptr_t>(one.data) % one.item_bytes != 0) {
        refuse(std::string(one.what) + " are not aligned to their " + std::to_string(one.item_bytes) +
               " bytes");
    }
    require_memory_of(sorter.engine.backend, sorter.device, one.data,
                      (std::string("sort: ") + one.what).c_str());
}

/// An array of the input and that of the output may be one; no others overlap.
void require_apart(const Extent& a, const Extent& b, size_t count) {
    const bool of_one_kind = a.what == b.what;
    if ((of_one_kind && a.data == b.data) || !overlap(a, b, count)) return;
    refuse(of_one_kind ? std::string(a.what) + " of input and output overlap in part"
                       : "keys and values overlap");
}

void require_values(const SortArrays& arrays) {
    if (arrays.values_out && arrays.value_bytes != 4 && arrays.value_bytes != 8) {
        refuse("values of " + std::to_string(arrays.value_bytes) + " bytes, where 4 or 8 are expected");
    }
    if (arrays.values_out && !arrays.values_in && arrays.value_bytes != 4)
        refuse("implied values have 4 bytes");
    if (arrays.values_in && !arrays.values_out) refuse("no values to write to");
}

void require_arrays(const SorterLimits& sorter, const SortArrays& arrays, size_t count) {
    if (!arrays.keys_in) refuse("no keys");
    if (!arrays.keys_out && !arrays.values_out) refuse("no keys and no values to write to");
    require_values(arrays);
    static const char kKeys[] = "keys", kValues[] = "values";
    const size_t key_bytes = size_of(arrays.type), value_bytes = arrays.value_bytes;
    const Extent extents[] = {{arrays.keys_in, key_bytes, kKeys},
                              {arrays.keys_out, key_bytes, kKeys},
                              {arrays.values_in, value_bytes, kValues},
                              {arrays.values_out, value_bytes, kValues}};
    for (const Extent& one : extents) {
        if (!one.data) continue;
        require_reachable(sorter, one);
        for (const Extent* other = extents; other != &one; ++other) {
            if (other->data) require_apart(one, *other, count);
        }
    }
}

bool has_scratch(KeyType made_for, KeyType needed) {
    return typed_bytes(1, needed) <= typed_bytes(1, made_for);
}

void require_scratch(KeyType made_for, const SortArrays& arrays, const PairSortOptions& options) {
    const KeyType needed = scratch_type(arrays, options);
    if (has_scratch(made_for, needed)) return;
    const std::string made = std::string("a sorter made for ") + name_of(made_for);
    const SortArrays keys_alone{.type = arrays.type, .keys_in = arrays.keys_in, .keys_out = arrays.keys_out};
    if (!has_scratch(made_for, scratch_type(keys_alone, {})))
        refuse(name_of(arrays.type) + (" keys for " + made));
    refuse("this call needs the scratch of " + std::string(name_of(needed)) + " keys, and is one of " + made);
}

void require_bits(KeyType type, int begin, int end) {
    const int bits = static_cast<int>(8 * size_of(type));
    if (begin >= 0 && begin <= end && end <= bits) return;
    refuse("bits " + std::to_string(begin) + " to " + std::to_string(end) + " are not within 0 to " +
           std::to_string(bits));
}

void require_options(const SorterLimits& sorter, const PairSortOptions& options) {
    if (options.live_count && !sorter.engine.stable) {
        refuse(std::string(sorter.engine.name) + " is not stable, and a live count needs a stable engine");
    }
    if (options.segments > 0 && !options.offsets) refuse("segments without offsets");
    if (options.offsets && options.segments == UINT32_MAX) refuse("more than 2^32 - 2 segments");
    const Extent extents[] = {{options.report, sizeof(uint32_t), "report"},
                              {options.live_count, sizeof(uint32_t), "live count"},
                              {options.offsets, sizeof(uint32_t), "offsets"}};
    for (const Extent& one : extents) {
        if (one.data) require_reachable(sorter, one);
    }
    const bool on_host = options.offsets && sorter.engine.backend == Backend::cpu;
    if (on_host && !std::is_sorted(options.offsets, options.offsets + options.segments + 1)) {
        refuse("offsets do not ascend");
    }
}

}  // namespace

void refuse(const std::string& why) { throw std::invalid_argument("sort: " + why); }

SortCall checked_call(const SorterLimits& sorter, const SortArrays& arrays, size_t count,
                      const PairSortOptions& options) {
    if (count > sorter.capacity) {
        refuse(std::to_string(count) + " pairs for a sorter made for " + std::to_string(sorter.capacity));
    }
    SortCall call{arrays, static_cast<uint32_t>(count), options};
    if (options.end_bit == kAllBits) call.options.end_bit = static_cast<int>(8 * size_of(arrays.type));
    if (count > 0) require_arrays(sorter, arrays, count);
    require_scratch(sorter.widest, arrays, options);
    require_bits(arrays.type, options.begin_bit, call.options.end_bit);
    require_options(sorter, options);
    return call;
}

}  // namespace sort
