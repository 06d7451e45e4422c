# How the libraries are exported: one name inside the build, in a super-project and after an installation.

# sweeplab_export(TARGET NAME): the target is sweeplab::NAME everywhere.
function(sweeplab_export target name)
    add_library(sweeplab::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    if(SWEEPLAB_INSTALL)
        get_target_property(headers ${target} HEADER_SETS)
        set(files "")
        if(headers)
            set(files FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sweeplab COMPONENT development)
        endif()
        install(TARGETS ${target} EXPORT sweeplab ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
            ${files})
    endif()
endfunction()

# sweeplab_export_whole(ARCHIVE NAME): sweeplab::NAME links all of the archive, for the files in it that register
# themselves before main.
function(sweeplab_export_whole archive name)
    sweeplab_export(${archive} ${name}_archive)
    add_library(${archive}_whole INTERFACE)
    target_link_libraries(${archive}_whole INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,sweeplab::${name}_archive>")  # a name that also holds installed
    sweeplab_export(${archive}_whole ${name})
endfunction()
