// Opens the modules of app/bench/pairs/rivals.
#include "app/bench/pairs/pairs_rivals.h"

#include <dlfcn.h>

#include <filesystem>

#include "app/base/modules.h"
#include "app/bench/pairs/rivals/rival_api.h"
#include "sort/base/errors.h"
#include "sort/base/float_environment.h"

namespace app {
namespace {

struct Known {
    const char* name;
    const char* package;  // of Debian
};
constexpr Known kRivals[] = {{"bullet", "libbullet-dev"}, {"cgal", "libcgal-dev"}};

std::string package_of(const std::string& name) {
    for (const Known& known : kRivals) {
        if (name == known.name) return known.package;
    }
    return name;
}

}  // namespace

std::vector<std::string> rival_names() {
    std::vector<std::string> names;
    for (const Known& known : kRivals) names.push_back(known.name);
    return names;
}

RivalLibrary::RivalLibrary(const std::string& name) : name_(name) {
    const std::filesystem::path path = find_module("sweeplab_rival_" + name + ".so");
    if (path.empty()) {
        throw sort::Unavailable("rival '" + name + "' is not in this build: " + package_of(name) +
                                " was not installed when it was configured");
    }
    const sort::FloatEnvironment environment;                    // a library may change it when it is opened
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed: it is used to the end
    if (!module) throw sort::Unavailable("rival '" + name + "' cannot be opened: " + dlerror());
    const auto function = reinterpret_cast<RivalFunction>(dlsym(module, kRivalSymbol));
    api_ = function ? function() : nullptr;
    if (!api_ || api_->version != kRivalVersion) {
        throw sort::Unavailable("rival '" + name + "': " + path.string() + " is of another version");
    }
}

std::string RivalLibrary::what() const { return api_->what; }

double RivalLibrary::find(std::span<const sim::Box> boxes, std::vector<uint32_t>& pairs) const {
    const auto take = [](void* to, const uint32_t* found, uint64_t count) {
        static_cast<std::vector<uint32_t>*>(to)->assign(found, found + 2 * count);
    };
    return api_->find(boxes.empty() ? nullptr : &boxes[0].min.x, uint32_t(boxes.size()), take, &pairs);
}

}  // namespace app
