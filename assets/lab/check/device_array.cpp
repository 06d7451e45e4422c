#include "device_array.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>

#include "report.h"

namespace lab {
namespace {

constexpr size_t kMostGiven = 16;  // words that a student can work through by hand

/// Reports what the kernel gets, where it is short and not only zeros.
void report_given(const char* name, const std::vector<uint32_t>& values) {
    if (values.size() > kMostGiven) return;
    if (std::all_of(values.begin(), values.end(), [](uint32_t word) { return word == 0; })) return;
    report("given", std::string(name) + "\t" + words_text(values));
}

}  // namespace

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
    report_given(name, values);
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
