# sweeplab_registrations(OUTPUT NAMESPACE LIST NAMES...): OUTPUT is a source with NAMESPACE::register_LIST(), which
# calls NAMESPACE::register_NAME() of each NAME that is linked (sort/base/registered.h). The references are weak: a
# program may link some engines only, and NAMES may be of files that register nothing.
function(sweeplab_registrations output namespace list)
    set(names ${ARGN})
    list(REMOVE_DUPLICATES names)
    list(SORT names)
    set(declared "")
    set(listed "")
    foreach(name ${names})
        string(APPEND declared "[[gnu::weak, gnu::visibility(\"hidden\")]] bool register_${name}();\n")
        string(APPEND listed "        {\"${name}\", register_${name}},\n")
    endforeach()
    file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
// Made at configure from the names of files: sort/cmake/registrations.cmake.
#include <stdexcept>
#include <string>

namespace @namespace@ {

@declared@
void register_@list@() {
    static const struct {
        const char* name;
        bool (*add)();  // null: not linked
    } kAll[] = {
@listed@    };
    for (const auto& one : kAll) {
        if (one.add && !one.add()) throw std::logic_error(std::string("register_") + one.name + ": the name is taken");
    }
}

}  // namespace @namespace@
]])
endfunction()

# sweeplab_names_of(RESULT SUFFIX FILES...): the names of files without folder and ending, and SUFFIX.
function(sweeplab_names_of result suffix)
    set(names "")
    foreach(file ${ARGN})
        get_filename_component(name ${file} NAME_WE)
        list(APPEND names ${name}${suffix})
    endforeach()
    set(${result} ${names} PARENT_SCOPE)
endfunction()
