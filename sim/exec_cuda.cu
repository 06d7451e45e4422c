// The parts of CudaExec that are not templates: its stream, the scan and the sort.
#include <cub/device/device_scan.cuh>

#include "sim/exec_cuda.cuh"

namespace sim {
namespace {

cudaError_t scan(void* scratch, size_t& bytes, const uint32_t* in, uint64_t* out, uint32_t count,
                 cudaStream_t stream) {
    return cub::DeviceScan::ExclusiveScan(scratch, bytes, in, out, cuda::std::plus<uint64_t>{}, uint64_t(0),
                                          count, stream);
}

}  // namespace

CudaExec::CudaExec(int device, uint32_t longest_scan) : longest_scan_(longest_scan + 1) {
    sort::check(cudaSetDevice(device));
    sort::check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    int count = 0;
    sort::check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    multiprocessors_ = uint32_t(count);
    size_t bytes = 0;
    sort::check(scan(nullptr, bytes, nullptr, nullptr, longest_scan_, stream_));
    scan_scratch_ = sort::DeviceBuffer<char>(bytes);
}

CudaExec::~CudaExec() { cudaStreamDestroy(stream_); }

void CudaExec::exclusive_sum(const char* name, const uint32_t* in, uint64_t* out, uint32_t count) {
    launch(name, {.bytes = uint64_t(count) * 12, .items = count}, [&] {
        size_t bytes = scan_scratch_.bytes();
        sort::check(scan(scan_scratch_.data(), bytes, in, out, count + 1, stream_));
    });
}

void CudaExec::sort(const char* name, sort::Sorter& sorter, sort::Pairs pairs, sort::Report* report) {
    sort::Options options{.report = report};
    if (log_ && traced_) {
        sort_name_ = name;
        options.observer = this;
        sorter.sort(pairs, stream_, options);
        return;
    }
    launch(name, {.bytes = uint64_t(pairs.count) * 16, .items = pairs.count},
           [&] { sorter.sort(pairs, stream_, options); });
}

void CudaExec::before(const sort::Stage& stage, sort::Stream stream) {
    log_->before(pass_name(sort_name_, stage), {.bytes = stage.bytes, .items = stage.items}, stream);
}

void CudaExec::after(const sort::Stage&, sort::Stream stream) { log_->after(stream); }

}  // namespace sim
