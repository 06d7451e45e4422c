// What a stream that is being captured has queued so far, read from its graph: engines and broad phases do not have
// to say what they launch, and a step costs nothing more. Emulated kernels have one of their own in tests/emu/include.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>

#include "sim/exec/stage_kernels.h"
#include "sort/cuda/if_node.cuh"

namespace sim {

/// Returns the node that a node waits for; null: it is the first.
inline cudaGraphNode_t node_before(cudaGraphNode_t node) {
    cudaGraphNode_t before = nullptr;
    cudaGraphEdgeData edge{};
    size_t count = 1;
#if CUDART_VERSION >= 13000
    sort::check(cudaGraphNodeGetDependencies(node, &before, &edge, &count));
#else
    sort::check(cudaGraphNodeGetDependencies_v2(node, &before, &edge, &count));
#endif
    return count > 0 ? before : nullptr;
}

/// Describes a kernel node. Returns false if CUDA does not know it, as kernels of another copy of its runtime.
inline bool describe(cudaGraphNode_t node, KernelLaunch& launch) {
    cudaKernelNodeParams params{};
    cudaFuncAttributes attributes{};
    const char* name = nullptr;
    if (cudaGraphKernelNodeGetParams(node, &params) != cudaSuccess ||
        cudaFuncGetAttributes(&attributes, params.func) != cudaSuccess ||
        cudaFuncGetName(&name, params.func) != cudaSuccess) {
        cudaGetLastError();  // no fault of the step
        return false;
    }
    launch = {kernel_base_name(name), uint64_t(params.gridDim.x) * params.gridDim.y * params.gridDim.z,
              params.blockDim.x * params.blockDim.y * params.blockDim.z, uint32_t(attributes.numRegs),
              params.sharedMemBytes + attributes.sharedSizeBytes};
    return true;
}

inline CapturedNode captured_node(cudaGraphNode_t node) {
    cudaGraphNodeType type{};
    sort::check(cudaGraphNodeGetType(node, &type));
    CapturedNode captured;
    if (type == cudaGraphNodeTypeConditional) captured.kind = CapturedNode::unlisted;
    if (type == cudaGraphNodeTypeKernel)
        captured.kind = describe(node, captured.kernel) ? CapturedNode::launch : CapturedNode::unlisted;
    return captured;
}

/// Returns how many nodes were captured so far.
inline size_t captured_count(cudaStream_t stream) {
    size_t count = 0;
    const sort::CapturePoint last = sort::capture_point(stream);
    for (cudaGraphNode_t node = last.node_count > 0 ? last.nodes[0] : nullptr; node; node = node_before(node))
        ++count;
    return count;
}

/// Returns the nodes captured so far, in order. A step has one stream and forks nowhere: each node waits for
/// one other.
inline std::vector<CapturedNode> captured_nodes(cudaStream_t stream) {
    std::vector<CapturedNode> nodes;
    const sort::CapturePoint last = sort::capture_point(stream);
    for (cudaGraphNode_t node = last.node_count > 0 ? last.nodes[0] : nullptr; node; node = node_before(node))
        nodes.push_back(captured_node(node));
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
}

}  // namespace sim
