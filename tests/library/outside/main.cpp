// Sorts, finds pairs, and looks that no engine is here but those that were linked.
#include <dlfcn.h>

#include <cstdio>

#include "checks.h"

extern sort::PairSorter early_sorter;
extern sim::PairFinder early_finder;

using Part = const char*(bool throws);
extern "C" Part part_first, part_second;

static int wrong(const char* what, const char* why) { return std::printf("%s: %s\n", what, why), 1; }

static int check_part(const char* name, Part* part) {
    if (!part) return wrong(name, dlerror());
    if (const char* fault = part(false); *fault) return wrong(name, fault);
    try {
        part(true);
    } catch (const sort::OverLimit&) {  // of its copy of the library
        return 0;
    }
    return wrong(name, "throws nothing");
}

static int check_plugin(const char* path, const char* function, int mode) {
    void* const plugin = dlopen(path, RTLD_NOW | mode);
    if (!plugin) return wrong(path, dlerror());
    const int result = check_part(function, reinterpret_cast<Part*>(dlsym(plugin, function)));
    dlclose(plugin);
    return result;
}

int main() {
    const std::string names = checks::engine_names();
    if (SHARED ? names.find("cpu-adaptive cpu-radix ") == names.npos : names != "cpu-adaptive cpu-radix ")
        return wrong("engines", names.c_str());
    if (!checks::sorts(early_sorter)) return wrong("global sorter", "wrong order");
    if (!checks::finds(early_finder)) return wrong("global finder", "wrong pairs");

    int faults = check_part("first", part_first) + check_part("second", part_second);
    for (const int mode : {RTLD_LOCAL, RTLD_GLOBAL}) {
        faults += check_plugin(FIRST_PLUGIN, "part_first", mode);
        faults += check_plugin(SECOND_PLUGIN, "part_second", mode);
    }
    const std::vector<uint32_t> pairs =
        sim::overlapping_pairs(checks::boxes(), {.backend = sort::Backend::cpu});
    if (pairs != std::vector<uint32_t>{0, 2}) return wrong("overlapping_pairs", "wrong pairs");

    // A name that is taken, by another engine.
    sort::Engine other = sort::engines()[0];
    other.create = nullptr;
    if (sort::add_engine(other) || !sort::engines()[0].create)
        return wrong("add_engine", "the first did not stay");
    if (faults == 0) std::printf("outside: all right\n");
    return faults;
}
