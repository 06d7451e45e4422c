# READS_SCENES: sources of app/ that read scenes and meshes, of the program, and of tests that need no more of it.
get_filename_component(app ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(READS_SCENES "")
foreach(name base/interrupt base/numbers base/progress base/text/names base/text/read_number base/text/utf8
        io/input_file io/mesh_files io/obj io/physics_keys io/scene_meshes_toml io/scene_shapes io/scene_toml
        io/toml_table)
    list(APPEND READS_SCENES ${app}/${name}.cpp)
endforeach()
file(GLOB read CONFIGURE_DEPENDS ${app}/io/read/*.cpp)
list(APPEND READS_SCENES ${read})
