// The light of bodies, the same for spheres and meshes.
/// The light that leaves a body's surface towards the eye. `facing`: the normal's share along the ray.
vec3 lit_surface(vec3 colour, vec3 normal, float facing, float height, bool selected) {
    // Key light, sky and floor, a crease towards the edge that sets neighbours apart, a faint rim.
    float upward = dot(normal, up.xyz);
    float open = mix(1.0, clamp(0.35 + 0.35 * height, 0.0, 1.0), clamp(0.5 - 0.5 * upward, 0.0, 1.0));
    float key = clamp(dot(normal, light.xyz) * 0.85 + 0.15, 0.0, 1.0);
    vec3 ambient = mix(vec3(0.13, 0.125, 0.12), vec3(0.38, 0.41, 0.46), upward * 0.5 + 0.5);
    float crease = 0.5 + 0.5 * smoothstep(0.0, 0.65, facing);
    vec3 lit = colour * (ambient * open + key * key * vec3(0.98, 0.95, 0.89)) * crease;

    float gloss = clamp(dot(normal, halfway.xyz), 0.0, 1.0);
    gloss *= gloss;
    gloss *= gloss;
    gloss *= gloss;
    gloss *= gloss;
    lit += vec3(0.10) * gloss * gloss * key;
    float rim = 1.0 - facing;
    lit += vec3(0.05, 0.06, 0.075) * rim * rim * rim * open * (0.4 + 0.6 * clamp(upward, 0.0, 1.0));
    if (selected && facing < 0.5) lit = mix(lit, kHighlight, smoothstep(0.5, 0.4, facing));
    return lit;
}
