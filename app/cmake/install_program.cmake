# cmake --install --component program; with --component libraries what release.sh publishes; both as a Debian package
# (cpack -G DEB).
set(modules lib/sweeplab)  # app/base/modules.cpp looks there, from bin/
# Libraries that travel along are found from any folder; likewise in the build, where cmake else ends the entry with a
# colon, which the loader takes for the current folder. Libraries from places of the user's own are found there.
set_target_properties(sweeplab PROPERTIES INSTALL_RPATH "$ORIGIN/../${modules}")
set_target_properties(sweeplab_window PROPERTIES INSTALL_RPATH "$ORIGIN")
set_target_properties(sweeplab sweeplab_window PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
if(NOT CMAKE_CROSSCOMPILING)
    set_target_properties(sweeplab sweeplab_window PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
endif()
install(TARGETS sweeplab RUNTIME DESTINATION bin COMPONENT program)
install(TARGETS sweeplab_window LIBRARY DESTINATION ${modules} COMPONENT program)
install(FILES app/cmake/sweeplab.desktop DESTINATION share/applications COMPONENT program)
install(FILES app/cmake/sweeplab.svg DESTINATION share/icons/hicolor/scalable/apps COMPONENT program)
install(FILES LICENSE DESTINATION share/doc/sweeplab RENAME copyright COMPONENT program)
install(FILES assets/fonts/LICENSE.txt DESTINATION share/doc/sweeplab RENAME copyright-fonts COMPONENT program OPTIONAL)
# The course for browsers, where it was built (app/site): `teach --site` looks there.
foreach(site ${PROJECT_SOURCE_DIR}/build-site/site ${PROJECT_BINARY_DIR}/site)
    install(DIRECTORY ${site}/ DESTINATION share/sweeplab/site COMPONENT program OPTIONAL)
endforeach()

# The manual page is what this build's --help says. Built for another processor, the program runs by an emulator.
set(program_here ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:sweeplab>)
install(CODE "execute_process(COMMAND ${CMAKE_COMMAND} \"-DPROGRAM=${program_here}\" -DVERSION=${PROJECT_VERSION}
    -DOUTPUT=${PROJECT_BINARY_DIR}/sweeplab.1 -P ${PROJECT_SOURCE_DIR}/app/cmake/man.cmake COMMAND_ERROR_IS_FATAL ANY)"
    COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/sweeplab.1 DESTINATION share/man/man1 COMPONENT program)
install(CODE "set(program_here ${program_here})
    execute_process(COMMAND \${program_here} help --completion
    OUTPUT_FILE ${PROJECT_BINARY_DIR}/sweeplab.bash COMMAND_ERROR_IS_FATAL ANY)" COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/sweeplab.bash DESTINATION share/bash-completion/completions RENAME sweeplab
    COMPONENT program)

# Component `libraries`: what the program is linked with and a system may lack, with its licences and a list of it. Not
# in a plain `cmake --install`: it asks dpkg.
install(CODE "
    set(PROGRAM $<TARGET_FILE:sweeplab>)
    set(WINDOW $<TARGET_FILE:sweeplab_window>)
    set(MODULES ${modules})
    set(BUILD ${PROJECT_BINARY_DIR})
    set(SYSROOT \"${CMAKE_FIND_ROOT_PATH}\")
    set(CMAKE_GET_RUNTIME_DEPENDENCIES_COMMAND ${CMAKE_OBJDUMP})" COMPONENT libraries EXCLUDE_FROM_ALL)
install(SCRIPT app/cmake/libraries.cmake COMPONENT libraries EXCLUDE_FROM_ALL)

set(CPACK_PACKAGE_VENDOR "the Sweeplab authors")
set(CPACK_PACKAGE_CONTACT "the Sweeplab authors <sweeplab@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)  # half the size of the usual one
set(CPACK_COMPONENTS_ALL program libraries)
set(CPACK_COMPONENT_PROGRAM_GROUP program)  # one package
set(CPACK_COMPONENT_LIBRARIES_GROUP program)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME sweeplab)
set(CPACK_DEBIAN_PROGRAM_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "Simulates bodies, finds every collision by sweep and prune on a radix sort, on
CUDA devices or on the CPU, times every stage, and explains how each sort works.
Opens a window, or draws without a display.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Opened while running, so not among the libraries that it is linked with: OpenGL, and a driver that needs no GPU.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libegl1, libgl1")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libgl1-mesa-dri")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "ffmpeg, g++, python3")
# What is shipped runs on GPUs that this machine does not have: cpack makes a build of its own, unless this is one.
if(SWEEPLAB_HAS_CUDA AND NOT SWEEPLAB_SHIPPED)
    set(shipped ${PROJECT_BINARY_DIR}/shipped)
    set(CPACK_INSTALL_COMMANDS
        "\"${CMAKE_COMMAND}\" -S \"${PROJECT_SOURCE_DIR}\" -B \"${shipped}\" -G \"${CMAKE_GENERATOR}\" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CUDA_COMPILER=${CMAKE_CUDA_COMPILER} -DSWEEPLAB_TESTS=OFF -DSWEEPLAB_SHIPPED=ON"
        "\"${CMAKE_COMMAND}\" --build \"${shipped}\" --parallel")
    set(CPACK_INSTALL_CMAKE_PROJECTS "${shipped};sweeplab;program;/;${shipped};sweeplab;libraries;/")
endif()
include(CPack)
