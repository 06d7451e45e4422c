# Writes the manual page from what the program's --help says.
# Usage: cmake -DPROGRAM=sweeplab -DVERSION=0.3.0 -DOUTPUT=sweeplab.1 -P man.cmake
function(ask_program result)
    execute_process(COMMAND ${PROGRAM} ${ARGN} --help OUTPUT_VARIABLE text RESULT_VARIABLE failed)
    if(failed OR text STREQUAL "")
        message(FATAL_ERROR "${PROGRAM} ${ARGN} --help: ${failed}")
    endif()
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Text that troff shows as it stands.
function(verbatim text result)
    string(REPLACE "\\" "\\e" text "${text}")
    string(REPLACE "-" "\\-" text "${text}")
    string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\\\\\&\\2" text "${text}")
    string(STRIP "${text}" text)
    set(${result} ".nf\n${text}\n.fi\n" PARENT_SCOPE)
endfunction()

ask_program(help)
string(REGEX REPLACE ".*\n[^\n]*Commands:\n" "" list "${help}")
string(REGEX REPLACE "\n\n.*" "\n" list "${list}")
string(REGEX MATCHALL "(^|\n)  [a-z]+( [a-z]+)?  +[A-Z]" commands "${list}")
if(NOT commands)
    message(FATAL_ERROR "no commands in: ${help}")
endif()

verbatim("${help}" shown)
set(page ".TH SWEEPLAB 1 \"\" \"sweeplab ${VERSION}\" \"User commands\"
.SH NAME
sweeplab \\- collision detection by sweep and prune on GPU radix sorts
.SH SYNOPSIS
.B sweeplab
[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]
.SH DESCRIPTION
${shown}")
foreach(found IN LISTS commands)
    string(REGEX MATCH "[a-z]+( [a-z]+)?" command "${found}")
    string(TOUPPER "sweeplab ${command}" title)
    separate_arguments(words UNIX_COMMAND "${command}")
    ask_program(text ${words})
    verbatim("${text}" shown)
    string(APPEND page ".SH ${title}\n${shown}")
endforeach()
file(WRITE ${OUTPUT} "${page}")
