// A named range for profilers that listen to NVTX, such as Nsight Systems: nothing in builds with SWEEPLAB_NVTX=OFF or
// without CUDA.
#pragma once
#ifdef SWEEPLAB_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace sort {

/// From its constructor to its destructor, on the calling thread. What is queued in it belongs to it.
class NvtxRange {
public:
#ifdef SWEEPLAB_NVTX
    explicit NvtxRange(const char* name) { nvtxRangePushA(name); }
    ~NvtxRange() { nvtxRangePop(); }
#else
    explicit NvtxRange(const char*) {}
    ~NvtxRange() {}  // so that nobody calls one unused
#endif
    NvtxRange(const NvtxRange&) = delete;
    NvtxRange& operator=(const NvtxRange&) = delete;
};

}  // namespace sort
