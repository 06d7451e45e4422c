// Where a pixel's ray meets a sphere, exactly. The silhouette is widened by kEdgePx; there the hit is the ray's
// nearest point.
struct Meeting {
    vec3 hit;        // view space; behind the eye: nothing is seen
    vec3 normal;     // of the surface there
    vec3 offset;     // from the centre to the ray's nearest point
    float squared;   // the ray's length
    float coverage;  // of the pixel
};

vec3 ray_through(vec2 pixel) { return vec3(pixel * ray.xy + ray.zw, -1.0); }

Meeting meet(vec3 ray_direction, vec3 centre, float radius) {
    Meeting met;
    met.squared = dot(ray_direction, ray_direction);
    float along = dot(ray_direction, centre) / met.squared;
    met.offset = along * ray_direction - centre;
    float miss_squared = dot(met.offset, met.offset);
    float edge_px = (radius - sqrt(miss_squared)) * viewport.w / max(-centre.z, 1e-6);
#ifdef STILL
    met.coverage = edge_px > 0.0 ? 1.0 : 0.0;
#else
    met.coverage = clamp(edge_px + kEdgePx, 0.0, 1.0);
#endif
    float depth_along = sqrt(max(radius * radius - miss_squared, 0.0) / met.squared);
    met.hit = (along - depth_along) * ray_direction;
    met.normal = (met.hit - centre) / radius;
    return met;
}

/// What the clip plane leaves of it: where it has cut the front away, the plane is seen, inside the sphere. False:
/// all of the sphere in this ray is cut away.
bool cut_open(inout Meeting met, vec3 centre, float radius) {
    if (!is_cut_away(met.hit)) return true;
    vec3 direction = met.hit / -met.hit.z;
    float onto = dot(clip_plane.xyz, direction);
    if (onto >= 0.0) return false;
    met.hit = direction * (-clip_plane.w / onto);
    met.normal = clip_plane.xyz;
    vec3 off = met.hit - centre;
    return dot(off, off) <= radius * radius;
}
