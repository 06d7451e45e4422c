// "In order already?" on the GPU. The answer stays on the device: a word that later kernels read as their
// gate, so the host never has to wait for it.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

#include "sort/engines/order_check.h"

namespace sort {

/// Asks the device once, at construction, how many blocks fill it.
class OrderCheck {
public:
    OrderCheck();

    /// Queues one kernel that sets *d_out_of_order to 1 when some key is greater than the next, looking at `bits` only,
    /// and else leaves it alone: the caller has cleared it. When d_gate is given and the word there is 0 the kernel
    /// leaves at once. `count` may be anything, the keys need no alignment. d_live: Options::live_count. Key and Bits are
    /// uint32_t with KeyBits or OrderedKeyBits, which take no live count, uint64_t with WideKeyBits, and double.
    template <class Key, class Bits>
    void queue(const Key* d_keys, uint32_t count, Bits bits, const uint32_t* d_gate, uint32_t* d_out_of_order,
               cudaStream_t stream, const uint32_t* d_live = nullptr) const;

private:
    uint32_t full_grid_ = 1;
};

}  // namespace sort
