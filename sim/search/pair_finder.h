// PairFinder on one backend: where the boxes are, the broad phase, and from its slots back to boxes.
#pragma once
#include "sim/exec/work.h"
#include "sim/pairs.h"
#include "sim/search/pair_search.h"
#include "sim/search/search_common.h"
#include "sort/keys.h"

namespace sim {

class PairFinder::Search {
public:
    virtual ~Search() = default;
    virtual void find(const Box* boxes, uint32_t count, sort::Stream stream) = 0;
    virtual const uint32_t* pairs() const = 0;
    virtual const uint64_t* count() const = 0;
    virtual uint64_t pair_capacity() const = 0;
    virtual const uint32_t* order() const = 0;
    virtual uint64_t read_count(sort::Stream stream) const = 0;
    virtual void reserve_pairs(uint64_t pairs) = 0;
    virtual size_t bytes() const = 0;

    uint32_t box_capacity = 0;
    sort::Backend backend = sort::Backend::cpu;
    int device = -1;  // the CUDA device that it works on; -1: none
};

/// Complete but for the limits that are the same on both. That of cuda throws sort::Unavailable in a build
/// without CUDA.
std::unique_ptr<PairFinder::Search> make_cpu_finder(uint32_t capacity, const PairsConfig& config);
std::unique_ptr<PairFinder::Search> make_cuda_finder(uint32_t capacity, const PairsConfig& config);

/// Coordinates are finite and min <= max on each axis.
bool is_finite_box(const Box& box);
/// Throws std::invalid_argument naming the box.
[[noreturn]] void refuse_box(size_t index);

/// The outermost corners of boxes, as ordered keys: zero at first, and then raised only.
struct BoxBounds {
    uint32_t low_inverted[3], high[3];

    /// Raises the six words of bounds, the low ones first, to a box.
    HOST_DEVICE static void take_in(const Box& box, uint32_t* bounds) {
        for (int axis = 0; axis < 3; ++axis) {
            const uint32_t low = ~sort::ordered_key(box.min[axis]), top = sort::ordered_key(box.max[axis]);
            if (low > bounds[axis]) bounds[axis] = low;
            if (top > bounds[3 + axis]) bounds[3 + axis] = top;
        }
    }
    HOST_DEVICE SpreadFrame frame() const {
        Vec3 min, max;
        for (int axis = 0; axis < 3; ++axis) {
            min[axis] = sort::key_to_float(~low_inverted[axis]);
            max[axis] = sort::key_to_float(high[axis]);
        }
        return spread_frame(min, max);
    }
};

template <class Exec>
class FinderSearch : public PairFinder::Search {
public:
    FinderSearch(uint32_t capacity, const PairsConfig& config, std::unique_ptr<Exec> exec)
        : exec_(std::move(exec)),
          algorithm_(
              make_broad_phase<Exec>(config.broad_phase, capacity,
                                     {&engine_of(config.engine, Exec::kBackend), engine_config(config)})),
          bounds_(1),
          frame_(1),
          status_(1),
          slots_(2 * config.first_pairs) {}

    const uint32_t* pairs() const override { return slots_.data(); }
    const uint64_t* count() const override { return &status_.data()->counters.pairs; }
    uint64_t pair_capacity() const override { return slots_.size() / 2; }
    const uint32_t* order() const override { return algorithm_->order(); }
    size_t bytes() const override { return slots_.bytes() + algorithm_->bytes(); }

    /// Queues all of find().
    void queue(const Box* boxes, uint32_t count) {
        begin(boxes, count);
        if (count < 2) return;
        algorithm_->prepare(*exec_, count);  // each time: a call that is captured runs when its graph does
        algorithm_->find(*exec_, {boxes, count, frame_.data()},
                         {slots_.data(), pair_capacity(), status_.data()});
        name_boxes();
    }

    // The parts of queue(). Public because nvcc refuses its lambdas in private functions.
    void begin(const Box* boxes, uint32_t count) {
        BoxBounds* bounds = bounds_.data();
        exec_->each_reduced(
            "bounds", count, sizeof(Box), RaiseSix{reinterpret_cast<uint32_t*>(bounds)},
            [=] HOST_DEVICE(uint32_t i, uint32_t * most) { BoxBounds::take_in(boxes[i], most); }, 16384);
        SpreadFrame* frame = frame_.data();
        Status* status = status_.data();
        exec_->each("begin", 1, 0, [=] HOST_DEVICE(uint32_t) {
            if (count > 0) *frame = bounds->frame();
            begin_status(status);
            status->overflow = status->axis_chosen = status->counters.axis = 0;
        });
    }

    /// Pairs of slots become pairs of boxes, the smaller index first.
    void name_boxes() {
        uint32_t* slots = slots_.data();
        const Status* status = status_.data();
        const uint32_t* order = algorithm_->order();
        exec_->each("name boxes", CountedItems{&status->counters.pairs, pair_capacity(), 16},
                    [=] HOST_DEVICE(uint64_t p) {
                        if (status->overflow) return;
                        const uint32_t a = order ? order[slots[2 * p]] : slots[2 * p];
                        const uint32_t b = order ? order[slots[2 * p + 1]] : slots[2 * p + 1];
                        slots[2 * p] = a < b ? a : b;
                        slots[2 * p + 1] = a < b ? b : a;
                    });
    }

protected:
    std::unique_ptr<Exec> exec_;
    std::unique_ptr<BroadPhase<Exec>> algorithm_;
    typename Exec::template Array<BoxBounds> bounds_;
    typename Exec::template Array<SpreadFrame> frame_;
    typename Exec::template Array<Status> status_;
    typename Exec::template Array<uint32_t> slots_;
};

}  // namespace sim
