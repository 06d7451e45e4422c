// The walk over a tree of spheres by one thread, eight spheres at once: the same operations on each, so the same bits.
#pragma once
#include "sim/math/avx2.h"
#ifdef FOR_AVX2
#include "sim/manifold/walk_frame.h"

namespace sim {

/// packed_value() at the eight centres of a block.
FOR_AVX2 inline __m256 packed_values(const PackedField& field, const WalkFrame& frame,
                                     const SphereBlock& block) {
    const auto all = [&](float value) FOR_AVX2 { return _mm256_set1_ps(value); };
    const auto cells = [&](uint32_t value) FOR_AVX2 { return _mm256_set1_epi32(int(value)); };
    const __m256 x = _mm256_load_ps(block.x), y = _mm256_load_ps(block.y), z = _mm256_load_ps(block.z);
    const __m256 scale = all(1 / field.spacing_m), zero = _mm256_setzero_ps();
    const auto row = [&](float of_x, float of_y, float of_z, float shift, float origin) FOR_AVX2 {
        const __m256 turned =
            _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(all(of_x), x), _mm256_mul_ps(all(of_y), y)),
                          _mm256_mul_ps(all(of_z), z));
        return _mm256_mul_ps(_mm256_sub_ps(_mm256_add_ps(turned, all(shift)), all(origin)), scale);
    };
    const Matrix3& m = frame.turn;
    const __m256 at_x = row(m.x.x, m.y.x, m.z.x, frame.shift.x, field.origin_m.x);
    const __m256 at_y = row(m.x.y, m.y.y, m.z.y, frame.shift.y, field.origin_m.y);
    const __m256 at_z = row(m.x.z, m.y.z, m.z.z, frame.shift.z, field.origin_m.z);
    const auto within = [&](__m256 at, uint32_t nodes) FOR_AVX2 {
        return _mm256_max_ps(_mm256_min_ps(at, all(float(nodes - 1))), zero);
    };
    const __m256 in_x = within(at_x, field.nodes_x), in_y = within(at_y, field.nodes_y),
                 in_z = within(at_z, field.nodes_z);
    const auto cell = [&](__m256 in, uint32_t nodes)
                          FOR_AVX2 { return _mm256_min_epi32(_mm256_cvttps_epi32(in), cells(nodes - 2)); };
    const __m256i cx = cell(in_x, field.nodes_x), cy = cell(in_y, field.nodes_y),
                  cz = cell(in_z, field.nodes_z);
    const __m256 fx = _mm256_sub_ps(in_x, _mm256_cvtepi32_ps(cx)),
                 fy = _mm256_sub_ps(in_y, _mm256_cvtepi32_ps(cy)),
                 fz = _mm256_sub_ps(in_z, _mm256_cvtepi32_ps(cz));
    const uint32_t line = field.nodes_x, layer = field.nodes_x * field.nodes_y;
    const __m256i first = _mm256_add_epi32(
        cx, _mm256_add_epi32(_mm256_mullo_epi32(cells(line), cy), _mm256_mullo_epi32(cells(layer), cz)));
    const auto along_x = [&](uint32_t offset) FOR_AVX2 {  // two nodes a load
        const __m256i two =
            _mm256_i32gather_epi32(reinterpret_cast<const int*>(field.nodes + offset), first, 2);
        const __m256 low = _mm256_cvtepi32_ps(_mm256_srai_epi32(_mm256_slli_epi32(two, 16), 16));
        const __m256 high = _mm256_cvtepi32_ps(_mm256_srai_epi32(two, 16));
        return _mm256_add_ps(low, _mm256_mul_ps(_mm256_sub_ps(high, low), fx));
    };
    const auto mixed = [&](__m256 low, __m256 high, __m256 at) FOR_AVX2 {
        return _mm256_add_ps(low, _mm256_mul_ps(_mm256_sub_ps(high, low), at));
    };
    const __m256 low = mixed(along_x(0), along_x(line), fy),
                 high = mixed(along_x(layer), along_x(layer + line), fy);
    const __m256 value = _mm256_mul_ps(mixed(low, high, fz), all(field.unit_m));
    const __m256 out_x = _mm256_sub_ps(at_x, in_x), out_y = _mm256_sub_ps(at_y, in_y),
                 out_z = _mm256_sub_ps(at_z, in_z);
    const __m256 far2 = _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(out_x, out_x), _mm256_mul_ps(out_y, out_y)),
                                      _mm256_mul_ps(out_z, out_z));
    const __m256 outside = _mm256_cmp_ps(far2, zero, _CMP_GT_OQ);
    if (_mm256_movemask_ps(outside) == 0) return value;
    const __m256 far = _mm256_mul_ps(_mm256_sqrt_ps(far2), all(field.spacing_m));
    const __m256 both = _mm256_sqrt_ps(_mm256_add_ps(_mm256_mul_ps(value, value), _mm256_mul_ps(far, far)));
    const __m256 beyond = _mm256_blendv_ps(far, both, _mm256_cmp_ps(value, zero, _CMP_GT_OQ));
    return _mm256_blendv_ps(value, beyond, outside);
}

/// Returns a vector in which the lanes of the mask have all bits set.
FOR_AVX2 inline __m256 lanes_of_mask(uint32_t mask) {
    const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(int(mask)), bit), bit));
}

template <class Found>
FOR_AVX2 float walk_tree_avx2(const SphereTree& tree, const PackedField& field, const WalkFrame& frame,
                              float margin, Found& found) {
    const __m256 none = _mm256_set1_ps(HUGE_VALF), limit = _mm256_set1_ps(margin);
    const __m256 reach = _mm256_set1_ps(margin + kWalkSlack * field.spacing_m);
    __m256 nearest = none;
    const auto lanes = [](uint32_t begin, uint32_t count) {
        return count - begin >= 8 ? 0xffu : (1u << (count - begin)) - 1;
    };
    // The spheres of a block that pass, of those in `asked`.
    const auto pass = [&](const SphereBlock& block, uint32_t asked) FOR_AVX2 {
        const __m256 beyond =
            _mm256_sub_ps(_mm256_sub_ps(packed_values(field, frame, block), _mm256_load_ps(block.r)), reach);
        const uint32_t culled =
            uint32_t(_mm256_movemask_ps(_mm256_cmp_ps(beyond, _mm256_setzero_ps(), _CMP_GT_OQ))) & asked;
        nearest = _mm256_min_ps(nearest, _mm256_blendv_ps(none, beyond, lanes_of_mask(culled)));
        return asked & ~culled;
    };
    for (uint32_t t = 0; t < tree.top_count; t += 8) {
        for (uint32_t tops = pass(tree.tops[t / 8], lanes(t, tree.top_count)); tops; tops &= tops - 1) {
            const uint32_t c = 8 * (t + lowest_bit(tops));
            uint32_t clusters = pass(tree.clusters[c / 8], lanes(c, tree.cluster_count));
            for (; clusters; clusters &= clusters - 1) {
                // A block has the four groups of this cluster and those of the one beside it: both at once.
                const uint32_t k = lowest_bit(clusters), block = 4 * (c + k - k % 2);
                uint32_t children = 15u << 4 * (k % 2);
                if (k % 2 == 0 && (clusters >> k & 2) != 0) {
                    children = 0xff;
                    clusters &= clusters - 1;
                }
                uint32_t groups = pass(tree.groups[block / 8], lanes(block, tree.group_count) & children);
                for (; groups; groups &= groups - 1) {
                    const uint32_t first = 8 * (block + lowest_bit(groups));
                    const __m256 apart = packed_values(field, frame, tree.points[first / 8]);
                    const uint32_t asked = lanes(first, tree.point_count);
                    const uint32_t near =
                        uint32_t(_mm256_movemask_ps(_mm256_cmp_ps(apart, limit, _CMP_LT_OQ))) & asked;
                    nearest = _mm256_min_ps(nearest, _mm256_blendv_ps(none, _mm256_sub_ps(apart, limit),
                                                                      lanes_of_mask(asked & ~near)));
                    if (near == 0) continue;
                    alignas(32) float own[8];
                    _mm256_store_ps(own, apart);
                    for (uint32_t left = near; left; left &= left - 1)
                        found(first + lowest_bit(left), own[lowest_bit(left)], true);
                }
            }
        }
    }
    alignas(32) float each[8];
    _mm256_store_ps(each, nearest);
    float least = each[0];
    for (int k = 1; k < 8; ++k) least = smaller(least, each[k]);
    return least;
}

}  // namespace sim

#endif
