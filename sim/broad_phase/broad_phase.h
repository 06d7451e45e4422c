// A broad phase finds all overlapping pairs of boxes on one backend. Each algorithm is one header here, and
// registers itself in one file a backend. Brute force is the reference for the others.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "sim/broad_phase/choose_broad_phase.h"
#include "sim/broad_phase/contact_table.h"
#include "sim/broad_phase/end_list.h"
#include "sim/exec/status.h"
#include "sim/math/vec3.h"
#include "sort/base/registered.h"
#include "sort/registry.h"

namespace sim {

class CpuExec;
class CudaExec;
struct BoxMeasure;
struct ColumnGrid;
struct MovingBodies;

/// Half the longest side of everything, times SpreadFrame::scale, is 2^kScaleBits.
inline constexpr int kScaleBits = 19;

/// Frame in which the spread of the boxes is measured, for the choice of the sort axis and of columns: a box
/// counts |centre - middle| * scale, up to 2^(kScaleBits + 1). A wrong frame costs time, never pairs.
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

/// Boxes to search and their frame, in the memory of the backend. Those of spheres are computed where they
/// are needed: 16 bytes are read instead of 24, and none written before.
struct BoxInput {
    const Box* boxes;  // null: those of the spheres
    uint32_t count;
    const SpreadFrame* frame;
    const Vec4* spheres = nullptr;  // centre and radius

    HOST_DEVICE Box box(uint32_t i) const { return boxes ? boxes[i] : box_of(spheres[i]); }
    HOST_DEVICE uint32_t bytes_each() const { return boxes ? sizeof(Box) : sizeof(Vec4); }
};

/// Memory for the pairs found: two slots each, to be read only if all of them fit. counters.pairs is the
/// exact number in any case, and status->overflow is set when it is above `capacity`.
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

inline constexpr const char* kSearchName = "broad phase and sort";  // in a list of memory

struct BroadPhaseConfig {
    const sort::Engine* engine;
    sort::EngineConfig engine_config;
    bool of_spheres = false;  // what is searched: one that notes contacts needs no room for boxes then
};

template <class Exec>
class BroadPhase {
public:
    virtual ~BroadPhase() = default;

    /// Prepares for searches with this count of boxes. Called before the first one.
    virtual void prepare(Exec&, uint32_t) {}

    // A search is two parts, so that a step can bring its bodies into the new order between them. Neither
    // allocates anything on cuda, and both can be captured into a graph.

    /// Queues the first: puts the boxes in order. May give them new slots, which order() and rank() return then.
    virtual void sort_boxes(Exec& exec, const BoxInput& input, Status* status) = 0;

    /// Queues the second, which lists the pairs, by slots as they are now. Boxes are given as before; spheres
    /// by slot now, and only after note_contacts().
    virtual void list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) = 0;

    /// Returns whether the search accepts spheres, and notes their contacts without a list of pairs.
    virtual bool notes_contacts() const { return false; }

    /// Queues what the first search of spheres needs, which are by slot before it: after prepare().
    virtual void begin_spheres(Exec&, const BoxInput&) {}

    /// Queues the first part for spheres that move, instead of sort_boxes(). Begins the status.
    virtual void sort_moving(Exec&, const MovingBodies&, uint32_t /*count*/, Status*) {}

    /// Returns where the caller measures the spheres, where they have moved, between the two parts, with
    /// measure_boxes() (box_measure.h); null: nowhere.
    virtual BoxMeasure* measure() { return nullptr; }

    /// Queues the second part for spheres, by slot now, instead of list_pairs(): counts pairs and tests, and
    /// notes the contacts. list_pairs() may follow.
    virtual void note_contacts(Exec&, const BoxInput&, const ContactTable&) {}

    /// Queues both parts of a search of boxes.
    void find(Exec& exec, const BoxInput& input, const PairOutput& output) {
        sort_boxes(exec, input, output.status);
        list_pairs(exec, input, output);
    }

    /// Returns the slot before, by slot now; null when slots stay.
    virtual const uint32_t* order() const { return nullptr; }
    /// Returns the place in sorted order, by slot; null when that is the slot.
    virtual const uint32_t* rank() const { return nullptr; }
    /// rank() of the step before; null when slots are ranks.
    virtual const uint32_t* rank_before() const { return nullptr; }
    /// Returns the sort key, by rank if rank() is null, else by slot; null when nothing was sorted.
    virtual const uint32_t* keys() const { return nullptr; }
    /// Returns the columns of the last search; null where there are none.
    virtual const ColumnGrid* column_grid() const { return nullptr; }
    /// Returns the ends of boxes by which the last search found its pairs; without keys where there are none.
    virtual EndList end_list() const { return {}; }
    /// Returns the most items that find() gives to exclusive_sum.
    virtual uint32_t longest_scan() const = 0;
    virtual size_t bytes() const = 0;
};

template <class Exec>
struct BroadPhaseMaker {
    const char* name;
    const char* sentence;
    std::unique_ptr<BroadPhase<Exec>> (*create)(uint32_t capacity, const BroadPhaseConfig& config);
};

// Made by CMake: all register_NAME_on_cpu() of files NAME.cpp, all register_NAME_on_cuda() of files NAME.cu.
void register_broad_phases_on_cpu();
void register_broad_phases_on_cuda();

template <class Exec>
sort::Registered<BroadPhaseMaker<Exec>>& broad_phase_makers() {
    constexpr bool cuda = std::is_same_v<Exec, CudaExec>;
    static auto& all = *new sort::Registered<BroadPhaseMaker<Exec>>(cuda ? register_broad_phases_on_cuda
                                                                         : register_broad_phases_on_cpu);
    return all;
}

/// The registering line of an algorithm on one backend: its name and sentence are Algorithm<Exec>::kEntry. False
/// when the name is taken.
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
