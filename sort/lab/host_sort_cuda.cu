// Host arrays to CUDA engines: copied to the device, sorted on a stream of their own, timed by events, copied
// back.
#include "sort/cuda/check.cuh"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/lab/host_sort.h"

namespace sort {
namespace {

HostSort sort_on_cuda(Sorter& sorter, Pairs host, const Options& options) {
    const size_t bytes = size_t{host.count} * sizeof(uint32_t);
    const OwnedStream stream;
    const OwnedEvent start, stop;
    const DeviceBuffer<uint32_t> keys(host.count), values(host.values ? host.count : 0);
    const DeviceBuffer<Report> report(1);

    check(cudaMemcpyAsync(keys.data(), host.keys, bytes, cudaMemcpyHostToDevice, stream.get()));
    if (host.values) {
        check(cudaMemcpyAsync(values.data(), host.values, bytes, cudaMemcpyHostToDevice, stream.get()));
    }
    Options own = options;
    own.report = report.data();
    check(cudaEventRecord(start.get(), stream.get()));
    sorter.sort({keys.data(), host.values ? values.data() : nullptr, host.count}, stream.get(), own);
    check(cudaEventRecord(stop.get(), stream.get()));

    HostSort result;
    check(cudaMemcpyAsync(host.keys, keys.data(), bytes, cudaMemcpyDeviceToHost, stream.get()));
    if (host.values) {
        check(cudaMemcpyAsync(host.values, values.data(), bytes, cudaMemcpyDeviceToHost, stream.get()));
    }
    check(
        cudaMemcpyAsync(&result.report, report.data(), sizeof(Report), cudaMemcpyDeviceToHost, stream.get()));
    check(cudaStreamSynchronize(stream.get()));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start.get(), stop.get()));
    result.sort_ms = ms;
    return result;
}

const bool registered = add_host_sort(Backend::cuda, sort_on_cuda);

}  // namespace
}  // namespace sort
