# For work on it, with the tests and without CUDA: cmake -C app/cmake/presets/debug.cmake -S . -B build/debug
set(CMAKE_GENERATOR Ninja CACHE STRING "")
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_CXX_FLAGS_DEBUG "-g1" CACHE STRING "")  # line numbers: a tenth of the size of -g
set(SWEEPLAB_CUDA OFF CACHE BOOL "")
set(SWEEPLAB_TESTS ON CACHE BOOL "")
