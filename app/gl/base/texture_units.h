// The texture units of the picture. Shaders name them as layout(binding = n); one number holds one kind of texture
// wherever it is read, so that a pass binds only what it brings.
#pragma once

#include <glad/gl.h>

namespace app {

enum TextureUnit : GLuint {
    kPaletteUnit = 0,
    kShadeUnit = 1,    // of the floor, by bodies above it
    kColourUnit = 2,   // a picture, or the sum of a still's pictures
    kSlotUnit = 3,     // which body each pixel shows
    kHeightsUnit = 4,  // of the landscape
    kSurfaceUnit = 5,  // as pack_surface() makes them
    kSunUnit = 6,
    kFloorUnit = 7,  // what the sun lights of the floor
    kDepthUnit = 8,
    kNearUnit = 9,  // raw near shade
    kSkyUnit = 10,
    kSunWordUnit = 11,   // the sun's map where the world's backend has drawn it
    kOpenUnit = 12,      // smooth near shade
    kSkyDepthUnit = 13,  // the sky's map as numbers
    kGlowUnit = 14       // of many points
};

}  // namespace app
