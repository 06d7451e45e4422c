// The parts of CpuExec that are not templates: the scan, the sort and its tracing.
#include "sim/exec/exec_cpu.h"

#include <algorithm>
#include <utility>

namespace sim {

CpuExec::CpuExec(int threads, bool traced, StopCheck stop)
    : allowed_(tbb::global_control::max_allowed_parallelism,
               std::max({size_t(std::max(threads, 0)), size_t(tbb::this_task_arena::max_concurrency()),
                         tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism)})),
      arena_(threads),
      traced_(traced),
      stop_(std::move(stop)) {}

void CpuExec::exclusive_sum(const char* name, const uint32_t* in, uint64_t* out, uint32_t count) {
    timed(name, {.bytes = uint64_t(count) * 12, .items = count}, [&] {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < count; ++i) {
            out[i] = sum;
            sum += in[i];
        }
        out[count] = sum;
    });
}

template <class Key>
void CpuExec::sort(const char* name, sort::SorterOf<Key>& sorter, sort::KeyPairs<Key> pairs,
                   sort::Report* report, int end_bit) {
    const sort::Options options{.end_bit = end_bit, .report = report, .observer = traced_ ? this : nullptr};
    sort_name_ = name;
    if (traced_) {
        sorter.sort(pairs, nullptr, options);
    } else {
        timed(name, sort_cost(pairs), [&] { sorter.sort(pairs, nullptr, options); });
    }
}
template void CpuExec::sort(const char*, sort::Sorter&, sort::Pairs, sort::Report*, int);
template void CpuExec::sort(const char*, sort::WideSorter&, sort::WidePairs, sort::Report*, int);

void CpuExec::before(const sort::Stage&, sort::Stream) { stage_start_us_ = now_us(); }

void CpuExec::after(const sort::Stage& stage, sort::Stream) {
    const sort::StageWords words = sort::words_of(stage);
    log_.push_back({pass_name(sort_name_, stage),
                    stage_start_us_,
                    now_us() - stage_start_us_,
                    {.bytes = words.moved_bytes(stage), .items = stage.items},
                    !words.ran()});
}

}  // namespace sim
