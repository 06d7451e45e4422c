// A vector and the number behind it, compared at once where the CPU has SSE (SseLanes), else one by one
// (ScalarLanes). A test that takes Lanes is written once, and has the same answer by both; the number behind is
// never compared. What it saves: assets/results/cpu-2026-11-26.
#pragma once
#include "sim/math/vec3.h"
#ifdef __SSE2__
#include <emmintrin.h>

#include <cstring>
#endif

namespace sim {

struct ScalarLanes {
    using Four = Vec4;
    using Yes = bool;

    HOST_DEVICE static Four load(const Vec4& four) { return four; }
    /// Loads a vector of an object, and the number after it.
    template <class Object>
    HOST_DEVICE static Four load(const Object& object, Vec3 Object::*vector, float Object::*behind) {
        return with_w(object.*vector, object.*behind);
    }

    HOST_DEVICE static Four plus(const Four& a, const Four& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
    }
    HOST_DEVICE static Four minus(const Four& a, const Four& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
    }
    HOST_DEVICE static Four times(const Four& a, const Four& b) {
        return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
    }
    HOST_DEVICE static Four magnitude(const Four& a) {
        return {fabsf(a.x), fabsf(a.y), fabsf(a.z), fabsf(a.w)};
    }
    HOST_DEVICE static Four broadcast_w(const Four& a) { return {a.w, a.w, a.w, a.w}; }

    HOST_DEVICE static Yes less(const Four& a, const Four& b) {
        return (a.x < b.x) & (a.y < b.y) & (a.z < b.z);
    }
    HOST_DEVICE static Yes at_most(const Four& a, const Four& b) {
        return (a.x <= b.x) & (a.y <= b.y) & (a.z <= b.z);
    }
    HOST_DEVICE static Yes both(Yes a, Yes b) { return a & b; }
    HOST_DEVICE static bool all_xyz(Yes yes) { return yes; }
};

#ifdef __SSE2__
struct SseLanes {
    using Four = __m128;
    using Yes = __m128;

    static Four load(const Vec4& four) { return _mm_load_ps(&four.x); }
    template <class Object>
    static Four load(const Object& object, Vec3 Object::*vector, float Object::*) {
        Four four;
        std::memcpy(&four, reinterpret_cast<const char*>(&(object.*vector)), sizeof four);
        return four;
    }

    static Four plus(Four a, Four b) { return _mm_add_ps(a, b); }
    static Four minus(Four a, Four b) { return _mm_sub_ps(a, b); }
    static Four times(Four a, Four b) { return _mm_mul_ps(a, b); }
    static Four magnitude(Four a) { return _mm_and_ps(a, _mm_castsi128_ps(_mm_set1_epi32(0x7fffffff))); }
    static Four broadcast_w(Four a) { return _mm_shuffle_ps(a, a, 0xff); }

    static Yes less(Four a, Four b) { return _mm_cmplt_ps(a, b); }
    static Yes at_most(Four a, Four b) { return _mm_cmple_ps(a, b); }
    static Yes both(Yes a, Yes b) { return _mm_and_ps(a, b); }
    static bool all_xyz(Yes yes) { return (_mm_movemask_ps(yes) & 7) == 7; }
};
#endif

#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
using Lanes = SseLanes;
#else
using Lanes = ScalarLanes;
#endif

}  // namespace sim
