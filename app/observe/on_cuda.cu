// Memory of a world on the CUDA backend.
#include "app/observe/on_cuda.cuh"

namespace app {

void set_bytes(sim::CudaExec& exec, void* out, int byte, size_t bytes) {
    sort::check(cudaMemsetAsync(out, byte, bytes, exec.stream()));
}

void copy_bytes(sim::CudaExec& exec, void* out, const void* from, size_t bytes) {
    sort::check(cudaMemcpyAsync(out, from, bytes, cudaMemcpyDeviceToDevice, exec.stream()));
}

void upload_bytes(sim::CudaExec& exec, void* out, const void* from, size_t bytes) {
    sort::check(cudaMemcpyAsync(out, from, bytes, cudaMemcpyHostToDevice, exec.stream()));
}

}  // namespace app
