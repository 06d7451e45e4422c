# The program as it is measured: cmake -C app/cmake/presets/release.cmake -S . -B build
set(CMAKE_GENERATOR Ninja CACHE STRING "")
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
