// Copies from global to shared memory that nothing waits for until their data is needed, and that take no registers; before
// compute capability 8.0 plain ones.
#pragma once
#include <cuda_pipeline_primitives.h>

#include "sort/cuda/check.cuh"

namespace sort {

/// Copies a word of 4 or 8 bytes, which its thread may read behind wait_for_copies(), others behind the next barrier.
template <class Word>
__device__ __forceinline__ void copy_async(Word* to_shared, const Word* from) {
#if __CUDA_ARCH__ >= 800
    __pipeline_memcpy_async(to_shared, from, sizeof(Word));
#else
    *to_shared = __ldcg(from);
#endif
}

/// Waits for all copies of this thread.
__device__ __forceinline__ void wait_for_copies() {
#if __CUDA_ARCH__ >= 800
    __pipeline_commit();
    __pipeline_wait_prior(0);
#endif
}

}  // namespace sort
