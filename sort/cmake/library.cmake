# How the libraries are exported: one name inside the build, in a super-project and after an installation.

# sweeplab_export(TARGET NAME): the target is sweeplab::NAME everywhere.
function(sweeplab_export target name)
    add_library(sweeplab::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    if(SWEEPLAB_INSTALL)
        if(NOT name MATCHES "_archive$")
            set_property(GLOBAL APPEND PROPERTY SWEEPLAB_COMPONENTS ${name})
        endif()
        get_target_property(headers ${target} HEADER_SETS)
        set(files "")
        if(headers)
            set(files FILE_SET face DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
                FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sweeplab COMPONENT development)
        endif()
        install(TARGETS ${target} EXPORT sweeplab
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
            ${files})
    endif()
endfunction()

# sweeplab_headers(TARGET FACE f... FLOOR h...): the headers of a library. Those of the face, include/sweeplab/..., are
# included as <sweeplab/...> and need C++17. Those of the floor below are included by their names in the tree, need
# C++20, and do not ask for it: who includes the face alone may have C++17.
function(sweeplab_headers target)
    cmake_parse_arguments(PARSE_ARGV 1 its "" "" "FACE;FLOOR")
    target_sources(${target} PUBLIC
        FILE_SET face TYPE HEADERS BASE_DIRS ${CMAKE_CURRENT_SOURCE_DIR}/include FILES ${its_FACE}
        FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${its_FLOOR})
    target_compile_features(${target} PUBLIC cxx_std_17)
endfunction()

# sweeplab_export_archive(ARCHIVE NAME): likewise, unless shared libraries are exported in place of archives. Symbols of
# an archive are hidden: each program and each shared library that links it has its own, whatever else is in the process.
function(sweeplab_export_archive archive name)
    if(BUILD_SHARED_LIBS)  # whatever the parent has chosen: all of it is exported
        set_target_properties(${archive} PROPERTIES CXX_VISIBILITY_PRESET default CUDA_VISIBILITY_PRESET default
            VISIBILITY_INLINES_HIDDEN OFF)
    else()
        set_target_properties(${archive} PROPERTIES CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden
            VISIBILITY_INLINES_HIDDEN ON)
        sweeplab_export(${archive} ${name})
    endif()
endfunction()

# sweeplab_export_whole(ARCHIVE NAME): sweeplab::NAME links all of the archive, for the files in it that only a list of
# sweeplab_registrations() refers to.
function(sweeplab_export_whole archive name)
    sweeplab_export_archive(${archive} ${name}_archive)
    add_library(${archive}_whole INTERFACE)
    if(BUILD_SHARED_LIBS)
        target_link_libraries(${archive}_whole INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${archive}>")
    else()
        target_link_libraries(${archive}_whole INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,sweeplab::${name}_archive>")  # a name that also holds installed
        sweeplab_export(${archive}_whole ${name})
    endif()
endfunction()

# sweeplab_export_shared(NAME ARCHIVES a... PARTS p... FACE f... FLOOR h...): sweeplab::NAME is libsweeplab_NAME.so with all that
# is in the archives, and each sweeplab::PART another name of it.
function(sweeplab_export_shared name)
    cmake_parse_arguments(PARSE_ARGV 1 its "" "" "ARCHIVES;PARTS;FACE;FLOOR")
    set(target sweeplab_shared_${name})
    add_library(${target} SHARED)
    foreach(archive ${its_ARCHIVES})
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${archive}>)
    endforeach()
    sweeplab_headers(${target} FACE ${its_FACE} FLOOR ${its_FLOOR})
    target_link_libraries(${target} PRIVATE $<TARGET_NAME_IF_EXISTS:TBB::tbb> ${CMAKE_DL_LIBS})
    if(SWEEPLAB_HAS_CUDA)
        target_link_libraries(${target} PRIVATE CUDA::cudart_static)
    endif()
    set_target_properties(${target} PROPERTIES OUTPUT_NAME sweeplab_${name} VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN")
    sweeplab_export(${target} ${name})
    foreach(part ${its_PARTS})
        add_library(sweeplab_shared_${part} INTERFACE)
        target_link_libraries(sweeplab_shared_${part} INTERFACE ${target})
        sweeplab_export(sweeplab_shared_${part} ${part})
    endforeach()
endfunction()
