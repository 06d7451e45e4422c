// The broad phase alone, without a world: all overlapping pairs of given boxes. A search is made once and run
// many times; `sweeplab pairs` runs it once, `bench pairs` again and again.
//
// Every run starts from the boxes as given: what a broad phase remembers of the last one is put back before
// the clock starts. Only memory is kept.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/exec/counters.h"
#include "sim/exec/stop.h"
#include "sim/math/vec3.h"
#include "sort/base/errors.h"
#include "sort/registry.h"

namespace sim {

using sort::Backend;

struct PairsConfig {
    Backend backend = Backend::cpu;
    std::string engine, broad_phase;
    int threads = 0, device = 0;
    sort::EngineConfig engine_config{};
    uint64_t first_pairs = 0;  // room for pairs to start with; 0: the usual for that many boxes
    StopCheck stop{};          // cpu: asked while a search runs
    /// Does or queues what comes between a search's preparation and its clock: for measurements.
    std::function<void(sort::Stream)> before_timing{};
};

/// Result of one run: the pairs that were found and the times.
struct PairsFound {
    /// A stage of the run: the part of its launches' names before '/'.
    struct Stage {
        std::string name;
        double ms;
    };

    Counters counters;
    uint64_t pairs = 0;
    double ms = 0;              // device time on cuda, the clock on cpu; of the run whose pairs fitted
    std::vector<Stage> stages;  // in order
};

class PairSearch {
public:
    /// Times that find() takes. On cuda to note when stages begin costs a little, so a run has either. On cpu it has both.
    enum class Timing { whole, stages };

    virtual ~PairSearch() = default;

    /// Creates a search for up to `capacity` boxes. Throws sort::Unavailable (no device), sort::OverLimit
    /// (memory, over kMaxBodies), std::invalid_argument (names that do not exist).
    static std::unique_ptr<PairSearch> create(uint32_t capacity, const PairsConfig& config);

    /// Copies the boxes to the backend's memory. On cpu they are used where they are: they must stay until
    /// the last find(). At most `capacity`; all must be finite with min <= max (the caller has checked).
    virtual void set_boxes(std::span<const Box> boxes) = 0;

    /// Finds all pairs. When they do not fit, grows the room for them and starts again. Throws
    /// sort::OverLimit with the count when there is not so much memory, on cpu as soon as that is known (then
    /// with a count that is at least reached), and what PairsConfig::stop throws.
    virtual PairsFound find(Timing timing = Timing::whole) = 0;

    /// Returns the pairs of the last find(): i < j, in lexicographic order, two indices per pair.
    virtual std::vector<uint32_t> pairs() = 0;

    /// Memory that the search holds on its backend, boxes and pairs included.
    virtual uint64_t bytes() const = 0;
};

/// Finds all overlapping pairs of closed boxes, as PairSearch::pairs(). `tests`, if given, receives the
/// number of box tests. Throws as PairSearch.
std::vector<uint32_t> find_pairs(std::span<const Box> boxes, const PairsConfig& config,
                                 uint64_t* tests = nullptr);

/// Adds the time of a launch to its stage.
void add_stage(std::vector<PairsFound::Stage>& stages, const std::string& launch, double ms);

/// Create the search of one backend (the file of the other may be absent).
std::unique_ptr<PairSearch> create_cpu_search(uint32_t capacity, const PairsConfig& config);
std::unique_ptr<PairSearch> create_cuda_search(uint32_t capacity, const PairsConfig& config);

}  // namespace sim
