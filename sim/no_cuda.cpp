// Stands in for world_cuda.cu in a build without CUDA.
#include "sim/world_common.h"

namespace sim {

bool cuda_available(std::string* reason, int) {
    if (reason) *reason = std::string(SWEEPLAB_NO_CUDA_REASON);
    return false;
}

std::unique_ptr<World> create_cuda_world(const WorldConfig&, const Snapshot&) {
    throw sort::Unavailable(SWEEPLAB_NO_CUDA_REASON);
}

std::vector<uint32_t> find_pairs_cuda(std::span<const Box>, const PairsConfig&, uint64_t*) {
    throw sort::Unavailable(SWEEPLAB_NO_CUDA_REASON);
}

}  // namespace sim
