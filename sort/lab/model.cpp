// The list of models.
#include "sort/lab/model.h"

#include "sort/base/registered.h"

namespace sort {
namespace {

Registered<Model>& all_models() {
    static Registered<Model> all("models");
    return all;
}

}  // namespace

std::span<const Model> models() { return all_models().all(); }

const Model* find_model(const std::string& name) { return all_models().find(name); }

bool add_model(const Model& model) { return all_models().add(model); }

}  // namespace sort
