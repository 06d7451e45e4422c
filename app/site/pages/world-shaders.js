// The shaders of the world: spheres as quads whose pixels meet a ray (with depth), soft shadows on the floor, floor, lines.
// Light and palette are the program's (shaders/light/lit.glsl, app/gl/palette.cpp).
"use strict";

const kRamp = [
  [0, 69, 179], [31, 112, 197], [45, 141, 197], [60, 168, 192], [89, 199, 180], [140, 211, 152], [188, 220, 125], [234, 227, 103],
  [242, 255, 66]
];
const kKinds = [[0, 90, 178], [86, 180, 233], [153, 153, 153], [240, 228, 66], [213, 94, 0]];

const kVertices = 6;        // of the two triangles that stand for a body
const kBodiesPerRow = 512;  // of the texture that holds the bodies, two texels each

const kShared = `#version 300 es
precision highp float;
uniform mat4 view, projection;
uniform vec3 low, high, sun, light, horizon, ground;  // light: the direction to the sun in view space
uniform float pixel, extent;
`;

// Not instanced: software GL takes an instance for a draw of its own.
const kBody = `
uniform highp sampler2D bodies;
const int bodies_per_row = ${kBodiesPerRow}, vertices = ${kVertices};
vec4 body_texel(int k) {
  int body = gl_VertexID / vertices;
  return texelFetch(bodies, ivec2(body % bodies_per_row * 2 + k, body / bodies_per_row), 0);
}
vec2 corner() {
  int k = gl_VertexID % vertices;
  return vec2(k == 1 || k > 3, k == 2 || k == 3 || k == 5) * 2.0 - 1.0;
}
`;

const kSphereVertex = kShared + kBody + `
uniform vec3 ramp[9], kinds[5];
uniform int colouring;
uniform float fastest;
out vec3 at;
flat out vec4 sphere;
flat out vec3 tint;
flat out float height, gloss, point;
vec3 ramp_at(float value) {
  float place = clamp(value, 0.0, 1.0) * 8.0;
  int i = min(int(place), 7);
  return mix(ramp[i], ramp[i + 1], place - float(i));
}
void main() {
  vec4 body = body_texel(0), motion = body_texel(1);  // place, radius; speed, asleep, 0 to 1: where it began
  vec3 centre = (view * vec4(body.xyz, 1.0)).xyz;
  float distance_m = length(centre), radius = max(body.w, 1.2 * pixel * distance_m);
  vec2 side = corner();
  vec3 back = -centre / distance_m, right = normalize(cross(vec3(0.0, 1.0, 0.0), back)), over = cross(back, right);
  float grown = radius * distance_m / sqrt(max(distance_m * distance_m - radius * radius, 1e-9)) * 1.02;
  at = centre + (right * side.x + over * side.y) * grown;
  gl_Position = projection * vec4(at, 1.0);
  sphere = vec4(centre, radius);
  height = (body.y - low.y) / body.w;
  gloss = clamp(body.w / (pixel * distance_m) / 6.0 - 0.3, 0.0, 1.0);
  point = clamp(1.0 - body.w / (pixel * distance_m), 0.0, 1.0);  // of a body smaller than a pixel nothing but the colour is seen
  tint = colouring == 0 ? kinds[int(clamp(motion.z, 0.0, 0.999) * 5.0)]
       : colouring == 1 ? ramp_at(motion.x / fastest)
       : motion.y > 0.5 ? vec3(0.107, 0.122, 0.156) : vec3(0.093, 0.456, 0.815);
}`;

const kSphereFragment = kShared + `
in vec3 at;
flat in vec4 sphere;
flat in vec3 tint;
flat in float height, gloss, point;
out vec4 colour;
// By roots, with an error below half of 1/255: powers are slow in software GL.
vec3 to_srgb(vec3 c) {
  vec3 root = sqrt(max(c, 0.0)), root_4 = sqrt(root);
  return max(0.585122381 * root + 0.783140355 * root_4 - 0.368262736 * sqrt(root_4), 12.92 * min(c, 0.0031308));
}
vec3 tone(vec3 c) {
  if (max(c.r, max(c.g, c.b)) <= 0.75) return c;
  return min(c, 0.75) + 0.25 * (1.0 - exp(-4.0 * max(c - 0.75, 0.0)));
}
float power_5(float x) { return x * x * x * x * x; }
float power_60(float x) {
  float x4 = x * x * x * x, x12 = x4 * x4 * x4;
  return power_5(x12);
}
void main() {
  vec3 ray = normalize(at);
  float along = dot(ray, sphere.xyz), inside = along * along - dot(sphere.xyz, sphere.xyz) + sphere.w * sphere.w;
  if (inside < 0.0) discard;
  vec3 hit = ray * (along - sqrt(inside)), normal = (hit - sphere.xyz) / sphere.w;
  vec2 clip = vec2(projection[2].z * hit.z + projection[3].z, -hit.z);
  gl_FragDepth = clip.x / clip.y * 0.5 + 0.5;
  vec3 up = view[1].xyz;
  float upward = dot(normal, up), facing = max(-dot(normal, ray), 0.0), lit = max(dot(normal, light), 0.0);
  vec3 sky = vec3(0.271, 0.292, 0.321) + max(upward, 0.0) * vec3(0.085, 0.100, 0.121) - max(-upward, 0.0) * vec3(0.114, 0.132, 0.150);
  float open = mix(1.0, clamp(0.35 + 0.35 * height, 0.0, 1.0), clamp(0.5 - 0.5 * upward, 0.0, 1.0)) * (0.55 + 0.45 * smoothstep(0.0, 0.75, facing));
  vec3 shown = tint * (sky * open + vec3(1.098, 1.056, 1.001) * lit + 0.34 * facing * 0.35);
  float shine = power_60(max(dot(normalize(light - ray), normal), 0.0));
  float rim = 0.04 + 0.5 * power_5(1.0 - facing);
  vec3 mirrored = mix(vec3(0.045, 0.047, 0.052), vec3(0.55, 0.60, 0.68), smoothstep(-0.15, 0.75, dot(reflect(ray, normal), up)));
  shown = mix(shown, tint * 1.25, point);
  shown += gloss * (0.35 * shine + rim * mirrored * 0.5);
  colour = vec4(to_srgb(tone(shown * 0.95)), 1.0);
}`;

const kShadowVertex = kShared + kBody + `
out vec2 at;
flat out float strength;
void main() {
  vec4 body = body_texel(0);
  at = corner();
  float above = max(body.y - low.y, 0.0), rise = above / body.w;
  strength = 0.62 / (1.0 + 0.04 * rise * rise);
  vec3 foot = vec3(body.x - sun.x / sun.y * above, low.y + 0.0005 * extent, body.z - sun.z / sun.y * above);
  vec2 along = normalize(sun.xz), across = vec2(-along.y, along.x);
  float wide = body.w * (1.1 + 0.05 * rise);
  foot.xz += across * at.x * wide + along * at.y * wide * 1.35;
  gl_Position = rise > 16.0 ? vec4(2.0, 2.0, 2.0, 1.0) : projection * view * vec4(foot, 1.0);
}`;
const kShadowFragment = kShared + `
in vec2 at;
flat in float strength;
out vec4 colour;
void main() {
  float r = min(dot(at, at), 1.0);
  colour = vec4(0.0, 0.0, 0.0, strength * (1.0 - r) * (1.0 - 0.3 * r));
}`;

const kFloorVertex = kShared + `
out vec3 place;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec3 middle = 0.5 * (low + high);
  place = vec3(middle.x + corner.x * extent * 12.0, low.y, middle.z + corner.y * extent * 12.0);
  gl_Position = projection * view * vec4(place, 1.0);
}`;
const kFloorFragment = kShared + `
in vec3 place;
out vec4 colour;
void main() {
  vec2 cells = place.xz / (extent / 6.0), width = fwidth(cells);
  vec2 line = abs(fract(cells - 0.5) - 0.5) / max(width, 1e-4);
  float grid = (1.0 - min(min(line.x, line.y), 1.0)) * 0.35;
  float away = length(place.xz - 0.5 * (low.xz + high.xz)) / extent;
  float fade = smoothstep(0.5, 5.0, away);
  colour = vec4(mix(mix(ground, ground * 1.35, grid * (1.0 - fade)), horizon, fade), 1.0);
}`;

const kLineVertex = kShared + `
void main() {
  int edge = gl_VertexID >> 1, axis = edge >> 2, k = edge & 3;
  vec3 p;
  p[axis] = float(gl_VertexID & 1);
  p[(axis + 1) % 3] = float(k & 1);
  p[(axis + 2) % 3] = float(k >> 1);
  gl_Position = projection * view * vec4(mix(low, high, p), 1.0);
}`;
const kLineFragment = kShared + `
out vec4 colour;
void main() { colour = vec4(0.55, 0.60, 0.66, 1.0); }`;
