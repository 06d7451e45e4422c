// The forces of contacts between spheres, eight at once: the same operations on each as solver.h does, so the same bits.
#pragma once
#include "sim/math/avx2.h"
#ifdef FOR_AVX2
#include "sim/math/solver.h"

namespace sim {

/// Forces, N, by component.
struct EightForces {
    static constexpr uint32_t kCount = 8;

    Vec3 operator[](uint32_t k) const { return {x[k], y[k], z[k]}; }

    alignas(32) float x[kCount], y[kCount], z[kCount];
};

/// The components of eight Vec4.
struct EightVec4 {
    __m256 x, y, z, w;
};

/// Loads at[slot(k)] for k in [0, 8).
template <class Slot>
FOR_AVX2 inline EightVec4 load_eight(const Vec4* at, const Slot& slot) {
    const auto two = [&](uint32_t k) FOR_AVX2 {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(&at[slot(k)].x)),
                                    _mm_load_ps(&at[slot(k + 4)].x), 1);
    };
    const __m256 a = two(0), b = two(1), c = two(2), d = two(3);
    const __m256 ab_xy = _mm256_unpacklo_ps(a, b), cd_xy = _mm256_unpacklo_ps(c, d);
    const __m256 ab_zw = _mm256_unpackhi_ps(a, b), cd_zw = _mm256_unpackhi_ps(c, d);
    return {_mm256_shuffle_ps(ab_xy, cd_xy, 0x44), _mm256_shuffle_ps(ab_xy, cd_xy, 0xee),
            _mm256_shuffle_ps(ab_zw, cd_zw, 0x44), _mm256_shuffle_ps(ab_zw, cd_zw, 0xee)};
}

/// Makes `out` the forces on a sphere from those at the slots of `count` contacts, one to eight, as sphere_force() does.
/// Returns false, and leaves `out`, where two centres are at one point. Needs has_avx2().
FOR_AVX2 inline bool sphere_forces(const Motion& body, const Vec4* position_radius, const Vec4* velocity_mass,
                                   const uint64_t* contacts, uint32_t count, const StepNumbers& numbers,
                                   EightForces& out) {
    const auto all = [&](float value) FOR_AVX2 { return _mm256_set1_ps(value); };
    const auto dot = [&](__m256 ax, __m256 ay, __m256 az, __m256 bx, __m256 by, __m256 bz) FOR_AVX2 {
        return _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(ax, bx), _mm256_mul_ps(ay, by)),
                             _mm256_mul_ps(az, bz));
    };
    const auto above = [&](__m256 a, __m256 b) FOR_AVX2 { return _mm256_cmp_ps(a, b, _CMP_GT_OQ); };
    const __m256 zero = _mm256_setzero_ps();
    const auto slot = [&](uint32_t k) { return uint32_t(contacts[k < count ? k : 0]); };
    const EightVec4 b = load_eight(position_radius, slot), vb = load_eight(velocity_mass, slot);
    const Vec3 &p = body.position_m, &v = body.velocity_m_s;

    const __m256 dx = _mm256_sub_ps(all(p.x), b.x), dy = _mm256_sub_ps(all(p.y), b.y),
                 dz = _mm256_sub_ps(all(p.z), b.z);
    const __m256 distance = _mm256_sqrt_ps(dot(dx, dy, dz, dx, dy, dz));
    const __m256 reach = _mm256_add_ps(all(body.radius_m), b.w), overlap = _mm256_sub_ps(reach, distance);
    const __m256 touch = above(overlap, zero);
    if (_mm256_movemask_ps(_mm256_andnot_ps(above(distance, zero), touch)) != 0) return false;
    const __m256 nx = _mm256_div_ps(dx, distance), ny = _mm256_div_ps(dy, distance),
                 nz = _mm256_div_ps(dz, distance);
    const __m256 radii = _mm256_mul_ps(all(body.radius_m), b.w), own_mass = all(body.mass_kg);
    const __m256 stiffness =
        _mm256_mul_ps(all(numbers.stiffness_pa), _mm256_div_ps(_mm256_mul_ps(all(2), radii), reach));
    const __m256 mass = _mm256_div_ps(_mm256_mul_ps(own_mass, vb.w), _mm256_add_ps(own_mass, vb.w));

    // contact_force().
    const __m256 vx = _mm256_sub_ps(all(v.x), vb.x), vy = _mm256_sub_ps(all(v.y), vb.y),
                 vz = _mm256_sub_ps(all(v.z), vb.z);
    const __m256 along = dot(vx, vy, vz, nx, ny, nz), approach = _mm256_xor_ps(along, all(-0.0f));
    const __m256 way = _mm256_mul_ps(approach, all(numbers.dt_s));
    const __m256 first = _mm256_and_ps(above(approach, zero), above(way, overlap));
    const __m256 share =
        _mm256_blendv_ps(all(1), _mm256_add_ps(_mm256_div_ps(overlap, way), all(0.5f)), first);
    const __m256 damping =
        _mm256_mul_ps(all(2 * numbers.damping_ratio), _mm256_sqrt_ps(_mm256_mul_ps(stiffness, mass)));
    const __m256 push = _mm256_add_ps(_mm256_mul_ps(stiffness, overlap),
                                      _mm256_mul_ps(_mm256_mul_ps(damping, approach), share));
    const __m256 pushes = _mm256_and_ps(touch, above(push, zero));
    const __m256 sx = _mm256_sub_ps(vx, _mm256_mul_ps(nx, along)),
                 sy = _mm256_sub_ps(vy, _mm256_mul_ps(ny, along)),
                 sz = _mm256_sub_ps(vz, _mm256_mul_ps(nz, along));
    const __m256 slip_speed = _mm256_sqrt_ps(dot(sx, sy, sz, sx, sy, sz));
    const __m256 slips = _mm256_and_ps(above(slip_speed, zero), above(all(numbers.friction), zero));
    const __m256 viscous =
        _mm256_mul_ps(_mm256_div_ps(_mm256_mul_ps(all(kSlipShare), mass), all(numbers.dt_s)), slip_speed);
    const __m256 pull = _mm256_min_ps(viscous, _mm256_mul_ps(all(numbers.friction), push));
    const __m256 drag = _mm256_div_ps(pull, slip_speed);
    const auto force = [&](__m256 normal, __m256 slip) FOR_AVX2 {
        const __m256 pushed = _mm256_mul_ps(normal, push);
        const __m256 dragged = _mm256_sub_ps(pushed, _mm256_mul_ps(slip, drag));
        return _mm256_and_ps(_mm256_blendv_ps(pushed, dragged, slips), pushes);
    };
    _mm256_store_ps(out.x, force(nx, sx));
    _mm256_store_ps(out.y, force(ny, sy));
    _mm256_store_ps(out.z, force(nz, sz));
    return true;
}

}  // namespace sim
#endif
