// A shared library with sorter and finder as objects of its own, made when it is loaded.
#include "checks.h"

static sort::PairSorter sorter(5, {.backend = sort::Backend::cpu});
static sim::PairFinder finder(3, {.backend = sort::Backend::cpu});

/// "" when all is right. Throws sort::OverLimit when told to.
extern "C" const char* PART(bool throws) {
    if (throws) sort::PairSorter too_large(size_t{1} << 32, {.backend = sort::Backend::cpu});
    if (!checks::sorts(sorter)) return "its sorter";
    if (!checks::finds(finder)) return "its finder";
    return "";
}
