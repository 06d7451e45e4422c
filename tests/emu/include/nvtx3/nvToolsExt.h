// Found before the CUDA toolkit's own: ranges that nobody listens to.
#pragma once

inline int nvtxRangePushA(const char*) { return 0; }
inline int nvtxRangePop() { return 0; }
