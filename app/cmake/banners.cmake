# Writes OUTPUT, a C++ file with the comment that each engine's source in ROOT, sort/engines/*/NAME.cu, begins with.
file(GLOB sources ${ROOT}/sort/engines/*/*.cu)
set(entries "")
foreach(source IN LISTS sources)
    file(READ ${source} text)
    get_filename_component(name ${source} NAME_WE)
    string(REPLACE "_" "-" engine ${name})
    if(text MATCHES "register_${name}\\(\\)" AND text MATCHES "^((//[^\n]*\n)+)")
        file(RELATIVE_PATH path ${ROOT} ${source})
        string(APPEND entries "    {\"${engine}\", \"${path}\", R\"banner(${CMAKE_MATCH_1})banner\"},\n")
    endif()
endforeach()
file(WRITE ${OUTPUT} "// Made at build.
#include \"app/bench/paper_report/engine_banners.h\"

namespace app {

static const EngineBanner kBanners[] = {
${entries}};

std::span<const EngineBanner> engine_banners() { return kBanners; }

}  // namespace app
")
