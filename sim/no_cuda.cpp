// Stands in for world_cuda.cu and pair_search_cuda.cu in a build without CUDA.
#include "sim/pair_search.h"
#include "sim/world_common.h"

namespace sim {

bool cuda_available(std::string* reason, int) {
    if (reason) *reason = std::string(SWEEPLAB_NO_CUDA_REASON);
    return false;
}

std::unique_ptr<World> create_cuda_world(const WorldConfig&, const Snapshot&) {
    throw sort::Unavailable(SWEEPLAB_NO_CUDA_REASON);
}

std::unique_ptr<PairSearch> create_cuda_search(uint32_t, const PairsConfig&) {
    throw sort::Unavailable(SWEEPLAB_NO_CUDA_REASON);
}

}  // namespace sim
