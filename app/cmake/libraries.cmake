# Run by `cmake --install --component libraries`, after the program: puts the shared libraries that a system may lack
# beside the window module, and the licences of all that is inside, with a list of it, into share/doc/sweeplab.
#
# The system's own, whatever its age, are the C library, its loader, and what its graphics drivers use too: a second or
# older libstdc++, zlib or X11 in the process would be theirs as well, and Mesa's LLVM may need a newer one.
set(system "ld-linux" "libc\\." "libm\\." "libdl\\." "libpthread\\." "librt\\." "libstdc\\+\\+\\." "libgcc_s\\." "libz\\."
    "libX" "libxcb" "libGL" "libEGL" "libOpenGL" "libwayland" "libcuda\\.")
list(TRANSFORM system PREPEND "^")
set(folders "")
foreach(root ${SYSROOT})
    file(GLOB found LIST_DIRECTORIES ON ${root}/usr/lib/*-linux-gnu)
    list(APPEND folders ${found})
endforeach()
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAM} MODULES ${WINDOW} DIRECTORIES ${folders}
    PRE_EXCLUDE_REGEXES ${system} RESOLVED_DEPENDENCIES_VAR libraries)
set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
foreach(library ${libraries})
    file(INSTALL ${library} DESTINATION ${CMAKE_INSTALL_PREFIX}/${MODULES} TYPE SHARED_LIBRARY FOLLOW_SYMLINK_CHAIN)
endforeach()

find_program(PYTHON python3 REQUIRED)
execute_process(COMMAND ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/inside.py --build ${BUILD} --prefix ${prefix}
    --sysroot "${SYSROOT}" --libraries ${libraries} COMMAND_ERROR_IS_FATAL ANY)
