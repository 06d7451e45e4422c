// Divides by 0 after it has printed a line that is not yet written to stdout.
#include "constants.h"
#include "lab.h"

__global__ void histogram(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> counts) {
    if (threadIdx.x == 0 && n > 0) printf("n is %u, ", n);
    const volatile uint32_t zero = n > 0 ? 0 : 1;
    if (threadIdx.x == 0 && n == 0) counts[0] = n / zero;
    if (threadIdx.x == 0 && n > 0) counts[0] = keys[0] / zero;
}
