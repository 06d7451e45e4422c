#include "sim/exec/stage_kernels.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace sim {
namespace {

std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text ? text.get() : name;
}

}  // namespace

std::string kernel_base_name(std::string_view name) {
    std::string text = demangled(std::string(name));
    constexpr std::string_view kUnnamed = "(anonymous namespace)::";
    for (size_t at; (at = text.find(kUnnamed)) != std::string::npos;) text.erase(at, kUnnamed.size());
    text = text.substr(0, text.find_first_of("<("));
    return text.substr(text.find_last_of(": ") + 1);  // npos + 1 is 0
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
