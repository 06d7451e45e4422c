# Writes OUTPUT, a C++ file that holds the text of each of FILES under its path relative to ROOT.
separate_arguments(FILES)
set(body "")
foreach(file IN LISTS FILES)
    file(RELATIVE_PATH name ${ROOT} ${file})
    file(READ ${file} text)
    string(APPEND body "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made at build from shaders/ and assets/scenes.\n#include \"app/base/embedded_files.h\"\n\nnamespace app {\n\nstatic const EmbeddedFile kFiles[] = {\n${body}};\n\nstd::span<const EmbeddedFile> embedded_files() { return kFiles; }\n\n}  // namespace app\n")
