// Broad phase of Ha, Krueger and Silva 2009, section 6.1: both ends of every box's interval are records
// (coordinate, box, min or max bit), sorted on x; boxes whose interval meets no other leave the list; the
// list that is left is sorted on y, then on z; pairs are written from the z order with the other two axes
// tested, each once by the min/max bit.
//
// Departures. Whether an interval meets another is not read off the neighbours in the list, where a long interval
// around a short one is missed, but counted by a scan (end_scan.h). The records of an axis keep last frame's order,
// so that they are nearly sorted when the bodies move little; those of boxes that left stand behind the list. On
// cuda the length of the list stays on the device: a sort, which is queued before it is known, reads it there
// (sort::Options::live_count). Engines that do not read it get all places, with the largest key behind the list.
//
// n boxes: three sorts of at most 2n pairs; memory O(n) + pairs.
// Four boxes on x, ends 0-3 1-2 5-6 6-7: sorted a( b( b) a) c( d( c) d): all four meet another and stay.
#pragma once
#include <algorithm>

#include "sim/broad_phase/end_scan.h"
#include "sim/broad_phase/walk.h"
#include "sim/exec/work.h"
#include "sort/keys.h"

namespace sim {

inline constexpr uint32_t kLeftTheList = 0xffffffffu;  // above the key of every finite coordinate

/// Returns the coordinate of a record, whose value is 2 * slot + bit; bit 0 is the min, 1 the max.
HOST_DEVICE inline float coordinate(const Box* boxes, uint32_t record, int axis) {
    const Box& box = boxes[record >> 1];
    return (record & 1) ? box.max[axis] : box.min[axis];
}

HOST_DEVICE inline uint32_t record_key(const Box* boxes, uint32_t record, int axis) {
    return sort::ordered_key(coordinate(boxes, record, axis));
}

template <class Exec>
class Endpoint : public BroadPhase<Exec> {
public:
    static constexpr BroadPhaseEntry kEntry = {
        "endpoint", "sorts both ends of every box on x, y and z, as Ha, Krueger and Silva 2009"};

    Endpoint(uint32_t capacity, const BroadPhaseConfig& config)
        : sorter_(sort::make_sorter(*config.engine, 2 * capacity, config.engine_config)),
          keys_(2 * size_t(capacity)),
          before_(2 * size_t(capacity)),
          listed_(2 * size_t(capacity)),
          place_(2 * size_t(capacity) + 1),
          length_(1),
          scan_(capacity),
          active_(capacity),
          rank_(capacity),
          rank_before_(capacity),
          body_key_(capacity),
          min_slot_(capacity),
          intervals_(capacity),
          walk_(capacity),
          sorts_counted_(Exec::kBackend == sort::Backend::cuda && config.engine->counts_live),
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
    EndList end_list() const override {
        return {keys_.data(), records_[2].data(), scan_.sums(), length_.data(), 2};
    }
    uint32_t longest_scan() const override { return std::max(uint32_t(keys_.size()), walk_.longest_scan()); }
    size_t bytes() const override {
        return records_[0].bytes() * 6 + place_.bytes() + length_.bytes() + scan_.bytes() +
               rank_.bytes() * 5 + intervals_.bytes() + walk_.bytes() + sorter_bytes_;
    }

    // The parts of sort_boxes(). Public because nvcc refuses its lambdas in private functions.
    void shrink(Exec& exec, const BoxInput& input, int axis, const char* name);
    void sort_axis(Exec& exec, const BoxInput& input, Status* status, int axis, const char* keys_name,
                   const char* sort_name);
    void scan(Exec& exec, const BoxInput& input, int axis, const char* name);
    void filter(Exec& exec, const BoxInput& input, int axis, const char* name);

private:
    /// Returns how many records of 2n are queued: those in the list, where the host knows how many they are.
    uint32_t queued(const BoxInput& input) const {
        if constexpr (Exec::kBackend == sort::Backend::cpu) return *length_.data();
        return 2 * input.count;
    }

    std::unique_ptr<sort::Sorter> sorter_;
    typename Exec::template Array<uint32_t> records_[3];  // of all boxes; an axis' list, then those that left
    typename Exec::template Array<uint32_t> keys_, before_, listed_;
    typename Exec::template Array<uint64_t> place_;
    typename Exec::template Array<uint32_t> length_;  // of the list
    EndScan<Exec> scan_;
    typename Exec::template Array<uint32_t> active_, rank_, rank_before_, body_key_, min_slot_;
    WalkArrays<Exec> intervals_;
    Walk<Exec> walk_;
    bool sorts_counted_;  // the sorter reads the length of the list
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
    uint32_t *active = active_.data(), *length = length_.data();
    const uint32_t* rank = rank_.data();
    uint32_t* rank_before = rank_before_.data();
    exec.each("keys/start", input.count, 12, [=] HOST_DEVICE(uint32_t slot) {
        active[slot] = 1;
        rank_before[slot] = rank[slot];
        if (slot == 0) *length = 2 * input.count;
    });
    sort_axis(exec, input, status, 0, "keys/x", "sort/x");
    filter(exec, input, 0, "filter/x");
    shrink(exec, input, 1, "filter/x");
    sort_axis(exec, input, status, 1, "keys/y", "sort/y");
    filter(exec, input, 1, "filter/y");
    shrink(exec, input, 2, "filter/y");
    sort_axis(exec, input, status, 2, "keys/z", "sort/z");
}

/// Moves the records of boxes in the list before those of the others, each in the order they have, and sets the
/// length of the list.
template <class Exec>
void Endpoint<Exec>::shrink(Exec& exec, const BoxInput& input, int axis, const char* name) {
    const uint32_t n = 2 * input.count;
    const uint32_t* active = active_.data();
    uint32_t *records = records_[axis].data(), *before = before_.data();
    uint32_t *listed = listed_.data(), *length = length_.data();
    const uint64_t* place = place_.data();
    exec.each(name, n, 16, [=] HOST_DEVICE(uint32_t k) {
        before[k] = records[k];
        listed[k] = active[records[k] >> 1];
    });
    exec.exclusive_sum(name, listed, place_.data(), n);
    exec.each(name, n, 20, [=] HOST_DEVICE(uint32_t k) {
        const uint64_t to = listed[k] ? place[k] : place[n] + k - place[k];
        records[to] = before[k];
        if (k == 0) *length = uint32_t(place[n]);
    });
}

template <class Exec>
void Endpoint<Exec>::sort_axis(Exec& exec, const BoxInput& input, Status* status, int axis,
                               const char* keys_name, const char* sort_name) {
    const Box* boxes = input.boxes;
    const uint32_t* length = length_.data();
    uint32_t* keys = keys_.data();
    uint32_t* records = records_[axis].data();
    const bool counted = sorts_counted_ && axis > 0;  // the list of x has all records
    exec.each_reduced(keys_name, queued(input), 16, CountFlags<1>{&status->counters.descents},
                      [=] HOST_DEVICE(uint32_t k) {
                          const uint32_t n = *length;
                          if (k >= n) {
                              if (!counted) keys[k] = kLeftTheList;
                              return 0u;
                          }
                          const uint32_t key = record_key(boxes, records[k], axis);
                          keys[k] = key;
                          return uint32_t(k + 1 < n && key > record_key(boxes, records[k + 1], axis));
                      });
    const sort::Pairs pairs{keys, records, queued(input)};
    if constexpr (Exec::kBackend == sort::Backend::cuda) {
        exec.sort(sort_name, *sorter_, pairs, &status->reports[axis], 32, counted ? length : nullptr);
    } else {
        exec.sort(sort_name, *sorter_, pairs, &status->reports[axis]);
    }
}

template <class Exec>
void Endpoint<Exec>::scan(Exec& exec, const BoxInput& input, int axis, const char* name) {
    scan_.run(exec, name, keys_.data(), records_[axis].data(), length_.data(), queued(input));
}

template <class Exec>
void Endpoint<Exec>::filter(Exec& exec, const BoxInput& input, int axis, const char* name) {
    scan(exec, input, axis, name);

    // A box's rank is that of its min on x.
    if (axis == 0) {
        const uint32_t *keys = keys_.data(), *records = records_[axis].data();
        const uint64_t* sums = scan_.sums();
        uint32_t *rank = rank_.data(), *body_key = body_key_.data();
        exec.each(name, 2 * input.count, 16, [=] HOST_DEVICE(uint32_t k) {
            if (records[k] & 1) return;
            rank[records[k] >> 1] = mins_in(sums[k]);
            body_key[records[k] >> 1] = keys[k];
        });
    }

    // Intervals that begin by my end, less those that end before I begin: more than one when I meet another.
    const uint32_t *begun = scan_.begun(), *ended = scan_.ended();
    uint32_t* active = active_.data();
    exec.each(name, input.count, 16, [=] HOST_DEVICE(uint32_t slot) {
        if (active[slot]) active[slot] = begun[slot] - ended[slot] > 1;
    });
}

template <class Exec>
void Endpoint<Exec>::list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) {
    const Box* boxes = input.boxes;
    const uint32_t *records = records_[2].data(), *length = length_.data();
    uint32_t* min_slot = min_slot_.data();
    const auto intervals = intervals_.writer();
    scan(exec, input, 2, "sweep/mins");

    // List the boxes by their min records; a candidate's min lies between a box's min and its max.
    const uint64_t* sums = scan_.sums();
    const uint32_t* begun = scan_.begun();
    exec.each("sweep/ends", queued(input), 44, [=] HOST_DEVICE(uint32_t k) {
        if (k >= *length) {
            intervals.candidates[k / 2] = 0;  // records in the list are even in number
            return;
        }
        if (records[k] & 1) return;
        const uint32_t slot = records[k] >> 1, m = mins_in(sums[k]), through = begun[slot];
        min_slot[m] = slot;
        intervals.write(m, boxes[slot], 0, 1, through > m ? through - m - 1 : 0);
    });
    walk_.run(exec, "sweep", intervals_.candidates(), queued(input) / 2, intervals_.boxes(min_slot), output);
}

}  // namespace sim
