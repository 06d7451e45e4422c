// The other libraries that `bench pairs --rival` measures: each in a module that may be absent.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/math/vec3.h"

namespace app {

struct RivalApi;

/// "bullet", "cgal": all that there could be, sorted.
std::vector<std::string> rival_names();

class RivalLibrary {
public:
    /// Throws sort::Unavailable by name, with the Debian package that was missing.
    explicit RivalLibrary(const std::string& name);

    const std::string& name() const { return name_; }
    std::string what() const;  // library, version, function

    /// Milliseconds; `pairs` receives two indices a pair, in no order.
    double find(std::span<const sim::Box> boxes, std::vector<uint32_t>& pairs) const;

private:
    std::string name_;
    const RivalApi* api_;
};

}  // namespace app
