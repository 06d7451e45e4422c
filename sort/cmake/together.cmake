# With SWEEPLAB_QUICK_BUILD the files of one folder are compiled as one: reading what they include takes most of the time
# of each. So no two of them define the same static name, but for `registered`. Each still includes what it uses, as a
# full build compiles it alone (.ci/alone.py).

# sweeplab_together(TARGET [ALONE PATH...]): the sources of a target, folder by folder. Compiled by themselves: files
# and folders of ALONE, which take long or have equal names, and files with definitions or include directories of their
# own.
function(sweeplab_together target)
    if(NOT SWEEPLAB_QUICK_BUILD)
        return()
    endif()
    cmake_parse_arguments(PARSE_ARGV 1 its "" "" ALONE)
    get_target_property(sources ${target} SOURCES)
    set(rooms "")
    foreach(file ${sources})
        if(file MATCHES "^\\$<")  # objects of another
            continue()
        endif()
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE name)
        set(base ${CMAKE_CURRENT_SOURCE_DIR})
        cmake_path(IS_PREFIX CMAKE_CURRENT_BINARY_DIR ${name} made)
        if(made)
            set(base ${CMAKE_CURRENT_BINARY_DIR})
        endif()
        cmake_path(RELATIVE_PATH name BASE_DIRECTORY ${base})
        cmake_path(GET name PARENT_PATH folder)
        string(MAKE_C_IDENTIFIER "${folder}" room)
        get_source_file_property(definitions ${file} COMPILE_DEFINITIONS)
        get_source_file_property(directories ${file} INCLUDE_DIRECTORIES)
        if(name IN_LIST its_ALONE OR folder IN_LIST its_ALONE OR name MATCHES "(^|/)no_cuda[^/]*$"
           OR definitions OR directories)
            continue()  # no_cuda*: what another target leaves out
        elseif(name MATCHES "\\.cpp$")
            set_property(SOURCE ${file} PROPERTY UNITY_GROUP ${target}_${room})
        elseif(name MATCHES "\\.cu$")
            list(APPEND rooms ${room})
            list(APPEND cuda_of_${room} ${file})
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP UNITY_BUILD_UNIQUE_ID registered)

    if(NOT rooms)
        return()
    endif()
    list(REMOVE_DUPLICATES rooms)
    foreach(room ${rooms})
        list(REMOVE_ITEM sources ${cuda_of_${room}})
        sweeplab_cuda_together(unit ${target}_${room} ${cuda_of_${room}})
        list(APPEND sources ${unit})
    endforeach()
    set_property(TARGET ${target} PROPERTY SOURCES ${sources})
endfunction()

# sweeplab_cuda_together(RESULT NAME FILE...): NAME.cu, made here, which includes the files; as they are where they are
# not compiled as one. Options of one file are options of all. CMake does it for CUDA, too, since 3.31.
function(sweeplab_cuda_together result name)
    set(files ${ARGN})
    list(LENGTH files count)
    if(SWEEPLAB_QUICK_BUILD AND count GREATER 1)
        set(unit ${CMAKE_CURRENT_BINARY_DIR}/together/${name}.cu)
        set(text "")
        foreach(file ${files})
            string(SHA1 number ${file})
            string(APPEND text "#define registered registered_${number}\n#include \"${file}\"\n#undef registered\n")
            get_source_file_property(options ${file} COMPILE_OPTIONS)
            if(options)
                set_property(SOURCE ${unit} APPEND PROPERTY COMPILE_OPTIONS ${options})
            endif()
        endforeach()
        file(CONFIGURE OUTPUT ${unit} CONTENT "${text}" @ONLY)
        set(files ${unit})
    endif()
    set(${result} ${files} PARENT_SCOPE)
endfunction()
