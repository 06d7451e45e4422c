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

std::vector<StageKernels> kernels_by_stage(std::span<const CapturedNode> nodes) {
    std::vector<StageKernels> stages;
    for (const CapturedNode& node : nodes) {
        if (node.kind == CapturedNode::event) stages.emplace_back();
        if (stages.empty()) continue;
        if (node.kind == CapturedNode::launch) stages.back().kernels.push_back(node.kernel);
        if (node.kind == CapturedNode::unlisted) ++stages.back().unlisted;
    }
    if (!stages.empty()) stages.pop_back();  // behind the last event
    return stages;
}

}  // namespace sim
