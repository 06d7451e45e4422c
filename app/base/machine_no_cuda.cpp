// A build without CUDA knows the driver of the machine at most.
#include "app/base/machine.h"
#include "sim/world.h"

namespace app {

void use_cuda_device(int) {}

CudaFacts cuda_facts() {
    CudaFacts facts;
    facts.driver = kernel_driver();
    sim::cuda_available(&facts.reason);
    return facts;
}

}  // namespace app
