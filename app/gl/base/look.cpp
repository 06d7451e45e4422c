#include "app/gl/base/look.h"

namespace app {

Look Look::of(Quality quality) {
    if (quality == Quality::minimal) return {};
    if (quality == Quality::low) return {.sun_map_px = 768, .floor_map_px = 256};
    // Many of each make a picture: what one leaves hard, the next ones soften.
    if (quality == Quality::still)
        return {.sun_map_px = 2048,
                .mirror = true,
                .glass = true,
                .compute = true,
                .still = true,
                .sky_map_px = 1024};
    return {.sun_map_px = 2048,
            .floor_map_px = 1024,
            .soft_shadows = true,
            .mirror = true,
            .near_shade = quality == Quality::high,
            .edge_search = quality == Quality::high,
            .crowd_edges = true,
            .glass = true,
            .compute = true};
}

std::vector<std::string> Look::defines() const {
    std::vector<std::string> names;
    if (sun_map_px > 0) names.push_back("SHADOWS");
    if (sun_map_px > 0 && soft_shadows) names.push_back("SOFT_SHADOWS");
    if (near_shade) names.push_back("NEAR_SHADE");
    if (still) names.push_back("STILL");
    if (mirror) names.push_back("MIRROR");
    if (crowd_edges) names.push_back("CROWD_EDGES");
    return names;
}

std::vector<std::string> Look::left_out() const {
    if (still) return {};  // what it leaves out, its sub-pictures make up for
    std::vector<std::string> names;
    if (sun_map_px == 0) names.push_back("shadows");
    if (sun_map_px > 0 && !soft_shadows) names.push_back("soft shadows");
    if (!near_shade) names.push_back("near occlusion");
    if (!mirror) names.push_back("reflections");
    if (!edge_search) names.push_back("edge search");
    if (!crowd_edges) names.push_back("fine edges in crowds");
    if (!glass) names.push_back("glass walls");
    return names;
}

}  // namespace app
