// The engine registry: filled by the engines' own files before main, read-only after.
#include "sort/registry.h"

#include "sort/registered.h"

namespace sort {
namespace {

Registered<Engine>& registry() {
    static Registered<Engine> all("sort engines");
    return all;
}

}  // namespace

bool add_engine(const Engine& engine) { return registry().add(engine); }

std::span<const Engine> engines() { return registry().all(); }

const Engine* find_engine(const std::string& name) { return registry().find(name); }

}  // namespace sort
