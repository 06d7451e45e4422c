// The table of stand-ins, and whether the program has an engine or a variant: asked of the lists of engines.
#include "app/bench/papers/paper_rivals.h"

#include <algorithm>
#include <stdexcept>

#include "sort/lab/model.h"

namespace app {
namespace {

struct PaperRival {
    const char* engine;  // wanted
    const char* paper;   // what the paper calls it
    Rival stand_in;      // its label is the legend's
};

const PaperRival kPaperRivals[] = {
    {"legrand", "Le Grand's radix 16", {"satish", "satish"}},
    {"split-sort", "CUDPP's 1-bit split sort", {"multiscan, 1 bit", "multiscan", {.digit_bits = 1}}},
    {"herf", "Herf's CPU radix sort of 3 x 11 bits", {"cpu-radix", "cpu-radix"}},
    {"chhugani", "the CPU merge sort of Chhugani and others", {"cpu-radix", "cpu-radix"}},
    {"cudpp", "CUDPP's sort", {"satish", "satish"}},
    {"thrust-1.6", "Thrust 1.6, Merrill's sort", {"multiscan", "multiscan"}},
    {"thrust-cudpp", "Thrust 1.6 and CUDPP 2.1, both Merrill's sort", {"multiscan", "multiscan"}},
    {"satish-merge", "Satish's merge sort of 2009", {"cub-merge", "cub-merge"}},
};

bool has_engine(const std::string& name) {
    if (sort::find_engine(name)) return true;
    const auto names = sort::cuda_engine_names();
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Variants of the engine, or of its model in a build without it; null: neither says.
const std::span<const char* const>* variants_of(const std::string& name) {
    if (const sort::Engine* engine = sort::find_engine(name)) return &engine->variants;
    const sort::Model* model = sort::find_model(name);
    return model && !model->variants.empty() ? &model->variants : nullptr;
}

}  // namespace

Rival paper_rival(const std::string& engine) {
    for (const PaperRival& rival : kPaperRivals) {
        if (rival.engine != engine) continue;
        if (has_engine(engine)) return {engine, engine};
        Rival stand_in = rival.stand_in;
        stand_in.stands_for = rival.paper;
        return stand_in;
    }
    throw std::logic_error("no rival " + engine);
}

std::string named(const Rival& rival) {
    return rival.label + (rival.stands_for.empty() ? "" : " (in place of " + rival.stands_for + ")");
}

std::string lacking(const Rival& rival) {
    if (!has_engine(rival.engine)) return "the engine " + rival.engine;
    const std::string& variant = rival.config.variant;
    const auto* known = variants_of(rival.engine);
    if (variant.empty() || !known) return "";
    if (std::find(known->begin(), known->end(), variant) != known->end()) return "";
    return "the variant " + variant + " of " + rival.engine;
}

}  // namespace app
