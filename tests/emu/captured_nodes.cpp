// What the emulated graph of a step says of its nodes, as sim/exec/captured_nodes.cuh reads from CUDA.
#include "tests/emu/include/sim/exec/captured_nodes.cuh"

#include "tests/emu/streams.h"

namespace sim {

std::vector<CapturedNode> captured_nodes(cudaStream_t stream) {
    std::vector<CapturedNode> nodes;
    for (const emu::NodeFacts& facts : emu::captured(stream)) {
        CapturedNode node;
        if (facts.kind == emu::NodeFacts::if_node) node.kind = CapturedNode::unlisted;
        if (facts.kind == emu::NodeFacts::launch) {
            node.kind = CapturedNode::launch;
            node.kernel = {kernel_base_name(facts.name), facts.blocks, facts.threads, 64,
                           facts.dynamic_bytes};
        }
        nodes.push_back(node);
    }
    return nodes;
}

size_t captured_count(cudaStream_t stream) { return emu::captured(stream).size(); }

}  // namespace sim
