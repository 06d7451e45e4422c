// The readers of worlds on the CUDA backend.
#include "app/observe/on_cuda.cuh"
#include "app/observe/readers/readers_by.h"

namespace app {

const Readers& cuda_readers() {
    static constexpr Readers readers = readers_by<CudaObserver>(make_cuda_sort_recorder);
    return readers;
}

}  // namespace app
