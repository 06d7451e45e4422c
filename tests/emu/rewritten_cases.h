// Kernels that go through rewrite.py, for its test.
#pragma once
#include <cuda_runtime.h>

#include <vector>

struct RewrittenCase {
    const char* what;
    unsigned threads;  // and words of `out`
    cudaError_t (*launch)(unsigned* out);
    unsigned (*wanted)(unsigned thread);
};

std::vector<RewrittenCase> rewritten_cases();
