// The parts of CudaExec that are not templates: its stream, the scan and the sort.
#include <algorithm>
#include <cstddef>
#include <cub/device/device_scan.cuh>
#include <iterator>

#include "sim/exec/exec_cuda.cuh"
#include "sort/cuda/device_limits.cuh"

namespace sim {
namespace {

/// The items that are left, then zeros: CUB reads as many items as it writes sums, and there is a sum more
/// than there are items. An iterator of our own: the CUB of CUDA 13 has none any more, and Thrust is not
/// emulated.
template <class T>
struct ItemsThenZeros {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = T;

    const T* at;
    difference_type left;

    HOST_DEVICE T operator*() const { return (*this)[0]; }
    HOST_DEVICE T operator[](difference_type i) const { return i < left ? at[i] : T(0); }
    HOST_DEVICE ItemsThenZeros operator+(difference_type i) const { return {at + i, left - i}; }
};

/// Sums of no, one, ... `count` items; `scratch` null asks for its bytes.
template <class T>
cudaError_t scan(void* scratch, size_t& bytes, const T* in, uint64_t* out, uint32_t count,
                 cudaStream_t stream) {
    return cub::DeviceScan::ExclusiveScan(scratch, bytes, ItemsThenZeros<T>{in, count}, out,
                                          cuda::std::plus<uint64_t>{}, uint64_t(0), count + 1, stream);
}

}  // namespace

CudaExec::CudaExec() {
    const sort::DeviceLimits limits = sort::device_limits();
    multiprocessors_ = limits.processors;
    resident_threads_ = limits.processors * limits.threads;
    cooperative_ = limits.cooperative;
}

void CudaExec::reserve_scan(uint32_t longest) {
    size_t bytes = 0, bytes_of_wide = 0;
    sort::check(scan<uint32_t>(nullptr, bytes, nullptr, nullptr, longest, stream()));
    sort::check(scan<uint64_t>(nullptr, bytes_of_wide, nullptr, nullptr, longest, stream()));
    scan_scratch_ = sort::DeviceBuffer<char>(std::max(bytes, bytes_of_wide));
}

void CudaExec::exclusive_sum(const char* name, const uint32_t* in, uint64_t* out, uint32_t count) {
    launch(name, {.bytes = uint64_t(count) * 12, .items = count}, [&] {
        size_t bytes = scan_scratch_.bytes();
        sort::check(scan(scan_scratch_.data(), bytes, in, out, count, stream()));
    });
}

void CudaExec::exclusive_sum(const char* name, const uint64_t* in, uint64_t* out, uint32_t count) {
    launch(name, {.bytes = uint64_t(count) * 16, .items = count}, [&] {
        size_t bytes = scan_scratch_.bytes();
        sort::check(scan(scan_scratch_.data(), bytes, in, out, count, stream()));
    });
}

template <class Key>
void CudaExec::sort(const char* name, sort::SorterOf<Key>& sorter, sort::KeyPairs<Key> pairs,
                    sort::Report* report, int end_bit, const uint32_t* live_count) {
    sort::Options options{.end_bit = end_bit, .report = report, .live_count = live_count};
    if (log_ && traced_) {
        sort_name_ = name;
        sort_counted_ = live_count != nullptr;
        options.observer = this;
        sorter.sort(pairs, stream(), options);
        return;
    }
    // Of a live count the host knows the most it can be, and not how much is moved.
    launch(name, live_count ? StageCost{.items = pairs.count} : sort_cost(pairs),
           [&] { sorter.sort(pairs, stream(), options); });
}
template void CudaExec::sort(const char*, sort::Sorter&, sort::Pairs, sort::Report*, int, const uint32_t*);
template void CudaExec::sort(const char*, sort::WideSorter&, sort::WidePairs, sort::Report*, int,
                             const uint32_t*);

void CudaExec::before(const sort::Stage& stage, sort::Stream stream) {
    const StageCost cost{.bytes = sort_counted_ ? 0 : stage.bytes, .items = stage.items};
    log_->before(pass_name(sort_name_, stage), cost, stream);
}

void CudaExec::after(const sort::Stage& stage, sort::Stream stream) {
    log_->after(stream);
    log_->note_words(stage, stream);
}

}  // namespace sim
