#include "app/view/tool_panel/kernel_text.h"

#include "app/base/numbers.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

std::string counted(size_t count, const char* what) {
    return grouped(count) + " " + what + (count == 1 ? "" : "s");
}

std::string unlisted_text(const sim::StageKernels& stage) {
    return stage.unlisted == 0 ? "" : counted(stage.unlisted, "conditional node") + " not listed";
}

/// Calls f(kernel, times) for each launch of a stage that differs from the one before; `times`: how often it
/// stands there in a row.
template <class F>
void each_run(const sim::StageKernels& stage, F f) {
    for (size_t first = 0, last; first < stage.kernels.size(); first = last) {
        for (last = first + 1; last < stage.kernels.size() && stage.kernels[last] == stage.kernels[first];)
            ++last;
        f(stage.kernels[first], last - first);
    }
}

}  // namespace

const sim::StageKernels* kernels_of_slice(const FrameTimeline& timeline, size_t index,
                                          std::span<const sim::StageKernels> stages) {
    const SliceRow &steps = timeline.row(Lane::compute, 0), &row = timeline.row(Lane::compute, 1);
    if (index >= row.size()) return nullptr;
    size_t step = steps.ending_after(row[index].start_us);
    if (step > 0 && (step == steps.size() || steps[step].start_us > row[index].start_us)) --step;
    if (step >= steps.size()) return nullptr;
    const auto is_of_step = [&](size_t k) {
        return row[k].start_us >= steps[step].start_us && row[k].end_us <= steps[step].end_us;
    };
    size_t first = index, end = index + 1;
    while (first > 0 && is_of_step(first - 1)) --first;
    while (end < row.size() && is_of_step(end)) ++end;
    return end - first == stages.size() ? &stages[index - first] : nullptr;
}

std::string kernels_line(const sim::StageKernels& stage) {
    const size_t count = stage.kernels.size();
    if (count == 0) return stage.unlisted > 0 ? unlisted_text(stage) : "no kernels: copies and sets alone";
    std::string text = counted(count, "kernel") + " (blocks x threads, registers):";
    const char* between = " ";
    each_run(stage, [&](const sim::KernelLaunch& kernel, size_t times) {
        text += between + kernel.name + " " + grouped(kernel.blocks) + " x " +
                std::to_string(kernel.threads) + ", " + std::to_string(kernel.registers);
        if (times > 1) text += ", " + std::to_string(times) + " times";
        between = "; ";
    });
    return stage.unlisted > 0 ? text + "; " + unlisted_text(stage) : text;
}

std::string kernels_list(const sim::StageKernels& stage) {
    std::string text;
    each_run(stage, [&](const sim::KernelLaunch& kernel, size_t times) {
        text += (text.empty() ? "" : "\n") + kernel.name +
                (times > 1 ? ", " + std::to_string(times) + " times" : "") + ": " + grouped(kernel.blocks) +
                " blocks of " + std::to_string(kernel.threads) + " threads, " +
                std::to_string(kernel.registers) + " registers per thread, " +
                human_bytes(double(kernel.shared_bytes)) + " shared memory per block";
    });
    return stage.unlisted > 0 ? text + "\n" + unlisted_text(stage) : text;
}

std::string kernels_line(std::span<const sim::StageKernels> stages) {
    if (stages.empty()) return "kernels -";
    size_t count = 0;
    for (const sim::StageKernels& stage : stages) count += stage.kernels.size() + stage.unlisted;
    return counted(count, "kernel") + " in " + counted(stages.size(), "stage") +
           "; click a stage for blocks and registers";
}

}  // namespace app
