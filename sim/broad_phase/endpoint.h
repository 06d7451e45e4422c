// Broad phase of Ha, Krueger and Silva 2009, section 6.1: both ends of every box's interval are records
// (coordinate, box, min or max bit), sorted on x; boxes whose interval meets no other leave the list; the
// rest are sorted on y, then on z; pairs are written from the z order with the other two axes tested, each
// once by the min/max bit.
//
// Departures. Whether an interval meets another is not read off the neighbours in the list but counted:
// intervals that begin by its end, less those that end before its beginning. Counting compares values, so at
// equal coordinates every min counts as before every max, whatever order the sort left. A box that left keeps
// its two records, with the largest key, so that every sort has the same length and no length is read back.
// The record arrays keep last frame's order: each axis is nearly sorted when the bodies move little.
//
// n boxes: three sorts of 2n pairs, 40 n bytes a filter; memory O(n) + pairs.
// Four boxes on x, ends 0-3 1-2 5-6 6-7: sorted a( b( b) a) c( d( c) d): all four meet another and stay.
#pragma once
#include <algorithm>

#include "sim/broad_phase/walk.h"
#include "sim/exec/work.h"
#include "sim/math/atomic.h"
#include "sort/keys.h"

namespace sim {

inline constexpr uint32_t kLeftTheList = 0xffffffffu;  // above the key of every finite coordinate

/// Returns the coordinate of a record, whose value is 2 * slot + bit; bit 0 is the min, 1 the max.
HOST_DEVICE inline float coordinate(const Box* boxes, uint32_t record, int axis) {
    const Box& box = boxes[record >> 1];
    return (record & 1) ? box.max[axis] : box.min[axis];
}

HOST_DEVICE inline uint32_t record_key(const Box* boxes, const uint32_t* active, uint32_t record, int axis) {
    return active[record >> 1] ? sort::ordered_key(coordinate(boxes, record, axis)) : kLeftTheList;
}

template <class Exec>
class Endpoint : public BroadPhase<Exec> {
public:
    static constexpr BroadPhaseEntry kEntry = {
        "endpoint", "sorts both ends of every box on x, y and z, as Ha, Krueger and Silva 2009"};

    Endpoint(uint32_t capacity, const BroadPhaseConfig& config)
        : sorter_(sort::make_sorter(*config.engine, 2 * capacity, config.engine_config)),
          keys_(2 * size_t(capacity)),
          is_min_(2 * size_t(capacity)),
          mins_before_(2 * size_t(capacity) + 1),
          active_(capacity),
          rank_(capacity),
          rank_before_(capacity),
          body_key_(capacity),
          min_slot_(capacity),
          intervals_(capacity),
          walk_(capacity),
          sorter_bytes_(config.engine->bytes(2 * capacity, config.engine_config)) {
        for (auto& records : records_)
            records = typename Exec::template Array<uint32_t>(2 * size_t(capacity));
    }

    void prepare(Exec& exec, uint32_t count) override;
    void sort_boxes(Exec& exec, const BoxInput& input, Status* status) override;
    void list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) override;

    const uint32_t* rank() const override { return rank_.data(); }
    const uint32_t* rank_before() const override { return rank_before_.data(); }
    const uint32_t* keys() const override { return body_key_.data(); }
    EndList end_list() const override { return {keys_.data(), records_[2].data(), mins_before_.data(), 2}; }
    uint32_t longest_scan() const override { return std::max(uint32_t(keys_.size()), walk_.longest_scan()); }
    size_t bytes() const override {
        return records_[0].bytes() * 5 + mins_before_.bytes() + rank_.bytes() * 5 + intervals_.bytes() +
               walk_.bytes() + sorter_bytes_;
    }

    // The parts of sort_boxes(). Public because nvcc refuses its lambdas in private functions.
    void sort_axis(Exec& exec, const BoxInput& input, Status* status, int axis, const char* keys_name,
                   const char* sort_name);
    void count_mins(Exec& exec, const char* name, int axis, uint32_t records_count);
    void filter(Exec& exec, const BoxInput& input, int axis, const char* name);

private:
    std::unique_ptr<sort::Sorter> sorter_;
    typename Exec::template Array<uint32_t> records_[3];  // an axis' records in last frame's order
    typename Exec::template Array<uint32_t> keys_, is_min_;
    typename Exec::template Array<uint64_t> mins_before_;
    typename Exec::template Array<uint32_t> active_, rank_, rank_before_, body_key_, min_slot_;
    WalkArrays<Exec> intervals_;
    Walk<Exec> walk_;
    size_t sorter_bytes_;
};

template <class Exec>
void Endpoint<Exec>::prepare(Exec& exec, uint32_t count) {
    for (auto& records : records_) {
        uint32_t* values = records.data();
        exec.each("prepare", 2 * count, 4, [=] HOST_DEVICE(uint32_t k) { values[k] = k; });
    }
    uint32_t* rank = rank_.data();
    uint32_t* rank_before = rank_before_.data();
    uint32_t* body_key = body_key_.data();
    exec.each("prepare", count, 12, [=] HOST_DEVICE(uint32_t slot) {
        rank[slot] = rank_before[slot] = slot;
        body_key[slot] = 0;
    });
}

template <class Exec>
void Endpoint<Exec>::sort_boxes(Exec& exec, const BoxInput& input, Status* status) {
    // All boxes are in the list; sort on x, then on y; boxes that meet no other leave; sort the others on z.
    uint32_t* active = active_.data();
    const uint32_t* rank = rank_.data();
    uint32_t* rank_before = rank_before_.data();
    exec.each("keys/start", input.count, 12, [=] HOST_DEVICE(uint32_t slot) {
        active[slot] = 1;
        rank_before[slot] = rank[slot];
    });
    sort_axis(exec, input, status, 0, "keys/x", "sort/x");
    filter(exec, input, 0, "filter/x");
    sort_axis(exec, input, status, 1, "keys/y", "sort/y");
    filter(exec, input, 1, "filter/y");
    sort_axis(exec, input, status, 2, "keys/z", "sort/z");
}

template <class Exec>
void Endpoint<Exec>::sort_axis(Exec& exec, const BoxInput& input, Status* status, int axis,
                               const char* keys_name, const char* sort_name) {
    const uint32_t n = 2 * input.count;
    const Box* boxes = input.boxes;
    const uint32_t* active = active_.data();
    uint32_t* keys = keys_.data();
    uint32_t* records = records_[axis].data();
    exec.each_reduced(keys_name, n, 16, CountFlags<1>{&status->counters.descents},
                      [=] HOST_DEVICE(uint32_t k) {
                          const uint32_t key = record_key(boxes, active, records[k], axis);
                          keys[k] = key;
                          return uint32_t(k + 1 < n && key > record_key(boxes, active, records[k + 1], axis));
                      });
    exec.sort(sort_name, *sorter_, {keys, records, n}, &status->reports[axis]);
}

template <class Exec>
void Endpoint<Exec>::count_mins(Exec& exec, const char* name, int axis, uint32_t records_count) {
    uint32_t* is_min = is_min_.data();
    const uint32_t* records = records_[axis].data();
    exec.each(name, records_count, 8, [=] HOST_DEVICE(uint32_t k) { is_min[k] = 1 - (records[k] & 1); });
    exec.exclusive_sum(name, is_min, mins_before_.data(), records_count);
}

template <class Exec>
void Endpoint<Exec>::filter(Exec& exec, const BoxInput& input, int axis, const char* name) {
    const uint32_t n = 2 * input.count;
    const Box* boxes = input.boxes;
    const uint32_t* keys = keys_.data();
    const uint64_t* mins_before = mins_before_.data();
    const uint32_t* records = records_[axis].data();
    uint32_t* active = active_.data();
    uint32_t* rank = rank_.data();
    uint32_t* body_key = body_key_.data();
    count_mins(exec, name, axis, n);

    // A box's rank is that of its min on x.
    if (axis == 0) {
        exec.each(name, n, 12, [=] HOST_DEVICE(uint32_t k) {
            if (records[k] & 1) return;
            rank[records[k] >> 1] = uint32_t(mins_before[k]);
            body_key[records[k] >> 1] = keys[k];
        });
    }

    // Intervals that begin by my end, less those that end before I begin: more than one when I meet another.
    exec.each(name, input.count, 40, [=] HOST_DEVICE(uint32_t i) {
        if (!active[i]) return;
        const uint32_t by_my_end = upper_bound(keys, n, sort::ordered_key(boxes[i].max[axis]));
        const uint32_t before_me = lower_bound(keys, n, sort::ordered_key(boxes[i].min[axis]));
        const uint64_t ended = before_me - mins_before[before_me];
        active[i] = mins_before[by_my_end] - ended > 1;
    });
}

template <class Exec>
void Endpoint<Exec>::list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) {
    const uint32_t n = 2 * input.count;
    const Box* boxes = input.boxes;
    const uint32_t* keys = keys_.data();
    const uint64_t* mins_before = mins_before_.data();
    const uint32_t* records = records_[2].data();
    const uint32_t* active = active_.data();
    uint32_t* min_slot = min_slot_.data();
    const auto intervals = intervals_.writer();
    count_mins(exec, "sweep/mins", 2, n);

    // List the boxes by their min records; a candidate's min lies between a box's min and its max.
    exec.each("sweep/ends", n, 48, [=] HOST_DEVICE(uint32_t k) {
        if (records[k] & 1) return;
        const uint32_t slot = records[k] >> 1;
        const uint32_t m = uint32_t(mins_before[k]);
        const Box box = boxes[slot];
        min_slot[m] = slot;
        const uint32_t end = upper_bound(keys, n, sort::ordered_key(box.max.z));
        const uint32_t through = uint32_t(mins_before[end]);
        intervals.write(m, box, 0, 1, active[slot] && through > m ? through - m - 1 : 0);
    });
    walk_.run(exec, "sweep", intervals_.candidates(), input.count, intervals_.boxes(min_slot), output);
}

}  // namespace sim
