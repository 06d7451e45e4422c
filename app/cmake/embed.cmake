# Writes OUTPUT, a C++ file that holds each of FILES under its path relative to ROOT: as a text, or with -DBYTES=ON
# as bytes.
separate_arguments(FILES)
set(arrays "")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
    file(RELATIVE_PATH name ${ROOT} ${file})
    if(BYTES)
        file(READ ${file} hex HEX)
        string(REGEX REPLACE "(..)" "\\\\x\\1" literal "${hex}")
        string(LENGTH "${hex}" digits)
        math(EXPR size "${digits} / 2")
        string(APPEND arrays "static const char kBytes${number}[] = \"${literal}\";\n")
        string(APPEND entries "    {\"${name}\", {kBytes${number}, ${size}}},\n")
        math(EXPR number "${number} + 1")
    else()
        file(READ ${file} text)
        string(APPEND entries "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
    endif()
endforeach()
file(WRITE ${OUTPUT} "// Made at build.
#include \"app/base/embedded_files.h\"

namespace app {

${arrays}
static const EmbeddedFile kFiles[] = {
${entries}};

std::span<const EmbeddedFile> ${FUNCTION}() { return kFiles; }

}  // namespace app
")
