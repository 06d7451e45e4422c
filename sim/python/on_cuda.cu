// What the Python package does on CUDA devices itself: device.h, where there is CUDA.
#include <algorithm>

#include "sim/python/device.h"
#include "sort/cuda/check.cuh"

namespace python {
namespace {

constexpr uint32_t kThreads = 256;
constexpr size_t kMostBlocks = 1 << 16;

template <class Word>
__global__ void flip_kernel(Word* keys, size_t count, Word mask) {
    const size_t stride = size_t{gridDim.x} * blockDim.x;
    for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) keys[i] ^= mask;
}

template <class Word>
void flip(void* keys, size_t count, uint64_t mask, cudaStream_t stream) {
    if (count == 0) return;
    const size_t blocks = std::min((count + kThreads - 1) / kThreads, kMostBlocks);
    flip_kernel<<<static_cast<uint32_t>(blocks), kThreads, 0, stream>>>(static_cast<Word*>(keys), count,
                                                                        static_cast<Word>(mask));
    sort::check_launch(stream);
}

bool is_captured(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    sort::check(cudaStreamIsCapturing(stream, &status));
    return status != cudaStreamCaptureStatusNone;
}

cudaEvent_t event_of(void* event) { return static_cast<cudaEvent_t>(event); }

}  // namespace

int device_of(const void* data) {
    cudaPointerAttributes at{};
    sort::check(cudaPointerGetAttributes(&at, data));
    if (at.type != cudaMemoryTypeDevice && at.type != cudaMemoryTypeManaged)
        throw sort::Unavailable("an array of __cuda_array_interface__ is not in memory of a CUDA device");
    return at.device;
}

void require_no_capture(sort::Stream stream) {
    if (!is_captured(stream)) return;
    throw sort::Unavailable(
        "the stream is captured into a graph: use a Repair made before, for scratch that lives as long");
}

void flip_on_device(void* keys, size_t count, size_t key_bytes, uint64_t mask, sort::Stream stream) {
    if (key_bytes == 8) return flip<unsigned long long>(keys, count, mask, stream);
    flip<uint32_t>(keys, count, mask, stream);
}

void copy_on_device(void* to, const void* from, size_t bytes, sort::Stream stream) {
    sort::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream));
}

void copy_to_host(void* to, const void* from, size_t bytes, sort::Stream stream) {
    sort::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
    wait_for(stream);
}

void wait_for(sort::Stream stream) { sort::check(cudaStreamSynchronize(stream)); }

DeviceMemory::DeviceMemory(size_t bytes) { sort::check(cudaMalloc(&data_, bytes)); }
DeviceMemory::~DeviceMemory() { cudaFree(data_); }

LastWork::LastWork() {
    cudaEvent_t event = nullptr;
    sort::check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    event_ = event;
}

LastWork::~LastWork() { cudaEventDestroy(event_of(event_)); }

void LastWork::queued_on(sort::Stream stream) {
    if (!is_captured(stream)) sort::check(cudaEventRecord(event_of(event_), stream));
}

void LastWork::before(sort::Stream stream) const {
    if (!is_captured(stream)) sort::check(cudaStreamWaitEvent(stream, event_of(event_)));
}

void LastWork::finish() const {
    if (cudaEventSynchronize(event_of(event_)) != cudaSuccess) cudaGetLastError();
}

}  // namespace python
