// The readers of worlds on the CPU, and the choice by backend.
#include "app/observe/readers/readers.h"

#include "app/observe/on_cpu.h"
#include "app/observe/readers/readers_by.h"

namespace app {

static constexpr Readers kCpuReaders = readers_by<CpuObserver>(make_cpu_sort_recorder);

static const Readers& readers_of(sim::Backend backend) {
    return backend == sim::Backend::cuda ? cuda_readers() : kCpuReaders;
}

std::unique_ptr<StatisticsReader> make_statistics_reader(sim::Backend backend, int device) {
    return readers_of(backend).statistics(device);
}
std::unique_ptr<StripReader> make_strip_reader(sim::Backend backend, int device) {
    return readers_of(backend).strip(device);
}
std::unique_ptr<FrameSortReader> make_frame_sort_reader(sim::Backend backend, int device) {
    return readers_of(backend).frame_sort(device);
}
std::unique_ptr<SortRecorder> make_sort_recorder(sim::Backend backend, int device) {
    return readers_of(backend).sort_recorder(device);
}

}  // namespace app
