// What the stages of a step launch on a device, known once the step's graph is captured: every replay launches the
// same.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sim {

/// A launch, and what the compiler made of its kernel.
struct KernelLaunch {
    std::string name;  // "each_kernel"
    uint64_t blocks = 0;
    uint32_t threads = 0;       // per block
    uint32_t registers = 0;     // per thread
    uint64_t shared_bytes = 0;  // per block

    bool operator==(const KernelLaunch&) const = default;
};

struct StageKernels {
    std::vector<KernelLaunch> kernels;  // in the order in which they run
    uint32_t unlisted = 0;  // IF nodes, whose graphs CUDA does not show, and kernels that it does not know
};

/// Something that a stream which is being captured has queued.
struct CapturedNode {
    enum Kind { other, launch, unlisted } kind = other;
    KernelLaunch kernel{};  // of a launch
};

/// Returns the stages of a step; `first_nodes`: with which node each begins.
std::vector<StageKernels> kernels_by_stage(std::span<const CapturedNode> nodes,
                                           std::span<const size_t> first_nodes);

/// Returns "each_kernel" of "sim::each_kernel<F>", or of the mangled name of such a kernel.
std::string kernel_base_name(std::string_view name);

/// Interface of a world on a device, beside World: its kernels by stage.
class ShowsKernels {
public:
    /// Returns an entry per stage of a step's report, in order; valid until the next step() or poll(). None
    /// of traced steps.
    std::span<const StageKernels> kernels() const { return kernels_; }

protected:
    ~ShowsKernels() = default;
    void note_kernels(std::span<const CapturedNode> of_step, std::span<const size_t> first_nodes) {
        kernels_ = kernels_by_stage(of_step, first_nodes);
    }

private:
    std::vector<StageKernels> kernels_;
};

/// Returns the kernels of a world by stage; none of a world on the CPU.
template <class World>
std::span<const StageKernels> kernels_of(const World& world) {
    const auto* shows = dynamic_cast<const ShowsKernels*>(&world);
    return shows ? shows->kernels() : std::span<const StageKernels>{};
}

}  // namespace sim
