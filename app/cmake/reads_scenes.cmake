# Sources of app/ that read scenes and meshes: of the program, and of tests that need no more of it.
set(READS_SCENES
    "/app/(base/(interrupt|numbers|progress|text/(names|read_number|utf8))|io/read/[a-z_]+|io/(input_file|mesh_files|obj|physics_keys|scene_meshes_toml|scene_shapes|scene_toml|toml_table))\\.cpp$")
