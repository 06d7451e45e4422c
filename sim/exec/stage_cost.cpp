#include "sim/exec/stage_cost.h"

#include <cstdio>

namespace sim {

std::string_view stage_of(std::string_view name) {
    constexpr std::string_view kGravity = "gravity/";
    return name.substr(0, name.find('/', name.starts_with(kGravity) ? kGravity.size() : 0));
}

std::string pass_name(const std::string& sort_name, const sort::Stage& stage) {
    if (stage.pass < 0) return sort_name + "/" + stage.name;
    char text[32];
    std::snprintf(text, sizeof text, "/pass %02d/", stage.pass);
    return sort_name + text + stage.name;
}

}  // namespace sim
