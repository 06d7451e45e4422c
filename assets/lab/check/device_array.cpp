#include "device_array.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>

#ifdef EMU_CUDA
#include "report.h"
#endif

namespace lab {

void check_cuda(cudaError_t status) {
    if (status != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}

DeviceArray::DeviceArray(const char* name, size_t count) : count_(count) {
#ifdef EMU_CUDA
    facts_ = {name, count, false, false};
#else
    static_cast<void>(name);
#endif
    void* memory = nullptr;
    check_cuda(cudaMalloc(&memory, std::max<size_t>(count, 1) * sizeof(uint32_t)));
    words_ = static_cast<uint32_t*>(memory);
}

DeviceArray::DeviceArray(const char* name, const std::vector<uint32_t>& values)
    : DeviceArray(name, values.size()) {
#ifdef EMU_CUDA
    facts_.written = true;
    if (traces_stores()) report("array", std::string(name) + "\t" + words_text(values));
#endif
    if (count_ == 0) return;
    check_cuda(cudaMemcpy(words_, values.data(), count_ * sizeof(uint32_t), cudaMemcpyHostToDevice));
}

DeviceArray::~DeviceArray() {
    // After a fault the words around it may have changed, which must not end this program before the fault is told.
    if (std::uncaught_exceptions() == 0) cudaFree(words_);
}

std::vector<uint32_t> DeviceArray::values() const {
    check_cuda(cudaGetLastError());
    check_cuda(cudaDeviceSynchronize());
#ifdef EMU_CUDA
    emu::check_guards("the kernel");
#endif
    std::vector<uint32_t> values(count_);
    if (count_ > 0)
        check_cuda(cudaMemcpy(values.data(), words_, count_ * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    return values;
}

}  // namespace lab
