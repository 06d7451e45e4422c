// Host arrays to any engine: the table of backends, and the CPU's entry.
#include "sort/lab/host_sort.h"

#include <chrono>

#include "sort/base/errors.h"

namespace sort {
namespace {

HostSortFunction& host_sort_function(Backend backend) {
    static HostSortFunction functions[2] = {};
    return functions[backend == Backend::cuda ? 1 : 0];
}

HostSort sort_on_cpu(Sorter& sorter, Pairs pairs, const Options& options) {
    HostSort result;
    Options own = options;
    own.report = &result.report;
    const auto start = std::chrono::steady_clock::now();
    sorter.sort(pairs, nullptr, own);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    result.sort_ms = took.count();
    return result;
}

const bool registered = add_host_sort(Backend::cpu, sort_on_cpu);

}  // namespace

bool add_host_sort(Backend backend, HostSortFunction function) {
    host_sort_function(backend) = function;
    return true;
}

HostSort sort_host_arrays(const Engine& engine, Sorter& sorter, uint32_t* keys, uint32_t* values,
                          uint32_t count, const Options& options) {
    const HostSortFunction function = host_sort_function(engine.backend);
    if (!function) throw Unavailable(std::string("this build has no ") + name_of(engine.backend));
    return function(sorter, {keys, values, count}, options);
}

}  // namespace sort
