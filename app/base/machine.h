// What the machine and the build are: for reports, for `info`, and for messages about memory.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sort/base/host_memory.h"

namespace app {

struct MachineFacts {
    std::string os, kernel, cpu;
    unsigned cores = 0;  // that this process may use
    sort::HostMemory memory;
};

struct DeviceFacts {
    int ordinal = 0;
    std::string name, compute_capability;
    int multiprocessors = 0;
    uint64_t memory_bytes = 0, free_bytes = 0;
};

struct CudaFacts {
    std::vector<DeviceFacts> devices;
    std::string runtime, driver_api;  // "13.0"; "" when there is none
    std::string driver;               // of the kernel: "580.65"
    std::string reason;               // why there is no device; "" when there is one
};

// None of these fails: what cannot be found out stays empty.
MachineFacts machine_facts();
CudaFacts cuda_facts();
std::string kernel_driver();  // CudaFacts::driver

/// Makes it the current device of this thread; nothing in a build without CUDA. Throws sort::Unavailable.
void use_cuda_device(int device);

}  // namespace app
