// Wrong: boxes whose ends touch on x are left out.
#include "constants.h"
#include "lab.h"

__global__ void sweep(Global<const uint32_t> low_x, Global<const uint32_t> high_x,
                      Global<const uint32_t> low_y, Global<const uint32_t> high_y, uint32_t n,
                      Global<uint32_t> pair_count, Global<uint32_t> pairs) {
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    if (i >= n) return;
    const uint32_t end = high_x[i], low = low_y[i], high = high_y[i];
    for (uint32_t j = i + 1; j < n && low_x[j] < end; ++j) {
        if (low_y[j] <= high && low <= high_y[j]) {
            const uint32_t place = atomicAdd(&pair_count[0], 1u);
            pairs[2 * place] = i;
            pairs[2 * place + 1] = j;
        }
    }
}
