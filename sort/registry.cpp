// The engine registry: filled by the engines' own files before main, read-only after.
#include "sort/registry.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace sort {
namespace {

std::vector<Engine>& registry() {
    static std::vector<Engine> all;
    return all;
}

}  // namespace

bool add_engine(const Engine& engine) {
    auto& all = registry();
    const auto before = [](const Engine& a, const Engine& b) { return std::strcmp(a.name, b.name) < 0; };
    const auto place = std::lower_bound(all.begin(), all.end(), engine, before);
    if (place != all.end() && std::strcmp(place->name, engine.name) == 0) {
        std::fprintf(stderr, "two sort engines are named %s\n", engine.name);
        std::abort();
    }
    all.insert(place, engine);
    return true;
}

std::span<const Engine> engines() { return registry(); }

const Engine* find_engine(const std::string& name) {
    for (const Engine& engine : engines()) {
        if (engine.name == name) return &engine;
    }
    return nullptr;
}

}  // namespace sort
