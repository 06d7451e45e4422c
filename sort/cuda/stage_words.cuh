// The words of a stage in device memory, for observers: copied in stream order, read once the stream was
// waited for.
#pragma once
#include "sort/cuda/check.cuh"
#include "sort/stage.h"

namespace sort {

/// Queues the copies, in after(). `to` stays where it is until they have arrived.
inline void fetch_words(StageWords& to, const Stage& stage, cudaStream_t stream) {
    to = {};
    const auto fetch = [&](uint32_t& word, const uint32_t* d_word) {
        if (d_word) check(cudaMemcpyAsync(&word, d_word, sizeof word, cudaMemcpyDeviceToHost, stream));
    };
    fetch(to.gate, stage.gate);
    fetch(to.stopped, stage.stopped);
}

}  // namespace sort
