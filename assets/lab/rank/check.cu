// Runs the student's kernel, and counts the digits of each tile one key after another.
#include "device_array.h"
#include "task.h"

__global__ void rank_keys(Global<const uint32_t> keys, uint32_t n, Global<uint32_t> ranks);

namespace lab {
namespace {

constexpr uint32_t kWarp = 32;

/// The rank of each key among the equal digits of its group of `threads` keys.
std::vector<uint32_t> right_ranks(const std::vector<uint32_t>& keys, const Constants& constants,
                                  uint32_t threads) {
    std::vector<uint32_t> ranks(keys.size()), counts;
    for (size_t i = 0; i < keys.size(); ++i) {
        if (i % threads == 0) counts.assign(constants.bins(), 0);
        ranks[i] = counts[constants.digit(keys[i])]++;
    }
    return ranks;
}

}  // namespace

std::vector<Output> run_kernel(const Constants& constants, const std::vector<uint32_t>& keys) {
    const DeviceArray d_keys("keys", keys);
    const DeviceArray d_ranks("ranks", keys.size());
    rank_keys<<<constants.blocks(keys.size()), constants.threads>>>(
        d_keys.readable(), static_cast<uint32_t>(keys.size()), d_ranks.writable());
    const std::vector<uint32_t> wanted = right_ranks(keys, constants, constants.threads);
    std::vector<uint32_t> one_more = wanted;
    for (uint32_t& rank : one_more) ++rank;
    return {{"ranks",
             d_ranks.values(),
             wanted,
             {{one_more, "one too many: the key itself is counted"},
              {right_ranks(keys, constants, kWarp),
               "ranks within the warp: the counts of the warps before are missing"}}}};
}

}  // namespace lab
