// Stands in for on_cuda.cu in a build without CUDA, in which no array can be on a device.
#include "sim/python/device.h"
#include "sort/base/errors.h"
#include "sort/device.h"

namespace python {
namespace {

[[noreturn]] void refuse() {
    std::string reason;
    sort::cuda_available(&reason);
    throw sort::Unavailable(reason);
}

}  // namespace

int device_of(const void*) { refuse(); }
void require_no_capture(sort::Stream) { refuse(); }
void flip_on_device(void*, size_t, size_t, uint64_t, sort::Stream) { refuse(); }
void copy_on_device(void*, const void*, size_t, sort::Stream) { refuse(); }
void copy_to_host(void*, const void*, size_t, sort::Stream) { refuse(); }
void wait_for(sort::Stream) { refuse(); }

DeviceMemory::DeviceMemory(size_t) { refuse(); }
DeviceMemory::~DeviceMemory() = default;

LastWork::LastWork() { refuse(); }
LastWork::~LastWork() = default;
void LastWork::queued_on(sort::Stream) {}
void LastWork::before(sort::Stream) const {}
void LastWork::finish() const {}

}  // namespace python
