// How much a picture may cost: which passes a frame has, and how fine their maps are. What is left out is left
// out when the shaders are compiled: on software GL a branch on a uniform costs as much as what it guards.
#pragma once
#include <string>
#include <vector>

namespace app {

enum class Quality { minimal, low, medium, high, still };
inline constexpr const char* kQualityNames[] = {"minimal", "low", "medium", "high", "still"};
inline constexpr Quality kLiveQualities[] = {Quality::minimal, Quality::low, Quality::medium, Quality::high};

struct Look {
    int sun_map_px = 0, floor_map_px = 0;  // sides; 0: nothing casts a shadow
    bool soft_shadows = false;             // wider the farther from what casts them; else of one width
    bool mirror = false;                   // bodies reflect sky and floor
    bool near_shade = false;               // ambient occlusion by what is near on the screen
    bool edge_search = false;              // for edges of meshes, ground and lines; spheres know theirs
    bool crowd_edges = false;              // smoother edges of spheres before other spheres
    bool glass = false;                    // walls of the container; else its edges alone
    bool compute = false;  // passes over all pixels are compute shaders (app/gl/base/pixel_program.h)
    bool still = false;    // sub-pictures, to be added up (app/gl/base/sub_picture.h)
    int sky_map_px = 0;    // of stills: side of the map that the sky's light sees

    static Look of(Quality quality);
    /// #define lines for the shaders, by name.
    std::vector<std::string> defines() const;
    /// Returns the names of the effects that this look leaves out.
    std::vector<std::string> left_out() const;
};

}  // namespace app
