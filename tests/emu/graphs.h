// Capture and graphs: what is queued on a stream that is being captured goes on a list, with its arguments by
// value; launching the graph runs the list. One stream a graph: events that fork and join are refused. An IF
// node is an entry of the list with a list of its own.
#pragma once
#include "tests/emu/runtime.h"

struct CUgraph_st;
struct CUgraphNode_st;
struct CUgraphExec_st;
using cudaGraph_t = CUgraph_st*;
using cudaGraphNode_t = CUgraphNode_st*;
using cudaGraphExec_t = CUgraphExec_st*;
using cudaGraphConditionalHandle = unsigned long long;
struct cudaGraphEdgeData {};
enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone,
    cudaStreamCaptureStatusActive,
    cudaStreamCaptureStatusInvalidated,
};
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal,
    cudaStreamCaptureModeThreadLocal,
    cudaStreamCaptureModeRelaxed,
};
enum { cudaStreamSetCaptureDependencies = 1 };
enum cudaGraphNodeType { cudaGraphNodeTypeConditional = 13 };
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf, cudaGraphCondTypeWhile };
struct cudaGraphNodeParams {
    cudaGraphNodeType type;
    struct {
        cudaGraphConditionalHandle handle;
        cudaGraphConditionalNodeType type;
        unsigned size;
        cudaGraph_t* phGraph_out;
    } conditional;
};

/// While a stream is captured, but in relaxed mode, what allocates or waits for the device is refused and
/// breaks the capture.
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* nodes, const cudaGraphEdgeData* edges,
                                          size_t count, cudaStreamCaptureMode mode);
/// A broken capture gives no graph.
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status);

/// Nodes stand in the order of capture, so there is none to name.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges,
                                     size_t* count);
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData* edges, size_t count, unsigned flags);

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned initial = 0, unsigned flags = 0);
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* nodes,
                             const cudaGraphEdgeData* edges, size_t count, cudaGraphNodeParams* params);
void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value);
