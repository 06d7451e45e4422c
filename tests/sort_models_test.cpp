// Every model through the engines' suite: what the lessons show must be a right sort to begin with.
#include "sort/models/model.h"
#include "tests/sort_engine_suite.h"
#include "tests/sort_engine_suite_host.h"

namespace suite {

std::unique_ptr<Memory> make_memory(uint32_t words) { return std::make_unique<HostMemory>(words); }

std::vector<const sort::Engine*> engines_under_test() {
    std::vector<const sort::Engine*> all;
    for (const sort::Model& model : sort::models()) all.push_back(&model);
    return all;
}

Scale scale() {
    Scale scale;
    scale.length_step = 13;
    scale.short_step = 3;
    scale.medium = 20001;
    scale.largest = 1 << 16;
    scale.repeats = 5;
    scale.thorough = false;
    return scale;
}

std::string skip_reason() { return ""; }

}  // namespace suite
