// Launches that are made by a call: cooperative ones and those with attributes; and how much shared memory a
// kernel may have, which decides how many of its blocks are alive at once.
#pragma once
#include <utility>

#include "tests/emu/launch.h"
#include "tests/emu/runtime.h"
#include "tests/emu/static_shared.h"

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, maxDynamicSharedSizeBytes, binaryVersion, ptxVersion;
};

namespace emu {
using AnyKernel = void (*)();
template <class Kernel>
AnyKernel any(Kernel kernel) {
    return reinterpret_cast<AnyKernel>(reinterpret_cast<uintptr_t>(kernel));
}
cudaError_t set_attribute(AnyKernel kernel, cudaFuncAttribute attribute, int value);
int most_dynamic_bytes(AnyKernel kernel);
void forget_attributes();  // of all kernels
/// Was the kernel given an attribute for it? Then static and dynamic together may be more than 48 KB.
bool has_asked_for_shared(AnyKernel kernel);

/// Blocks that a multiprocessor of the device holds at once (profile.h); 0: it cannot.
int blocks_each(AnyKernel kernel, uint64_t threads, size_t dynamic_bytes);

/// rewrite.py gives a launching call the name beside the kernel.
template <class... Parameters>
struct NamedKernel {
    const char* name;
    void (*kernel)(Parameters...);
};
template <class... Parameters>
NamedKernel<Parameters...> named(const char* name, void (*kernel)(Parameters...)) {
    return {name, kernel};
}

template <class... Parameters, size_t... kPlaces>
cudaError_t launch_pointers(Launch<Parameters...> launch, void** arguments, std::index_sequence<kPlaces...>) {
    return launch.run(*static_cast<std::remove_reference_t<Parameters>*>(arguments[kPlaces])...);
}
}  // namespace emu

template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel kernel, cudaFuncAttribute attribute, int value) {
    return emu::set_attribute(emu::any(kernel), attribute, value);
}
template <class Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel kernel) {
    *attributes = {emu::static_shared_bytes(emu::any(kernel)), 0, 0, 1024, 64,
                   emu::most_dynamic_bytes(emu::any(kernel)),  0, 0};
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel kernel, int threads,
                                                          size_t dynamic_bytes) {
    *blocks = emu::blocks_each(emu::any(kernel), static_cast<uint64_t>(threads), dynamic_bytes);
    return cudaSuccess;
}

template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(emu::NamedKernel<Parameters...> named, dim3 grid, dim3 block,
                                        void** arguments, size_t dynamic_bytes = 0,
                                        cudaStream_t stream = nullptr,
                                        const emu::Site& site = emu::Site::current()) {
    auto launch = emu::launcher(named.name, site, named.kernel, grid, block, dynamic_bytes, stream);
    launch.cooperative = true;
    return emu::launch_pointers(launch, arguments, std::index_sequence_for<Parameters...>());
}
template <class... Parameters>
cudaError_t cudaLaunchKernel(emu::NamedKernel<Parameters...> named, dim3 grid, dim3 block, void** arguments,
                             size_t dynamic_bytes = 0, cudaStream_t stream = nullptr,
                             const emu::Site& site = emu::Site::current()) {
    return emu::launch_pointers(
        emu::launcher(named.name, site, named.kernel, grid, block, dynamic_bytes, stream), arguments,
        std::index_sequence_for<Parameters...>());
}

// Launches with attributes. One that may begin before its forerunner ends begins after it.
enum cudaLaunchAttributeID {
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
};
union cudaLaunchAttributeValue {
    int cooperative, programmaticStreamSerializationAllowed;
    struct {
        unsigned x, y, z;
    } clusterDim;
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute* attrs;
    unsigned numAttrs;
};
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, emu::NamedKernel<Parameters...> named,
                               Arguments&&... arguments) {
    auto launch = emu::launcher(named.name, emu::Site::current(), named.kernel, config->gridDim,
                                config->blockDim, config->dynamicSmemBytes, config->stream);
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeClusterDimension) return cudaErrorNotSupported;
        if (attribute.id == cudaLaunchAttributeCooperative) {
            launch.cooperative = attribute.val.cooperative != 0;
        }
    }
    return launch.run(std::forward<Arguments>(arguments)...);
}
inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}
