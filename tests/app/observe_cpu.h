// Who works on what is seen of a world, for tests that call that work themselves.
#pragma once
#include "app/observe/on_cpu.h"

/// Returns the threads of the CPU.
inline sim::CpuExec& exec() {
    static sim::CpuExec own(0);
    own.take_log();
    return own;
}
