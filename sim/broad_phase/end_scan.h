// Counts on a sorted list of interval ends, by one scan in place of a search per interval: for each box, how
// many intervals begin by its end, and how many end before its beginning.
//
// Both are read at borders between runs of equal keys, so at equal coordinates every min counts as before every
// max, whatever order the sort left among them. The scan sums two counts in one word: mins, and begins of runs.
//
// Four boxes, ends 0-3 1-2 3-4 6-7: a( b( b) a) c( c) d( d), where a) and c( are one run: three intervals begin
// by the end of a.
#pragma once
#include "sim/broad_phase/broad_phase.h"

namespace sim {

inline constexpr int kRunShift = 31;  // of the number of runs above that of mins, at most 2^27

/// Returns the mins among the records before the one of which `sum` is.
HOST_DEVICE inline uint32_t mins_in(uint64_t sum) { return uint32_t(sum & ((1u << kRunShift) - 1)); }
HOST_DEVICE inline uint32_t runs_in(uint64_t sum) { return uint32_t(sum >> kRunShift); }

template <class Exec>
class EndScan {
public:
    explicit EndScan(uint32_t boxes)
        : marks_(2 * size_t(boxes)),
          run_first_(2 * size_t(boxes) + 1),
          sums_(2 * size_t(boxes) + 1),
          begun_(boxes),
          ended_(boxes) {}

    /// Queues the counts of a list: records 2 * slot + bit (bit 0 a min) with their keys in order, `*length` of
    /// them, for which `queued` places are looked at. Boxes that are not in the list keep other counts.
    void run(Exec& exec, const char* name, const uint32_t* keys, const uint32_t* records,
             const uint32_t* length, uint32_t queued);

    /// Returns the sums of run() before each record and, at the length of the list, of all.
    const uint64_t* sums() const { return sums_.data(); }
    /// Returns, by slot, how many intervals begin by the end of a box, itself included.
    const uint32_t* begun() const { return begun_.data(); }
    /// Returns, by slot, how many intervals end before the beginning of a box.
    const uint32_t* ended() const { return ended_.data(); }
    size_t bytes() const {
        return marks_.bytes() + run_first_.bytes() + sums_.bytes() + begun_.bytes() + ended_.bytes();
    }

private:
    typename Exec::template Array<uint32_t> marks_, run_first_;
    typename Exec::template Array<uint64_t> sums_;
    typename Exec::template Array<uint32_t> begun_, ended_;
};

template <class Exec>
void EndScan<Exec>::run(Exec& exec, const char* name, const uint32_t* keys, const uint32_t* records,
                        const uint32_t* length, uint32_t queued) {
    uint32_t *marks = marks_.data(), *run_first = run_first_.data();
    uint32_t *begun = begun_.data(), *ended = ended_.data();
    const uint64_t* sums = sums_.data();
    exec.each(name, queued, 12, [=] HOST_DEVICE(uint32_t k) {
        const bool listed = k < *length;
        const uint32_t min = listed && (records[k] & 1) == 0;
        const uint32_t begins = listed && (k == 0 || keys[k] != keys[k - 1]);
        marks[k] = min + (begins << kRunShift);
    });
    exec.exclusive_sum(name, marks, sums_.data(), queued);
    exec.each(name, queued, 8, [=] HOST_DEVICE(uint32_t k) {
        if (k >= *length) return;
        if (marks[k] >> kRunShift) run_first[runs_in(sums[k])] = k;
        if (k + 1 == *length) run_first[runs_in(sums[k + 1])] = k + 1;
    });
    exec.each(name, queued, 24, [=] HOST_DEVICE(uint32_t k) {
        if (k >= *length) return;
        const uint32_t slot = records[k] >> 1, run = runs_in(sums[k + 1]) - 1;
        if (records[k] & 1) {
            begun[slot] = mins_in(sums[run_first[run + 1]]);
        } else {
            const uint32_t first = run_first[run];
            ended[slot] = first - mins_in(sums[first]);
        }
    });
}

}  // namespace sim
