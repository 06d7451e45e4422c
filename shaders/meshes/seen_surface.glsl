// The surface that a pixel shows, from what the mesh passes have left there: its normal and how far along the view it
// lies. Needs frame/common.glsl and meshes/surface.glsl.
layout(binding = 5) uniform sampler2D surfaces;  // as pack_surface() makes them
layout(binding = 8) uniform sampler2D depths;

struct SeenSurface {
    vec3 normal;
    float distance_m;
};

/// `direction`: of the pixel's ray, as far as -1 along z.
SeenSurface seen_surface(ivec2 pixel, vec3 direction) {
    uint surface = packUnorm4x8(texelFetch(surfaces, pixel, 0));
    if (surface == kSection) return SeenSurface(clip_plane.xyz, -clip_plane.w / dot(clip_plane.xyz, direction));
    return SeenSurface(surface_normal(surface), distance_at(texelFetch(depths, pixel, 0).r));
}
