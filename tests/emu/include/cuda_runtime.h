// Found before the CUDA toolkit's own: CUDA's words for kernels that run as fibers on the CPU (see
// tests/emu/README.md). Only what sort/ and sim/ use; needs no toolkit.
#pragma once
#include "tests/emu/types.h"
//
#include "tests/emu/device.h"
#include "tests/emu/device_memory.h"
#include "tests/emu/device_numbers.h"
#include "tests/emu/graphs.h"
#include "tests/emu/launch.h"
#include "tests/emu/launches.h"
#include "tests/emu/runtime.h"
