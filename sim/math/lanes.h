// Four numbers at once, where the CPU has SSE (SWEEPLAB_LANES): a vector and what lies behind it are compared in a
// few instructions. Elsewhere, and on the GPU, the same is asked one after another.
#pragma once
#include "sim/math/vec3.h"
#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
#define SWEEPLAB_LANES
#include <emmintrin.h>

#include <cstddef>
#include <cstring>

namespace sim::lanes {

inline __m128 load(const Vec4& four) { return _mm_load_ps(&four.x); }

/// The four floats that lie in an object from a place in bytes on.
template <class Object>
__m128 load_at(const Object& object, size_t place) {
    __m128 four;
    std::memcpy(&four, reinterpret_cast<const char*>(&object) + place, sizeof four);
    return four;
}
inline __m128 magnitude(__m128 v) { return _mm_and_ps(v, _mm_castsi128_ps(_mm_set1_epi32(0x7fffffff))); }
inline __m128 all_last(__m128 v) { return _mm_shuffle_ps(v, v, 0xff); }
inline bool all(__m128 yes) { return _mm_movemask_ps(yes) == 15; }
inline bool first_three(__m128 yes) { return (_mm_movemask_ps(yes) & 7) == 7; }

}  // namespace sim::lanes
#endif
