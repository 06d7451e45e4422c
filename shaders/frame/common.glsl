// Shared by all shaders: the frame's numbers, colour arithmetic, and how a sphere lies on the screen.
// Lengths are metres in view space (the eye at 0, looking along -z) unless a name says otherwise.

layout(std140, binding = 0) uniform Frame {
    mat4 view;
    mat4 projection;
    mat4 view_to_sun;   // to metres along the sun's axes (light/sun_fit.glsl)
    mat4 world_to_sun;
    vec4 ray;            // direction.xy at z = -1 is gl_FragCoord.xy * ray.xy + ray.zw
    vec4 viewport;       // width, height, largest point sprite, pixels of 1 m at 1 m distance
    vec4 light;          // xyz: direction to the sun; w: the camera's distance to its target
    vec4 up;             // xyz: world up; w: height of the eye over the floor
    vec4 eye;            // xyz: its place in the world
    vec4 container_min;  // world; w: the grid's cell
    vec4 container_max;  // world
    vec4 shade_map;      // world x, z of the corner, 1 / side, pixels a side
    vec4 sun_map;        // pixels a side, 1 / that; z: 1 where it is words (light/shadow.glsl)
    vec4 stage;          // world x, z of the container's middle; 1 / half its longer side
    vec4 clip_plane;     // view space: what has dot(clip_plane, place) > 0 is cut away; the eye always is there
    vec4 clip_depth;     // the plane's depth at a pixel is dot(xy, gl_FragCoord.xy) + z; -1 everywhere: there is none
    vec4 point_look;     // x: radius in pixels from which a body is a sphere; y: its share is (radius - x) * y,
                         // at most 1, the rest is light of a point (points/add.comp) of so many pixels (z);
                         // w: 1 in space
    uvec4 ids;           // x: the selected body; y: how many bodies there are; z: 1 for colours without light;
                         // w: 1 for the light theme
    mat4 view_to_sky;    // of stills, as all that follows: to metres along the axes of the sky's light
    mat4 world_to_sky;
    mat4 lights;          // what the lights of all sub-pictures give a normal, 1
    vec4 sky_source;       // xyz: direction to it; w: its weight
    vec4 sky_map;        // pixels a side, 1 / that; z: how high the light stands, -1 to 1; w: tan of half its part's angle
};

layout(binding = 0) uniform sampler2D palette;

const uint kNobody = 0xffffffffu;
const uint kSelectedBit = 0x80000000u;  // beside the slot, at each pixel

// By so much silhouettes are widened, in pixels, for their smoothed edge. Those of a still's sub-pictures are
// hard.
#ifdef STILL
const float kEdgePx = 0.0;
#else
const float kEdgePx = 0.5;
#endif
const vec3 kHighlight = vec3(1.0, 0.86, 0.45);  // selection, linear

// Gamma 2 stands for sRGB: hardly another picture, and no pow for each pixel of a software renderer.
vec3 to_linear(vec3 srgb) { return srgb * srgb; }
vec3 to_srgb(vec3 amount) { return sqrt(amount); }

bool light_theme() { return ids.w != 0u; }

/// The backdrop, linear, from the horizon up: what far things fade into.
vec3 backdrop(float height) {
    vec3 low = light_theme() ? vec3(0.90, 0.91, 0.93) : vec3(0.0185, 0.0215, 0.0275);
    vec3 high = light_theme() ? vec3(0.72, 0.75, 0.79) : vec3(0.0080, 0.0095, 0.0130);
    return mix(low, high, smoothstep(0.0, 1.0, height));
}

/// The same where there is no floor: above a landscape, and in space.
vec3 open_backdrop(vec2 pixel, float height) {
    vec2 corner = pixel / viewport.xy * 2.0 - 1.0;
    float to_corner = dot(corner, corner);
    if (light_theme()) return backdrop(height) * (1.0 - 0.05 * to_corner);
    // Behind what is seen.
    float glow = point_look.w != 0.0 ? 0.28 - 0.06 * to_corner : 1.9 - 0.55 * to_corner;
    return backdrop(0.0) * (glow * (1.0 - 0.25 * to_corner));
}

/// How much of a body of so many pixels is a sphere.
float sphere_share(float radius_px) { return clamp((radius_px - point_look.x) * point_look.y, 0.0, 1.0); }

/// 0 to 1, by the pixel alone: neighbours differ much.
float noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

/// Breaks the bands that 8 bits show in a dark gradient: noise of half a level. Sub-pictures have more bits.
#ifdef STILL
float dither(vec2 pixel) { return 0.0; }
#else
float dither(vec2 pixel) { return (noise(pixel) - 0.5) / 255.0; }
#endif

// An instance's value: the place 0 to 1 in the palette, and flags (app/observe/sort_colour.h).
const float kDimmed = 2.0, kMarked = 4.0;
bool is_marked(float value) { return abs(value) >= kMarked; }
bool is_dimmed(float value) { return mod(abs(value), kMarked) >= kDimmed; }
float palette_place(float value) {
    float rest = abs(value);
    if (rest >= kMarked) rest -= kMarked;
    return rest >= kDimmed ? rest - kDimmed : rest;
}

vec3 palette_linear(float value) { return to_linear(textureLod(palette, vec2(value, 0.5), 0.0).rgb); }

/// A body's colour, linear.
vec3 body_colour(float value, bool selected) {
    vec3 colour = palette_linear(value);
    return selected ? mix(colour, vec3(1.0), 0.35) : colour;
}

/// Of a body that sleeps: duller, and so that its colour can still be told in the legend.
vec3 asleep_colour(vec3 colour) {
    float grey = dot(colour, vec3(0.2126, 0.7152, 0.0722));
    return 0.79 * mix(vec3(grey), colour, 0.92);
}

/// Of a body that others are brought out against: little of its colour is left.
vec3 dimmed_colour(vec3 colour) {
    float grey = dot(colour, vec3(0.2126, 0.7152, 0.0722));
    vec3 behind = light_theme() ? vec3(0.62) : vec3(0.03);
    return mix(behind, mix(vec3(grey), colour, 0.4), 0.14);
}

/// The ring around what is out of order: hue alone does not say it.
vec3 mark_tint() { return vec3(1.0); }

/// How much of the backdrop lies over a thing at depth z, so that far bodies step back.
float haze(float z) { return clamp((z / light.w - 1.0) * 0.12, 0.0, 0.35); }

struct ScreenBox {
    vec2 centre;  // in NDC
    vec2 half_px;
    bool whole;  // the sphere is around the eye's plane: nothing bounds it
};

/// The exact rectangle that a sphere covers: in x and in y, the two slopes m at which the plane through the
/// eye touches it, (c - m z)^2 = r^2 (1 + m^2) with z the distance in front of the eye.
ScreenBox screen_box(vec3 centre, float radius) {
    ScreenBox box;
    float z = -centre.z;
    box.whole = z <= radius * 1.001;
    float denominator = z * z - radius * radius;
    vec2 root = radius * sqrt(max(centre.xy * centre.xy + denominator, 0.0));
    vec2 scale = vec2(projection[0][0], projection[1][1]) / denominator;
    box.centre = centre.xy * z * scale;
    box.half_px = root * scale * 0.5 * viewport.xy + 0.5;  // half a pixel for the smoothed edge
    return box;
}

/// Whether a sphere reaches into the view: none of the four planes through the eye, nor the eye's own, leaves
/// it outside, and the eye is not in it. Without this every sphere beside the eye would be drawn over the
/// whole screen.
bool reaches_view(vec3 centre, float radius) {
    vec2 slope = vec2(projection[0][0], projection[1][1]);
    vec2 outside = (abs(centre.xy) * slope + centre.z) * inversesqrt(slope * slope + 1.0);
    bool around_eye = dot(centre, centre) <= radius * radius * 1.01;
    return !around_eye && centre.z < radius && all(lessThan(outside, vec2(radius)));
}

const float kMaxSpriteSlope = 0.1;  // radius over distance

/// Small spheres go as point sprites; those that a sprite cannot show (too large, or centred off the screen,
/// where GL drops points) go as quads. Two programs ask, and may round differently: the quads' asks with a
/// `scale` a little under 1, so that a sphere at the limit is drawn by both rather than by neither.
bool fits_sprite(vec3 centre, float radius, ScreenBox box, float scale) {
    float size = 2.0 * max(box.half_px.x, box.half_px.y);
    float slope = kMaxSpriteSlope * scale;
    return !box.whole && radius * radius <= slope * slope * dot(centre, centre) && size <= viewport.z * scale &&
           all(lessThanEqual(abs(box.centre), vec2(scale)));
}

/// Depth, 0 to 1, of a view-space z (negative in front).
float window_depth(float z) {
    return 0.5 - 0.5 * (projection[2][2] * z + projection[3][2]) / min(z, -1e-6);
}

/// The other way round: how far in front of the eye.
float distance_at(float depth) { return projection[3][2] / (2.0 * depth - 1.0 + projection[2][2]); }

bool is_cut_away(vec3 place) { return dot(clip_plane, vec4(place, 1.0)) > 0.0; }

/// What the clip plane touches casts no shadow: it would lie on the cut.
bool casts_shadow(vec3 centre, float radius) { return dot(clip_plane, vec4(centre, 1.0)) <= -radius; }

/// Depth, 0 to 1, of the clip plane at a pixel: what is nearer is cut away.
float cut_depth(vec2 pixel) { return dot(clip_depth.xy, pixel) + clip_depth.z; }

const vec4 kNowhere = vec4(0.0, 0.0, 2.0, 1.0);  // outside the clip volume
