// Stands in for world_cuda.cu in a build without CUDA.
#include "sim/worlds/world_common.h"

namespace sim {

std::unique_ptr<World> create_cuda_world(const WorldConfig&, Start) {
    std::string reason;
    cuda_available(&reason);
    throw sort::Unavailable(reason);
}

void load_world_kernels() {}

}  // namespace sim
