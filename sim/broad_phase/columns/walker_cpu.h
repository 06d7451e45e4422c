// One thread's walk through the columns. Which boxes are to be tested with which follows from the keys alone, and is
// listed first; the tests then run through the list. No branch predictor knows where a run of boxes ends: so with AVX2
// eight boxes count together how many keys of a column lie before their run and behind it, and neither the list nor the
// tests have a branch per box.
#pragma once
#include <algorithm>

#include "sim/broad_phase/columns/lanes_cpu.h"
#include "sim/math/avx2.h"

namespace sim {

/// Pairs of sorted places whose boxes are to be tested, in the order in which they are met.
struct PairCandidates {
    static constexpr uint32_t kLanes = 8;    // that may be written at once, whatever the count
    static constexpr uint32_t kRoom = 1024;  // 8 KB, which stay in the nearest cache

    bool has_room(uint32_t more) const { return count + more <= kRoom; }

    uint32_t count = 0;
    alignas(32) uint32_t finder[kRoom + kLanes], partner[kRoom + kLanes];
};

/// Reaches of boxes, by component.
struct GroupReach {
    static constexpr uint32_t kRoom = 128;

    void set(uint32_t k, const Reach& reach) {
        left[k] = reach.left, right[k] = reach.right;
        bottom[k] = reach.bottom, top[k] = reach.top;
        from[k] = reach.from, to[k] = reach.to;
    }
    Reach operator[](uint32_t k) const { return {left[k], right[k], bottom[k], top[k], from[k], to[k]}; }

    alignas(32) uint32_t left[kRoom] = {}, right[kRoom] = {}, bottom[kRoom] = {}, top[kRoom] = {},
                         from[kRoom] = {}, to[kRoom] = {};
};

/// Walks through runs of sorted boxes. Calls hit(finder, partner) of Out for each pair that overlaps, in the same
/// order with AVX2 and without: `avx2` says which, and needs has_avx2().
template <class Sorted, class Out>
class ColumnsWalker {
public:
    ColumnsWalker(const CpuExec& exec, const ColumnsView<Sorted>& view, Out& out, bool avx2)
        : exec_(exec), view_(view), grid_(*view.grid), out_(out), avx2_(avx2) {}

    /// Finds the pairs of the boxes at [begin, end). Between start() and look() of Out, called once each.
    void walk(uint32_t begin, uint32_t end) {
        out_.start(begin, end);
        while (begin < end) {
            const ColumnLevel& level = grid_.level[level_of_place(begin)];
            const uint32_t column = (view_.keys[begin] - level.first_key) / level.positions;
            const uint32_t most = std::min(end, begin + kGroup);
            const uint64_t column_end = uint64_t(level.key_of(column)) + level.positions;
            uint32_t stop = begin + 1;
            while (stop < most && view_.keys[stop] < column_end) ++stop;
            walk_group(column, begin, stop);
            begin = stop;
        }
        test_candidates();
        out_.look();
    }

    uint64_t tests = 0;

private:
    static constexpr uint32_t kGroup = 128;            // boxes of one column that look together
    static constexpr uint64_t kTestsAtOnce = 1 << 18;  // before the thread asks whether to stop

    /// The boxes at [begin, end), of one column, and the column whose boxes they are to be tested with.
    struct Join {
        uint32_t begin, end, u, v;
        uint32_t key;  // of the column
    };

    uint32_t level_of_place(uint32_t place) const {
        return view_.sorted.level(grid_, view_.sorted.item(place));
    }

    /// Finds all pairs of the boxes at [begin, end), which are of one column.
    void walk_group(uint32_t column, uint32_t begin, uint32_t end) {
        const uint32_t own = level_of_place(begin);

        // Look forward on the own level: in the own column, right of it, in the rows above.
        const ColumnLevel& level = grid_.level[own];
        const Reach all = reach_together(level, begin, end);
        const uint32_t own_row = column / level.columns_u;
        list_own_column(begin, end, level.key_of(column));
        for (uint32_t v = own_row; v <= all.top; ++v) {
            const uint32_t row = v * level.columns_u;
            const uint32_t left = v == own_row ? column + 1 - row : all.left;
            for (uint32_t u = left; u <= all.right; ++u) join(begin, end, level, all, u, v);
        }

        // Look all around on the coarser levels.
        for (uint32_t k = 0; k < own; ++k) {
            const Reach wide = reach_together(grid_.level[k], begin, end);
            for (uint32_t v = wide.bottom; v <= wide.top; ++v) {
                for (uint32_t u = wide.left; u <= wide.right; ++u)
                    join(begin, end, grid_.level[k], wide, u, v);
            }
        }
    }

    /// Fills reach_ on a level; the reach that holds them all.
    Reach reach_together(const ColumnLevel& level, uint32_t begin, uint32_t end) {
        Reach all = reach_of_place(level, begin);
        reach_.set(0, all);
        for (uint32_t i = begin + 1; i < end; ++i) {
            const Reach own = reach_of_place(level, i);
            reach_.set(i - begin, own);
            all = {std::min(all.left, own.left),     std::max(all.right, own.right),
                   std::min(all.bottom, own.bottom), std::max(all.top, own.top),
                   std::min(all.from, own.from),     std::max(all.to, own.to)};
        }
        return all;
    }

    Reach reach_of_place(const ColumnLevel& level, uint32_t place) const {
        const Box box = view_.sorted.turned_box(view_.sorted.item(place), grid_.axis);
        return reach_of(LevelSteps<CpuExec>::of(level, box), level);
    }

    /// Lists each box of the group with those behind it in their column.
    void list_own_column(uint32_t begin, uint32_t end, uint32_t key) {
#ifdef FOR_AVX2
        if (avx2_) return list_own_column_by_eight(begin, end, key);
#endif
        for (uint32_t i = begin; i < end; ++i) list_run(i, i + 1, key + reach_.to[i - begin]);
    }

    /// Lists the boxes of the group with those of the column (u, v): both ascend along the axis, so the first
    /// partner of a box is not far behind that of the box before. It may also lie before that on another
    /// level, whose steps can be finer than those that the group is sorted by.
    void join(uint32_t begin, uint32_t end, const ColumnLevel& level, const Reach& all, uint32_t u,
              uint32_t v) {
        const uint32_t key = level.key_of(v * level.columns_u + u);
#ifdef FOR_AVX2
        if (avx2_) return join_by_eight({begin, end, u, v, key});
#endif
        uint32_t at = view_.seek(key + all.from);
        for (uint32_t i = begin; i < end; ++i) {
            const Reach reach = reach_[i - begin];
            if (u < reach.left || u > reach.right || v < reach.bottom || v > reach.top) continue;
            if (at > 0 && view_.keys[at - 1] >= key + reach.from) at = view_.seek(key + reach.from);
            while (at < view_.count && view_.keys[at] < key + reach.from) ++at;
            list_run(i, at, key + reach.to);
        }
    }

    /// Lists box i with those from place `at` on, up to the last key. In a crowded column they are very many.
    void list_run(uint32_t i, uint32_t at, uint32_t last_key) {
        for (; at < view_.count && view_.keys[at] <= last_key; ++at) {
            if (!candidates_.has_room(1)) test_candidates();
            candidates_.finder[candidates_.count] = i;
            candidates_.partner[candidates_.count++] = at;
        }
    }

#ifdef FOR_AVX2
    static constexpr uint32_t kLanes = PairCandidates::kLanes;

    FOR_AVX2 static __m256i all_lanes(uint32_t number) { return _mm256_set1_epi32(int(number)); }
    FOR_AVX2 static __m256i lane_numbers() { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
    FOR_AVX2 static __m256i load(const uint32_t* eight) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(eight));
    }
    FOR_AVX2 static void store(uint32_t* eight, __m256i numbers) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(eight), numbers);
    }
    FOR_AVX2 static uint32_t mask_of(__m256i yes) {
        return uint32_t(_mm256_movemask_ps(_mm256_castsi256_ps(yes)));
    }
    /// Returns numbers in the order of signed ones, as they are compared.
    FOR_AVX2 static __m256i ordered(__m256i numbers) {
        return _mm256_xor_si256(numbers, all_lanes(1u << 31));
    }
    FOR_AVX2 static uint32_t least_of(__m256i numbers) {
        __m128i four = _mm_min_epu32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
        four = _mm_min_epu32(four, _mm_shuffle_epi32(four, 0x4e));
        four = _mm_min_epu32(four, _mm_shuffle_epi32(four, 0xb1));
        return uint32_t(_mm_cvtsi128_si32(four));
    }

    FOR_AVX2 static uint32_t greatest_of(__m256i numbers) { return ~least_of(~numbers); }
    /// Returns the numbers of places in [first, stop).
    FOR_AVX2 static __m256i from_to(__m256i first, __m256i stop) {
        return _mm256_sub_epi32(_mm256_max_epu32(first, stop), first);
    }

    /// Lists the boxes i, i + 1, ... of `lanes` lanes, each with its count of boxes from its first place on.
    FOR_AVX2 void list_eight(uint32_t i, uint32_t lanes, __m256i first, __m256i count) {
        alignas(32) uint32_t first_of[kLanes], count_of[kLanes];
        store(first_of, first);
        store(count_of, count);
        if (mask_of(_mm256_cmpgt_epi32(ordered(count), ordered(all_lanes(kLanes)))) != 0) {
            for (uint32_t lane = 0; lane < lanes; ++lane) list_many(i + lane, first_of[lane], count_of[lane]);
            return;
        }
        if (!candidates_.has_room(kLanes * kLanes)) test_candidates();
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            list_few(i + lane, first_of[lane], count_of[lane]);
        }
    }
    FOR_AVX2 void list_few(uint32_t i, uint32_t at, uint32_t count) {
        store(candidates_.finder + candidates_.count, all_lanes(i));
        store(candidates_.partner + candidates_.count, _mm256_add_epi32(all_lanes(at), lane_numbers()));
        candidates_.count += count;
    }
    FOR_AVX2 void list_many(uint32_t i, uint32_t at, uint32_t count) {
        for (; count > 0; at += kLanes) {
            const uint32_t few = std::min(count, kLanes);
            if (!candidates_.has_room(kLanes)) test_candidates();
            list_few(i, at, few);
            count -= few;
        }
    }

    FOR_AVX2 void list_own_column_by_eight(uint32_t begin, uint32_t end, uint32_t key) {
        for (uint32_t i = begin; i < end; i += kLanes) {
            const uint32_t lanes = std::min(kLanes, end - i);
            const __m256i used = _mm256_cmpgt_epi32(all_lanes(lanes), lane_numbers());
            const __m256i last = _mm256_add_epi32(all_lanes(key), load(reach_.to + (i - begin)));
            const uint32_t last_of_all = greatest_of(_mm256_and_si256(last, used));
            __m256i behind = _mm256_setzero_si256();  // minus the boxes up to `at` that are
            uint32_t at = i + 1;
            for (; at < view_.count && view_.keys[at] <= last_of_all; ++at) {
                const __m256i other = ordered(all_lanes(view_.keys[at]));
                behind = _mm256_add_epi32(behind, _mm256_cmpgt_epi32(other, ordered(last)));
            }
            const __m256i first = _mm256_add_epi32(all_lanes(i + 1), lane_numbers());
            const __m256i stop = _mm256_add_epi32(all_lanes(at), behind);
            list_eight(i, lanes, first, _mm256_and_si256(from_to(first, stop), used));
        }
    }

    FOR_AVX2 void join_by_eight(const Join& columns) {
        const __m256i u = all_lanes(columns.u), v = all_lanes(columns.v), key = all_lanes(columns.key);
        for (uint32_t i = columns.begin; i < columns.end; i += kLanes) {
            const uint32_t lanes = std::min(kLanes, columns.end - i), k = i - columns.begin;
            const __m256i left_out =
                _mm256_or_si256(_mm256_or_si256(_mm256_cmpgt_epi32(load(reach_.left + k), u),
                                                _mm256_cmpgt_epi32(u, load(reach_.right + k))),
                                _mm256_or_si256(_mm256_cmpgt_epi32(load(reach_.bottom + k), v),
                                                _mm256_cmpgt_epi32(v, load(reach_.top + k))));
            const __m256i used =
                _mm256_andnot_si256(left_out, _mm256_cmpgt_epi32(all_lanes(lanes), lane_numbers()));
            if (mask_of(used) == 0) continue;
            const __m256i from = _mm256_add_epi32(key, load(reach_.from + k));
            const __m256i last = _mm256_add_epi32(key, load(reach_.to + k));
            const uint32_t from_of_all = least_of(_mm256_or_si256(from, ~used));
            const uint32_t last_of_all = greatest_of(_mm256_and_si256(last, used));
            const uint32_t begin = view_.seek(from_of_all);
            __m256i before = _mm256_setzero_si256(), behind = before;  // minus the boxes up to `at` that are
            uint32_t at = begin;
            for (; at < view_.count && view_.keys[at] <= last_of_all; ++at) {
                const __m256i other = ordered(all_lanes(view_.keys[at]));
                before = _mm256_add_epi32(before, _mm256_cmpgt_epi32(ordered(from), other));
                behind = _mm256_add_epi32(behind, _mm256_cmpgt_epi32(other, ordered(last)));
            }
            const __m256i first = _mm256_sub_epi32(all_lanes(begin), before);
            const __m256i stop = _mm256_add_epi32(all_lanes(at), behind);
            list_eight(i, lanes, first, _mm256_and_si256(from_to(first, stop), used));
        }
    }
#endif

    /// Tests all that are listed; the list is empty then.
    void test_candidates() {
        const ColumnBox* const boxes = view_.sorted.boxes;
        uint32_t* const finder = candidates_.finder;
        uint32_t* const partner = candidates_.partner;
        uint32_t hits = 0;
        for (uint32_t k = 0; k < candidates_.count; ++k) {
            const uint32_t i = finder[k], at = partner[k];
            finder[hits] = i;
            partner[hits] = at;
            hits += overlap_in_lanes(boxes[i], boxes[at]);
        }
        for (uint32_t k = 0; k < hits; ++k) out_.hit(finder[k], partner[k]);
        tests += candidates_.count;
        candidates_.count = 0;
        if (tests - tests_looked_ < kTestsAtOnce) return;
        tests_looked_ = tests;
        exec_.look();
    }

    const CpuExec& exec_;
    const ColumnsView<Sorted>& view_;
    const ColumnGrid& grid_;
    Out& out_;
    const bool avx2_;
    uint64_t tests_looked_ = 0;
    GroupReach reach_;
    PairCandidates candidates_;
};

}  // namespace sim
