#include "sim/exec/stage_kernels.h"

#include <algorithm>
#include <cctype>

namespace sim {
namespace {

size_t number_at(std::string_view text, size_t& at) {
    size_t number = 0;
    for (; at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])); ++at)
        number = std::min<size_t>(10 * number + size_t(text[at] - '0'), text.size());
    return number;
}

/// Returns the last of the names at the front of "_ZN3sim11each_kernelI...": each stands behind its length.
/// Demanglers do not know the lambdas of nvcc, which come behind them.
std::string_view last_name(std::string_view mangled) {
    std::string_view name = mangled;
    for (size_t at = 2; at < mangled.size();) {
        if (mangled[at] == 'N' || mangled[at] == 'L') ++at;
        const size_t length = number_at(mangled, at);
        if (length == 0 || at + length > mangled.size()) break;
        name = mangled.substr(at, length);
        at += length;
    }
    return name;
}

}  // namespace

std::string kernel_base_name(std::string_view name) {
    if (name.starts_with("_Z")) return std::string(last_name(name));
    name = name.substr(0, name.find_first_of("<("));
    return std::string(name.substr(name.find_last_of(": ") + 1));  // npos + 1 is 0
}

std::vector<StageKernels> kernels_by_stage(std::span<const CapturedNode> nodes,
                                           std::span<const size_t> first_nodes) {
    std::vector<StageKernels> stages(first_nodes.size());
    for (size_t stage = 0; stage < stages.size(); ++stage) {
        const size_t end = stage + 1 < stages.size() ? first_nodes[stage + 1] : nodes.size();
        for (size_t k = first_nodes[stage]; k < end; ++k) {
            if (nodes[k].kind == CapturedNode::launch) stages[stage].kernels.push_back(nodes[k].kernel);
            if (nodes[k].kind == CapturedNode::unlisted) ++stages[stage].unlisted;
        }
    }
    return stages;
}

}  // namespace sim
