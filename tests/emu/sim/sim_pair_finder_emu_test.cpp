// PairFinder on a CUDA device, its kernels emulated.
#include "tests/sim/pair_finder_cuda_suite.h"
