# The course for browsers: emcmake cmake -C app/cmake/presets/site.cmake -S . -B build-site
set(CMAKE_GENERATOR Ninja CACHE STRING "")
set(SWEEPLAB_SITE ON CACHE BOOL "")
set(SWEEPLAB_APP OFF CACHE BOOL "")
set(SWEEPLAB_CUDA OFF CACHE BOOL "")
