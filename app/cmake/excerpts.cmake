# Writes OUTPUT, a C++ file with the lines of the sources in ROOT that lessons show beside their stages. Such lines stand
# between "// lesson: LESSON/STAGE, LESSON/STAGE" (one line or more) and "// lesson end", 3 to 15 of them.
file(GLOB_RECURSE sources ${ROOT}/sort/*.cu ${ROOT}/sort/*.cuh ${ROOT}/sim/*.h ${ROOT}/sim/*.cu ${ROOT}/sim/*.cuh
     ${ROOT}/app/teach/*.cpp)
set(mark "// lesson: ")
set(end "// lesson end\n")

# count_lines(TEXT RESULT)
function(count_lines text result)
    string(REGEX MATCHALL "\n" lines "${text}")
    list(LENGTH lines count)
    set(${result} ${count} PARENT_SCOPE)
endfunction()

set(entries "")
foreach(source IN LISTS sources)
    file(READ ${source} rest)
    string(FIND "${rest}" "${mark}" at)
    set(line 1)
    file(RELATIVE_PATH path ${ROOT} ${source})
    while(at GREATER -1)
        string(SUBSTRING "${rest}" 0 ${at} before)
        string(SUBSTRING "${rest}" ${at} -1 rest)
        string(FIND "${rest}" "\n" newline)
        string(LENGTH "${mark}" begin)
        math(EXPR length "${newline} - ${begin}")
        string(SUBSTRING "${rest}" ${begin} ${length} names)
        math(EXPR newline "${newline} + 1")
        string(SUBSTRING "${rest}" ${newline} -1 rest)
        count_lines("${before}" passed)
        math(EXPR line "${line} + ${passed} + 1")
        while(rest MATCHES "^ *${mark}([^\n]*)\n")  # more names
            string(APPEND names ", ${CMAKE_MATCH_1}")
            string(LENGTH "${CMAKE_MATCH_0}" length)
            string(SUBSTRING "${rest}" ${length} -1 rest)
            math(EXPR line "${line} + 1")
        endwhile()
        string(FIND "${rest}" "${end}" length)
        if(length EQUAL -1)
            message(FATAL_ERROR "${path}: '${mark}${names}' has no '// lesson end'")
        endif()
        string(SUBSTRING "${rest}" 0 ${length} text)
        string(FIND "${text}" "\n" last REVERSE)
        math(EXPR last "${last} + 1")
        string(SUBSTRING "${text}" 0 ${last} text)  # without what stands before the mark of the end
        count_lines("${text}" lines)
        if(text MATCHES "${mark}" OR lines LESS 3 OR lines GREATER 15)
            message(FATAL_ERROR "${path}: '${mark}${names}': 3 to 15 lines, and no other mark among them")
        endif()
        string(REPLACE ", " ";" names "${names}")
        foreach(name IN LISTS names)
            if(NOT name MATCHES "^([a-z-]+)/([a-z -]+)$")
                message(FATAL_ERROR "${path}: '${mark}': '${name}' is not LESSON/STAGE")
            endif()
            string(APPEND entries "    {\"${CMAKE_MATCH_1}\", \"${CMAKE_MATCH_2}\", \"${path}\", ${line}, R\"code(${text})code\"},\n")
        endforeach()
        math(EXPR line "${line} + ${lines}")
        string(SUBSTRING "${rest}" ${length} -1 rest)
        string(FIND "${rest}" "${mark}" at)
    endwhile()
endforeach()
file(WRITE ${OUTPUT} "// Made at build.
#include \"app/teach/code/excerpts.h\"

namespace app {

static const CodeExcerpt kExcerpts[] = {
${entries}};

std::span<const CodeExcerpt> code_excerpts() { return kExcerpts; }

}  // namespace app
")
