// Runs the student's kernel, and counts the digits of each tile one key after another.
#include "device_array.h"
#include "task.h"

__global__ void rank_keys(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> ranks);

namespace lab {

std::vector<Output> run_kernel(const Constants& constants, const std::vector<uint32_t>& keys) {
    const DeviceArray d_keys("keys", keys);
    const DeviceArray d_ranks("ranks", keys.size());
    rank_keys<<<constants.blocks(keys.size()), constants.threads>>>(
        d_keys.readable(), static_cast<uint32_t>(keys.size()), d_ranks.writable());
    std::vector<uint32_t> wanted(keys.size()), counts;
    for (size_t i = 0; i < keys.size(); ++i) {
        if (i % constants.threads == 0) counts.assign(constants.bins(), 0);
        wanted[i] = counts[constants.digit(keys[i])]++;
    }
    return {{"ranks", d_ranks.values(), wanted}};
}

}  // namespace lab
