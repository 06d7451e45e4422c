// The parts of a machine that `sweeplab doctor` looks at: one row of the list each.
#pragma once
#include <span>
#include <string>

namespace app {

enum class PartState {
    ok,       // works
    none,     // this machine has none, or it is not needed here
    missing,  // could be had: the remedy says how
    broken    // is there and does not work
};
inline constexpr const char* kPartStateNames[] = {"ok", "none", "missing", "broken"};

struct Finding {
    PartState state = PartState::ok;
    std::string found;        // one line
    std::string remedy = "";  // what to do; "": nothing
};

struct Check {
    const char* name;
    /// By a process of its own, that may crash or hang: of libraries that are not ours.
    bool guarded;
    /// `device`: the CUDA device. What it throws is found broken.
    Finding (*run)(int device);
};

/// Returns all checks, in the order of the table.
std::span<const Check> checks();

// The functions of the list, each in the file that is named as its heading.

// host_checks.cpp
Finding check_cpu(int device);
Finding check_memory(int device);
Finding check_disk(int device);
Finding check_fonts(int device);
Finding check_ffmpeg(int device);
Finding check_display(int device);

// world_checks.cpp
Finding check_simulation(int device);
Finding check_cuda(int device);

// nvidia_checks.cpp
Finding check_driver(int device);
Finding check_gpu(int device);
Finding check_clocks(int device);

// picture_checks.cpp
Finding check_opengl(int device);
Finding check_interop(int device);
Finding check_window(int device);

}  // namespace app
