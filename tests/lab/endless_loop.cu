// Wrong: the walk does not go on where two boxes are apart on y.
#include "constants.h"
#include "lab.h"

__global__ void sweep(Global<const uint32_t> low_x, Global<const uint32_t> high_x,
                      Global<const uint32_t> low_y, Global<const uint32_t> high_y, uint32_t n,
                      Global<uint32_t> pair_count, Global<uint32_t> pairs) {
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    if (i >= n) return;
    for (uint32_t j = i + 1; j < n && low_x[j] <= high_x[i];) {
        if (low_y[j] > high_y[i] || low_y[i] > high_y[j]) continue;
        const uint32_t place = atomicAdd(&pair_count[0], 1u);
        pairs[2 * place] = i;
        pairs[2 * place + 1] = j++;
    }
}
