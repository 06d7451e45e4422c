// An IF node in the graph that a stream is being captured into: the body runs in a replay only when a device
// word is not 0. No word from the host, and a body left out costs the same however many kernels it holds.
#pragma once
#include <cuda_runtime.h>

#include "sort/cuda/check.cuh"

static_assert(CUDART_VERSION >= 12040, "conditional nodes came with CUDA 12.4");

namespace sort {

inline bool being_captured(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check(cudaStreamIsCapturing(stream, &status));
    return status == cudaStreamCaptureStatusActive;
}

/// State of a stream capture: the graph, and the nodes on which the next one depends.
struct CapturePoint {
    cudaGraph_t graph = nullptr;
    const cudaGraphNode_t* nodes = nullptr;
    const cudaGraphEdgeData* edges = nullptr;  // CUDA 13 hands them out, 12 has none here
    size_t node_count = 0;
};

inline CapturePoint capture_point(cudaStream_t stream) {
    CapturePoint point;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
#if CUDART_VERSION >= 13000
    check(cudaStreamGetCaptureInfo(stream, &status, nullptr, &point.graph, &point.nodes, &point.edges,
                                   &point.node_count));
#else
    check(
        cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, &point.graph, &point.nodes, &point.node_count));
#endif
    return point;
}

inline cudaGraphNode_t add_node(const CapturePoint& after, cudaGraphNodeParams& params) {
    cudaGraphNode_t node = nullptr;
#if CUDART_VERSION >= 13000
    check(cudaGraphAddNode(&node, after.graph, after.nodes, after.edges, after.node_count, &params));
#else
    check(cudaGraphAddNode(&node, after.graph, after.nodes, after.node_count, &params));
#endif
    return node;
}

/// The next node captured on `stream` will depend on `node` alone.
inline void continue_after(cudaStream_t stream, cudaGraphNode_t node) {
#if CUDART_VERSION >= 13000
    check(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, cudaStreamSetCaptureDependencies));
#else
    check(cudaStreamUpdateCaptureDependencies(stream, &node, 1, cudaStreamSetCaptureDependencies));
#endif
}

static __global__ void decide_kernel(cudaGraphConditionalHandle condition, const uint32_t* word) {
    cudaGraphSetConditional(condition, *word != 0 ? 1 : 0);
}

/// Adds to the graph that `stream` is being captured into: a kernel that reads *d_word, and an IF node with
/// what body(body_stream) queues. The body may hold kernels, copies and sets only, no events. `body_stream`
/// is any stream that is not being captured. Such a graph cannot be cloned or become a child graph.
template <class Body>
void capture_if(cudaStream_t stream, cudaStream_t body_stream, const uint32_t* d_word, Body body) {
    cudaGraphConditionalHandle condition{};
    check(cudaGraphConditionalHandleCreate(&condition, capture_point(stream).graph));
    decide_kernel<<<1, 1, 0, stream>>>(condition, d_word);
    check_launch(stream);

    cudaGraphNodeParams params{};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = condition;
    params.conditional.type = cudaGraphCondTypeIf;
    params.conditional.size = 1;
    const cudaGraphNode_t node = add_node(capture_point(stream), params);

    cudaGraph_t body_graph = params.conditional.phGraph_out[0];
    check(cudaStreamBeginCaptureToGraph(body_stream, body_graph, nullptr, nullptr, 0,
                                        cudaStreamCaptureModeRelaxed));
    try {
        body(body_stream);
    } catch (...) {
        cudaStreamEndCapture(body_stream, &body_graph);
        throw;
    }
    check(cudaStreamEndCapture(body_stream, &body_graph));
    continue_after(stream, node);
}

}  // namespace sort
