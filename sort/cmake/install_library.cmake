# What find_package(sweeplab) finds.
include(CMakePackageConfigHelpers)
set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/sweeplab)
install(EXPORT sweeplab NAMESPACE sweeplab:: FILE sweeplabTargets.cmake DESTINATION ${folder} COMPONENT development)
get_property(components GLOBAL PROPERTY SWEEPLAB_COMPONENTS)
list(JOIN components ", " SWEEPLAB_COMPONENTS)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/sweeplabConfig.cmake.in
    ${PROJECT_BINARY_DIR}/sweeplabConfig.cmake INSTALL_DESTINATION ${folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sweeplabConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sweeplabConfig.cmake ${PROJECT_BINARY_DIR}/sweeplabConfigVersion.cmake
    DESTINATION ${folder} COMPONENT development)
