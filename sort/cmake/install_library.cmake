# What find_package(sweeplab) and pkg-config find.
include(CMakePackageConfigHelpers)
set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/sweeplab)
install(EXPORT sweeplab NAMESPACE sweeplab:: FILE sweeplabTargets.cmake DESTINATION ${folder} COMPONENT development)
get_property(SWEEPLAB_COMPONENTS GLOBAL PROPERTY SWEEPLAB_COMPONENTS)
get_property(SWEEPLAB_NEED_CUDA GLOBAL PROPERTY SWEEPLAB_NEED_CUDA)
get_property(SWEEPLAB_NEED_TBB GLOBAL PROPERTY SWEEPLAB_NEED_TBB)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/sweeplabConfig.cmake.in
    ${PROJECT_BINARY_DIR}/sweeplabConfig.cmake INSTALL_DESTINATION ${folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sweeplabConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sweeplabConfig.cmake ${PROJECT_BINARY_DIR}/sweeplabConfigVersion.cmake
    DESTINATION ${folder} COMPONENT development)

# sweeplab_pkg_config(NAME DESCRIPTION REQUIRES LIBS): sweeplab-NAME.pc, which holds wherever the installation is moved.
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}/${pc_folder}" OUTPUT_VARIABLE up)
function(sweeplab_pkg_config name description requires libs)
    set(file ${PROJECT_BINARY_DIR}/sweeplab-${name}.pc)
    file(CONFIGURE OUTPUT ${file} @ONLY CONTENT [[
prefix=${pcfiledir}/@up@
Name: sweeplab-@name@
Description: @description@
Version: @PROJECT_VERSION@
Requires: @requires@
Libs: -L${prefix}/@CMAKE_INSTALL_LIBDIR@ @libs@
Cflags: -I${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
]])
    install(FILES ${file} DESTINATION ${pc_folder} COMPONENT development)
endfunction()
set(sort_requires "")
if(BUILD_SHARED_LIBS)
    set(sort_libs -lsweeplab_sort)
    set(pairs_libs -lsweeplab_pairs)
else()
    # One word, which keeps its order.
    foreach(name sort pairs)
        get_property(archives GLOBAL PROPERTY SWEEPLAB_WHOLE_ARCHIVES_${name})
        list(TRANSFORM archives PREPEND "-l")
        list(JOIN archives "," archives)
        set(${name}_libs "-Wl,--whole-archive,${archives},--no-whole-archive")
    endforeach()
    string(APPEND sort_libs " -lsweeplab_sort_core")
    if(SWEEPLAB_HAS_CUDA)
        string(APPEND sort_libs " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lrt")
    endif()
    string(APPEND sort_libs " -lstdc++ -lm -lpthread -ldl")
    if(TARGET TBB::tbb)
        set(sort_requires tbb)
    endif()
endif()
sweeplab_pkg_config(sort "Sorts keys with values, on CUDA devices and on the CPU" "${sort_requires}" "${sort_libs}")
if(TARGET TBB::tbb)
    sweeplab_pkg_config(pairs "Finds overlapping pairs of boxes, on CUDA devices and on the CPU"
        "sweeplab-sort = ${PROJECT_VERSION}" "${pairs_libs}")
endif()
