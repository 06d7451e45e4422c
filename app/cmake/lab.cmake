# What `sweeplab lab check` needs beside the program: the emulated device as a library and headers, and the files of the
# labs. All of it lies in one folder, lab/, as it does where the program is installed (share/sweeplab/lab):
#
#   include/     CUDA's words for g++ (tests/emu), and what a lab's files include
#   lib/         the emulated device, one library per lab that tries its kernel, Boost.Context
#   rewrite.py   launches and shared memory for g++
#   source/      what nvcc compiles beside the kernel, where a GPU is asked for
#   NAME/        kernel.cu with its gap, the task, check.cu; no solution
set(labs histogram scan split rank look-back sweep)
set(lab_folder ${PROJECT_BINARY_DIR}/lab)
find_package(Python3 COMPONENTS Interpreter)
find_package(Boost QUIET COMPONENTS context)
if(NOT Python3_FOUND OR NOT Boost_FOUND)
    message(STATUS "lab check left out: Python 3 or Boost.Context is not installed")
    return()
endif()

# lab_copy(FOLDER FILES...): into lab/FOLDER, again whenever one changes.
function(lab_copy folder)
    foreach(file ${ARGN})
        get_filename_component(name ${file} NAME)
        configure_file(${file} ${lab_folder}/${folder}/${name} COPYONLY)
    endforeach()
endfunction()
set(emulator_folder ${PROJECT_SOURCE_DIR}/tests/emu)
set(lab_sources ${PROJECT_SOURCE_DIR}/assets/lab)
foreach(name block device device_memory device_numbers fiber graphs launch launches order profile runtime static_shared
        streams types)
    lab_copy(include/tests/emu ${emulator_folder}/${name}.h)
endforeach()
lab_copy(include ${emulator_folder}/include/cuda_runtime.h)
lab_copy(include/cuda ${emulator_folder}/include/cuda/atomic)
lab_copy(. ${emulator_folder}/rewrite.py)
file(GLOB lab_headers CONFIGURE_DEPENDS ${lab_sources}/check/*.h)
lab_copy(include ${lab_headers})
lab_copy(source ${lab_headers} ${lab_sources}/check/cuda_main.cpp ${lab_sources}/check/task.cpp
    ${lab_sources}/check/device_array.cpp ${lab_sources}/check/report.cpp)
foreach(lab ${labs})
    lab_copy(${lab} ${lab_sources}/${lab}/kernel.cu ${lab_sources}/${lab}/README.md ${lab_sources}/${lab}/check.cu)
endforeach()
if(EXISTS ${Boost_LIBRARY_DIRS}/libboost_context.a)  # a student's machine then needs no package of it
    lab_copy(lib ${Boost_LIBRARY_DIRS}/libboost_context.a)
endif()

# lab_library(NAME SOURCES...): lab/lib/libNAME.a
function(lab_library name)
    add_library(${name} STATIC ${ARGN})
    target_include_directories(${name} BEFORE PRIVATE ${emulator_folder}/include)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${lab_sources}/check)
    target_link_libraries(${name} PRIVATE Boost::context)
    # As tests/emu compiles them; optimized in every build, because a check may take 10 s.
    target_compile_options(${name} PRIVATE -O2 -g0 -Wno-unknown-pragmas
        "$<$<BOOL:${SWEEPLAB_SANITIZE}>:-fno-sanitize=all>")
    set_target_properties(${name} PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${lab_folder}/lib POSITION_INDEPENDENT_CODE OFF)
    add_dependencies(sweeplab ${name})
endfunction()
set(emulator "")
foreach(name block fiber graphs grid late_stores profile runtime runtime_device shared_memory static_shared waits)
    list(APPEND emulator ${emulator_folder}/${name}.cpp)
endforeach()
lab_library(lab_device ${emulator} ${lab_sources}/check/accesses.cpp ${lab_sources}/check/device_array.cpp
    ${lab_sources}/check/emulated_main.cpp ${lab_sources}/check/report.cpp ${lab_sources}/check/show.cpp
    ${lab_sources}/check/task.cpp)
sweeplab_together(lab_device)
foreach(lab ${labs})
    set(rewritten ${CMAKE_CURRENT_BINARY_DIR}/lab/${lab}.cpp)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/lab)
    add_custom_command(OUTPUT ${rewritten}
        COMMAND ${Python3_EXECUTABLE} ${emulator_folder}/rewrite.py ${lab_sources}/${lab}/check.cu ${rewritten}
        DEPENDS ${lab_sources}/${lab}/check.cu ${emulator_folder}/rewrite.py VERBATIM)
    lab_library(lab_${lab} ${rewritten})
endforeach()
install(DIRECTORY ${lab_folder}/ DESTINATION share/sweeplab/lab COMPONENT program)
