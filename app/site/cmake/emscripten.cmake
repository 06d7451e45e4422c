# What the site's build has besides the program's: included by the root when SWEEPLAB_SITE is on.
if(NOT EMSCRIPTEN)
    message(FATAL_ERROR "The site is built by Emscripten: emcmake cmake -C app/cmake/presets/site.cmake -S . -B build-site")
endif()
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})  # FindTBB.cmake
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
# Never -msimd128: the SLP vectorizer of clang 14 makes wrong numbers of sim/scenes/galaxy.cpp then (tests/site.sh).
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # clang takes none that was made with another of -O2, -Os and -Oz
# Without -pthread there is no cache size to ask for either.
add_compile_options(-fwasm-exceptions -D_SC_LEVEL3_CACHE_SIZE=-1)
add_link_options(-fwasm-exceptions)
# CMake 3.25 knows how linkers take whole archives on other systems only.
set(CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE "-Wl,--whole-archive" "<LINK_ITEM>" "-Wl,--no-whole-archive")
set(CMAKE_CXX_LINK_LIBRARY_USING_WHOLE_ARCHIVE_SUPPORTED TRUE)
# Libraries that are headers alone, by links: all of /usr/include would hide Emscripten's own C library.
set(XXHASH_INCLUDE ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${XXHASH_INCLUDE})
foreach(name nlohmann toml++ xxhash.h)
    file(CREATE_LINK /usr/include/${name} ${XXHASH_INCLUDE}/${name} SYMBOLIC)
endforeach()
