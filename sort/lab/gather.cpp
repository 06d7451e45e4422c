// Gathers records on the CPU, and finds the one who does it on the GPU.
#include "sort/lab/gather.h"

#include <tbb/parallel_for.h>

#include <stdexcept>

#include "sort/base/errors.h"

namespace sort {
namespace {

GatherFunction& cuda_gather() {
    static GatherFunction function = nullptr;
    return function;
}

template <uint32_t kWords>
struct Record {
    uint32_t words[kWords];
};

template <uint32_t kWords>
void gather(void* to, const void* from, const uint32_t* order, uint32_t count) {
    constexpr uint32_t kGrain = 4096;
    auto* out = static_cast<Record<kWords>*>(to);
    const auto* in = static_cast<const Record<kWords>*>(from);
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, kGrain),
                      [=](const tbb::blocked_range<uint32_t>& range) {
                          for (uint32_t i = range.begin(); i < range.end(); ++i) out[i] = in[order[i]];
                      });
}

void require_gatherable(const void* to, const void* from, uint32_t record_bytes) {
    if (record_bytes != 4 && record_bytes != 8 && record_bytes != 16) {
        throw std::invalid_argument("gather: records of " + std::to_string(record_bytes) +
                                    " bytes; there are 4, 8 and 16");
    }
    if ((reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from)) % record_bytes != 0) {
        throw std::invalid_argument("gather: records are not aligned to their " +
                                    std::to_string(record_bytes) + " bytes");
    }
}

}  // namespace

bool add_gather_function(GatherFunction cuda) {
    cuda_gather() = cuda;
    return true;
}

void gather_records(Backend backend, void* to, const void* from, const uint32_t* order, uint32_t count,
                    uint32_t record_bytes, ReadPath path, Stream stream) {
    require_gatherable(to, from, record_bytes);
    if (backend == Backend::cuda) {
        if (!cuda_gather()) throw Unavailable("this build has no cuda");
        if (count > 0) cuda_gather()(to, from, order, count, record_bytes, path, stream);
        return;
    }
    switch (record_bytes) {
        case 4:
            return gather<1>(to, from, order, count);
        case 8:
            return gather<2>(to, from, order, count);
        default:
            return gather<4>(to, from, order, count);
    }
}

}  // namespace sort
