// Gathers records on the GPU: a thread a record, four at a time so that their random reads are in flight
// together. Bytes a record: 4 (index) + what is read, a 32-byte sector of random memory at worst, + what is
// written. One launch.
#include "sort/cuda/check.cuh"
#include "sort/lab/gather.h"

namespace sort {
namespace {

constexpr uint32_t kThreads = 256;
constexpr uint32_t kItems = 4;  // records a thread
constexpr uint32_t kTileRecords = kThreads * kItems;

template <class Record, bool kReadOnly>
static __global__ void __launch_bounds__(kThreads)
    gather_kernel(Record* to, const Record* from, const uint32_t* order, uint32_t count) {
    const uint32_t first = blockIdx.x * kTileRecords + threadIdx.x;
    Record records[kItems];
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t at = first + i * kThreads;
        if (at < first || at >= count) break;  // past the end, or past 2^32
        const uint32_t place = order[at];
        if constexpr (kReadOnly) {
            records[i] = __ldg(from + place);
        } else {
            records[i] = from[place];
        }
    }
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t at = first + i * kThreads;
        if (at < first || at >= count) break;
        to[at] = records[i];
    }
}

template <class Record>
void queue_gather(void* d_to, const void* d_from, const uint32_t* d_order, uint32_t count, ReadPath path,
                  cudaStream_t stream) {
    auto* to = static_cast<Record*>(d_to);
    const auto* from = static_cast<const Record*>(d_from);
    const uint32_t grid = (count - 1) / kTileRecords + 1;
    if (path == ReadPath::read_only) {
        gather_kernel<Record, true><<<grid, kThreads, 0, stream>>>(to, from, d_order, count);
    } else {
        gather_kernel<Record, false><<<grid, kThreads, 0, stream>>>(to, from, d_order, count);
    }
    check_launch(stream);
}

void gather_on_cuda(void* d_to, const void* d_from, const uint32_t* d_order, uint32_t count,
                    uint32_t record_bytes, ReadPath path, Stream stream) {
    switch (record_bytes) {
        case 4:
            return queue_gather<uint32_t>(d_to, d_from, d_order, count, path, stream);
        case 8:
            return queue_gather<uint2>(d_to, d_from, d_order, count, path, stream);
        default:
            return queue_gather<uint4>(d_to, d_from, d_order, count, path, stream);
    }
}

const bool registered = add_gather_function(gather_on_cuda);

}  // namespace
}  // namespace sort
