// The heap of the lesson `contacts`: boxes made of the keys fall onto the ground, and one step of their fall is shown.
#pragma once
#include <string>

#include "app/teach/bodies/contact_solver.h"

namespace app {

inline constexpr uint32_t kMostContactBoxes = 7;
inline constexpr uint32_t kContactSteps = 240;  // that are made: one second
/// The largest speed of approach that is to be left when sweeps are counted, and how many are made at most.
inline constexpr float kContactBound_m_s = 0.001f;
inline constexpr uint32_t kMostContactSweeps = 400;

/// State of all rows after an operation on them.
struct SweepTrace {
    const char* name;
    bool parting;                           // what is too deep is to part
    std::vector<float> push{}, approach{};  // by row: N s, m/s
};

/// Trace of one step with all that it has found.
struct ContactTrace {
    BoxHeap before{};
    std::vector<ContactPair> pairs{};  // with the impulses of the step before
    std::vector<ContactRow> rows{};    // where the bodies are before they move
    std::vector<SweepTrace> sweeps{};  // first gravity alone, then the warm start, then the sweeps
    BoxHeap after{};
};
ContactTrace contact_step(const BoxHeap& heap, const ContactFaults& faults = {});

/// The largest speed of approach left in a step, in m/s: before the first sweep, and after each, until it is below
/// kContactBound_m_s or kMostContactSweeps are made.
struct SweepCount {
    std::vector<float> left;

    /// kMostContactSweeps + 1: more than could be made.
    uint32_t needed() const;
    /// Returns "17", or "more than 400".
    std::string text() const;
};
/// Counts the sweeps of a step that begins with the impulses of the step before, or with 0.
SweepCount count_sweeps(const ContactTrace& step, bool keeps_impulses);

/// Returns the boxes of a heap. The first keys make a box each; larger ones turn it further against the clock.
std::vector<ContactBox> contact_boxes(const std::vector<uint32_t>& keys);

struct ContactScene {
    ContactTrace shown{};               // of all steps the one that shows most
    std::vector<ContactTrace> later{};  // steps whose sweeps are counted: the shown one, and later ones
};
ContactScene contact_scene(const std::vector<uint32_t>& keys, const ContactFaults& faults = {});

/// Returns "0-3"; the ground has the number after those of the boxes.
std::string pair_name(const ContactTrace& step, const ContactPair& pair);
/// Returns "12.6", of m or m/s, in mm or mm/s.
std::string mm_text(float metres);
/// Returns the pair whose points are shown: of the pairs that are searched the one of boxes, if there is one,
/// with most points in reach; null: none has any.
const ContactPair* searched_example(const ContactTrace& step);

/// Pairs of a box with the ground.
uint32_t ground_pairs(const ContactTrace& step);
/// Pairs of boxes nearer than the margin that are not among the candidates.
uint32_t missed_pairs(const ContactTrace& step);
/// Known pairs that are not searched though they may have come nearer than their margin.
uint32_t stale_pairs(const ContactTrace& step);
/// Pairs that have a box in common with another pair of their colour.
uint32_t clashing_pairs(const ContactTrace& step);
/// Impulses below 0, after any sweep.
uint32_t pulling_rows(const ContactTrace& step);

}  // namespace app
