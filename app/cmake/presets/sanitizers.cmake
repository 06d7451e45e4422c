# Tests and fuzzers with the address and undefined-behaviour sanitizers:
# cmake -C app/cmake/presets/sanitizers.cmake -S . -B build/asan
set(CMAKE_GENERATOR Ninja CACHE STRING "")
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "")
set(SWEEPLAB_CUDA OFF CACHE BOOL "")
set(SWEEPLAB_SANITIZE ON CACHE BOOL "")
set(SWEEPLAB_QUICK_BUILD ON CACHE BOOL "")
