#include "tests/emu/graphs.h"

#include <deque>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "tests/emu/launch.h"
#include "tests/emu/profile.h"
#include "tests/emu/streams.h"
#include "tests/emu/waits.h"

struct CUgraph_st {
    std::vector<emu::Work> list;
    std::vector<emu::NodeFacts> facts;                // of each
    std::vector<std::shared_ptr<CUgraph_st>> bodies;  // of its IF nodes
    std::deque<cudaGraph_t> handed_out;               // where phGraph_out points
};
struct CUgraphExec_st {
    std::vector<emu::Work> list;
};

namespace emu {
namespace {

std::set<CUstream_st*>& captured_streams() {
    static auto* const the_streams = new std::set<CUstream_st*>;
    return *the_streams;
}

/// By handle what the last cudaGraphSetConditional said.
std::deque<unsigned>& conditions() {
    static auto* const the_conditions = new std::deque<unsigned>;
    return *the_conditions;
}

void run_all(const std::vector<Work>& list) {
    for (const Work& work : list) work();
}

}  // namespace

cudaError_t queue(CUstream_st* stream, Work work, const NodeFacts& facts) {
    if (stream == nullptr || stream->graph == nullptr) {
        work();
        return cudaSuccess;
    }
    if (stream->broken) return cudaErrorStreamCaptureInvalidated;
    stream->graph->list.push_back(std::move(work));
    stream->graph->facts.push_back(facts);
    return cudaSuccess;
}

std::vector<NodeFacts> captured(CUstream_st* stream) {
    return stream != nullptr && stream->graph != nullptr ? stream->graph->facts : std::vector<NodeFacts>{};
}

cudaError_t refused_by_capture() {
    cudaError_t status = cudaSuccess;
    for (CUstream_st* stream : captured_streams()) {
        if (!stream->strict) continue;
        stream->broken = true;
        status = cudaErrorStreamCaptureUnsupported;
    }
    return status;
}

cudaError_t refused_by_capture_of(CUstream_st* stream) {
    if (stream == nullptr) return refused_by_capture();
    if (stream->graph == nullptr) return cudaSuccess;
    stream->broken = true;
    return cudaErrorStreamCaptureUnsupported;
}

}  // namespace emu

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    if (stream == nullptr) return cudaErrorStreamCaptureUnsupported;
    if (stream->graph != nullptr) return cudaErrorIllegalState;
    emu::on_stream("cudaStreamBeginCapture", stream);
    *stream = {new CUgraph_st, true, mode != cudaStreamCaptureModeRelaxed, false, stream->blocking};
    emu::captured_streams().insert(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t*,
                                          const cudaGraphEdgeData*, size_t, cudaStreamCaptureMode mode) {
    if (stream == nullptr) return cudaErrorStreamCaptureUnsupported;
    if (stream->graph != nullptr) return cudaErrorIllegalState;
    *stream = {graph, false, mode != cudaStreamCaptureModeRelaxed, false, stream->blocking};
    emu::captured_streams().insert(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    *graph = nullptr;
    if (stream == nullptr || stream->graph == nullptr) return cudaErrorIllegalState;
    emu::captured_streams().erase(stream);
    const CUstream_st captured = std::exchange(*stream, CUstream_st{.blocking = stream->blocking});
    if (captured.broken) {
        if (captured.own_graph) delete captured.graph;
        return cudaErrorStreamCaptureInvalidated;
    }
    *graph = captured.graph;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    const bool captured = stream != nullptr && stream->graph != nullptr;
    *status = !captured        ? cudaStreamCaptureStatusNone
              : stream->broken ? cudaStreamCaptureStatusInvalidated
                               : cudaStreamCaptureStatusActive;
    return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges,
                                     size_t* count) {
    cudaStreamIsCapturing(stream, status);
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    if (id) *id = reinterpret_cast<uintptr_t>(stream->graph);
    if (graph) *graph = stream->graph;
    if (nodes) *nodes = nullptr;
    if (edges) *edges = nullptr;
    if (count) *count = 0;
    return cudaSuccess;
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t*,
                                                const cudaGraphEdgeData*, size_t, unsigned) {
    return stream != nullptr && stream->graph != nullptr ? cudaSuccess : cudaErrorIllegalState;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
    *exec = new CUgraphExec_st{graph->list};
    return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    if (exec == nullptr) return cudaErrorInvalidValue;
    return emu::refused_by_capture_of(stream);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    if (exec == nullptr) return cudaErrorInvalidValue;
    const cudaError_t refused = emu::refused_by_capture_of(stream);  // no graphs in graphs here
    if (refused != cudaSuccess) return refused;
    const emu::GraphLaunch launch(stream);
    emu::run_all(exec->list);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    delete graph;
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    delete exec;
    return cudaSuccess;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned initial, unsigned) {
    if (graph == nullptr) return cudaErrorInvalidValue;
    if (!emu::profile().if_nodes()) return cudaErrorCallRequiresNewerDriver;
    *handle = emu::conditions().size();
    emu::conditions().push_back(initial);
    return cudaSuccess;
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t*,
                             const cudaGraphEdgeData*, size_t, cudaGraphNodeParams* params) {
    if (!emu::profile().if_nodes()) return cudaErrorCallRequiresNewerDriver;
    if (graph == nullptr || params->type != cudaGraphNodeTypeConditional ||
        params->conditional.type != cudaGraphCondTypeIf || params->conditional.size != 1) {
        return cudaErrorNotSupported;
    }
    const auto body = std::make_shared<CUgraph_st>();
    graph->bodies.push_back(body);
    graph->handed_out.push_back(body.get());
    params->conditional.phGraph_out = &graph->handed_out.back();
    graph->list.push_back([body, handle = params->conditional.handle] {
        if (emu::conditions()[handle] != 0) emu::run_all(body->list);
    });
    graph->facts.push_back({emu::NodeFacts::if_node});
    *node = nullptr;
    return cudaSuccess;
}

void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
    emu::conditions()[handle] = value;
}
