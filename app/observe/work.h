// What an observer's work on a backend needs beside the forms of its Exec (sim/exec): for memory, and for lists that
// have to be in order. Where the templates are: on_cpu.h, on_cuda.cuh.
#pragma once
#include <cstddef>
#include <cstdint>

namespace sim {
class CpuExec;
class CudaExec;
}  // namespace sim

namespace app {

// Of the backend's memory, queued behind the work before.
void set_bytes(sim::CpuExec& exec, void* out, int byte, size_t bytes);
void set_bytes(sim::CudaExec& exec, void* out, int byte, size_t bytes);
void copy_bytes(sim::CpuExec& exec, void* out, const void* from, size_t bytes);
void copy_bytes(sim::CudaExec& exec, void* out, const void* from, size_t bytes);
/// Copies from host memory, which stays as it is until the work is done.
void upload_bytes(sim::CpuExec& exec, void* out, const void* from, size_t bytes);
void upload_bytes(sim::CudaExec& exec, void* out, const void* from, size_t bytes);

/// Brings a list of at most kMost items in order by their keys: size(), key(i), put(i, key).
template <uint32_t kMost, class List>
void sort_few(sim::CpuExec& exec, const char* name, const List& list);
template <uint32_t kMost, class List>
void sort_few(sim::CudaExec& exec, const char* name, const List& list);

/// Adds what f(i, own, to) adds to `own`, by `to`, to *out: a reduction of Exec's (sim/exec/work.h). The first
/// `kRaised` words of T end as the largest of all items, the others as sums; any order of the work gives the same.
template <class T, uint32_t kRaised>
struct Tally {
    static_assert(sizeof(T) % sizeof(uint32_t) == 0);
    static constexpr uint32_t kWords = sizeof(T) / sizeof(uint32_t);
    T* out;
};

}  // namespace app
