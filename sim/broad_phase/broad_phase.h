// A broad phase finds all overlapping pairs of boxes on one backend. Each algorithm is one header here, and
// registers itself in one file a backend. Brute force is the reference for the others.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>

#include "sim/broad_phase/choose_broad_phase.h"
#include "sim/exec/status.h"
#include "sim/math/vec3.h"
#include "sort/base/registered.h"
#include "sort/registry.h"

namespace sim {

class CpuExec;
class CudaExec;

/// Half the longest side of everything, times SpreadFrame::scale, is 2^kScaleBits.
inline constexpr int kScaleBits = 19;

/// Where the boxes are, for the choice of the sort axis and of columns: a box counts |centre - middle| *
/// scale, up to 2^(kScaleBits + 1). A wrong one costs time, never pairs.
struct SpreadFrame {
    Vec3 middle;
    float scale;
};

HOST_DEVICE inline SpreadFrame spread_frame(const Vec3& min, const Vec3& max) {
    const Vec3 middle = min * 0.5f + max * 0.5f;
    const Vec3 half = max * 0.5f - min * 0.5f;
    const float longest = larger(larger(half.x, half.y), half.z);
    const float scale = longest > 0 ? float(1 << kScaleBits) / longest : 1.0f;
    return {middle, smaller(scale, 1e30f)};
}

/// Boxes to search and their frame, in the memory of the backend.
struct BoxInput {
    const Box* boxes;
    uint32_t count;
    const SpreadFrame* frame;
};

/// Where pairs go: two slots each, to be read only when all of them fit. counters.pairs is the exact number
/// in any case and status->overflow is set when it is above `capacity`.
struct PairOutput {
    uint32_t* slots;
    uint64_t capacity;
    Status* status;  // counters.pairs and counters.tests are written
};

/// Declares the numbers of pairs and tests, and an overflow.
HOST_DEVICE inline void report_pairs(Status* status, uint64_t tests, uint64_t pairs, uint64_t capacity) {
    status->counters.tests = tests;
    status->counters.pairs = pairs;
    if (pairs > capacity) status->overflow = 1;
}

struct BroadPhaseConfig {
    const sort::Engine* engine;
    sort::EngineConfig engine_config;
};

template <class Exec>
class BroadPhase {
public:
    virtual ~BroadPhase() = default;

    /// Before the first find() with this count; never inside a captured graph.
    virtual void prepare(Exec&, uint32_t) {}

    /// Queues the search. May give the boxes new slots: pairs then name the new ones and order() tells them.
    /// On cuda allocates nothing, and can be captured into a graph.
    virtual void find(Exec& exec, const BoxInput& input, const PairOutput& output) = 0;

    /// The slot before, by slot now; null when slots stay.
    virtual const uint32_t* order() const { return nullptr; }
    /// The place in sorted order, by slot; null when that is the slot.
    virtual const uint32_t* rank() const { return nullptr; }
    /// rank() of the step before; null when slots are ranks.
    virtual const uint32_t* rank_before() const { return nullptr; }
    /// The sort key, by rank if rank() is null, else by slot; null when nothing was sorted.
    virtual const uint32_t* keys() const { return nullptr; }
    /// Most items that find() gives to exclusive_sum.
    virtual uint32_t longest_scan() const = 0;
    virtual size_t bytes() const = 0;
};

template <class Exec>
struct BroadPhaseMaker {
    const char* name;
    const char* sentence;
    std::unique_ptr<BroadPhase<Exec>> (*create)(uint32_t capacity, const BroadPhaseConfig& config);
};

template <class Exec>
sort::Registered<BroadPhaseMaker<Exec>>& broad_phase_makers() {
    static sort::Registered<BroadPhaseMaker<Exec>> all("broad phases");
    return all;
}

/// The registering line of an algorithm on one backend. Its name and sentence are Algorithm<Exec>::kEntry.
template <template <class> class Algorithm, class Exec>
bool add_broad_phase() {
    constexpr BroadPhaseEntry entry = Algorithm<Exec>::kEntry;
    return broad_phase_makers<Exec>().add(
        {entry.name, entry.sentence, [](uint32_t capacity, const BroadPhaseConfig& config) {
             return std::unique_ptr<BroadPhase<Exec>>(new Algorithm<Exec>(capacity, config));
         }});
}

/// Throws std::invalid_argument when there is none of that name.
template <class Exec>
std::unique_ptr<BroadPhase<Exec>> make_broad_phase(const std::string& name, uint32_t capacity,
                                                   const BroadPhaseConfig& config) {
    const BroadPhaseMaker<Exec>* maker = broad_phase_makers<Exec>().find(name);
    if (!maker) throw std::invalid_argument("no broad phase is named " + name);
    return maker->create(capacity, config);
}

}  // namespace sim
