// A program with no engine of the CPU, on a machine where oneTBB need not be: it is told so by those that need it.
#include <sweeplab/sort.h>

#include <cstdio>

#include "sort/registry.h"

static sort::Engine engine_of_its_own() {
    sort::Engine engine{};
    engine.name = "own";
    engine.backend = sort::Backend::cpu;
    engine.stable = true;
    return engine;
}

int main() {
    sweeplab::Sorter sorter;
    const auto usual = sorter.try_create(10);
    if (!usual.ok() && usual.code() != sweeplab::Code::unavailable) {
        std::printf("without_tbb: wrong: %s\n", usual.message().c_str());
        return 1;
    }
    sort::add_engine(engine_of_its_own());
    const auto own = sorter.try_create(10, {.engine = "own"});
    std::printf("without_tbb: %s\n", own.message().c_str());
    return own.code() == sweeplab::Code::invalid_argument &&
                   own.message().find("sweeplab::sort_cpu, which is not linked") != std::string::npos
               ? 0
               : 1;
}
