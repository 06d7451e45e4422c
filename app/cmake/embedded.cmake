# embed(OUTPUT FUNCTION BYTES FILES...): files that travel inside the program, as a source; see embed.cmake.
function(embed output function bytes)
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${PROJECT_SOURCE_DIR} "-DFILES=${ARGN}" -DFUNCTION=${function}
                -DBYTES=${bytes} -P ${PROJECT_SOURCE_DIR}/app/cmake/embed.cmake
        DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/app/cmake/embed.cmake
        VERBATIM)
endfunction()

# The course and style of lessons, in EMBEDDED_PAGES_CPP.
macro(embed_pages)
    set(EMBEDDED_PAGES_CPP ${PROJECT_BINARY_DIR}/embedded_pages.cpp)
    file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/course/*.md ${PROJECT_SOURCE_DIR}/assets/lesson/*)
    embed(${EMBEDDED_PAGES_CPP} embedded_pages OFF ${pages})
endmacro()

# Lines of the engines' sources, for lessons, in CODE_EXCERPTS_CPP; see excerpts.cmake.
macro(embed_excerpts)
    set(CODE_EXCERPTS_CPP ${PROJECT_BINARY_DIR}/code_excerpts.cpp)
    file(GLOB_RECURSE excerpt_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sort/*.cu ${PROJECT_SOURCE_DIR}/sort/*.cuh
         ${PROJECT_SOURCE_DIR}/sim/*.h ${PROJECT_SOURCE_DIR}/sim/*.cu ${PROJECT_SOURCE_DIR}/sim/*.cuh
         ${PROJECT_SOURCE_DIR}/app/teach/*.cpp)
    add_custom_command(
        OUTPUT ${CODE_EXCERPTS_CPP}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CODE_EXCERPTS_CPP} -DROOT=${PROJECT_SOURCE_DIR}
                -P ${PROJECT_SOURCE_DIR}/app/cmake/excerpts.cmake
        DEPENDS ${excerpt_sources} ${PROJECT_SOURCE_DIR}/app/cmake/excerpts.cmake
        VERBATIM)
endmacro()

# What the engines' sources begin with, for reports, in ENGINE_BANNERS_CPP; see banners.cmake.
macro(embed_banners)
    set(ENGINE_BANNERS_CPP ${PROJECT_BINARY_DIR}/engine_banners.cpp)
    file(GLOB banner_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sort/engines/*/*.cu)
    add_custom_command(
        OUTPUT ${ENGINE_BANNERS_CPP}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${ENGINE_BANNERS_CPP} -DROOT=${PROJECT_SOURCE_DIR}
                -P ${PROJECT_SOURCE_DIR}/app/cmake/banners.cmake
        DEPENDS ${banner_sources} ${PROJECT_SOURCE_DIR}/app/cmake/banners.cmake
        VERBATIM)
endmacro()

# SWEEPLAB_COMMIT, and build_info.h: what the build can tell about itself.
macro(configure_build_info)
    execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} describe --always --dirty OUTPUT_VARIABLE SWEEPLAB_COMMIT
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    set(build_type "${CMAKE_BUILD_TYPE}")
    if(SWEEPLAB_QUICK_BUILD)  # shown with each measurement
        string(APPEND build_type ", quick build")
    endif()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/build_info.h @ONLY CONTENT [[
// Made at configure.
#pragma once
#define SWEEPLAB_VERSION "@PROJECT_VERSION@"
#define SWEEPLAB_COMMIT "@SWEEPLAB_COMMIT@"
#define SWEEPLAB_BUILD_TYPE "@build_type@"
#define SWEEPLAB_COMPILER "@CMAKE_CXX_COMPILER_ID@ @CMAKE_CXX_COMPILER_VERSION@"
#define SWEEPLAB_CUDA_COMPILER "@CMAKE_CUDA_COMPILER_VERSION@"
]])
endmacro()
