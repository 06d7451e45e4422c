// PairFinder on CPU threads.
#include <cmath>
#include <stdexcept>

#include "sim/exec/exec_cpu.h"
#include "sim/exec/memory.h"
#include "sim/math/atomic.h"
#include "sim/pair_finder.h"

namespace sim {

void measure_bounds(CpuExec& exec, const Box* boxes, uint32_t count, BoxBounds* bounds) {
    exec.parallel_ranges(count, 16384, [&](uint64_t begin, uint64_t end) {
        BoxBounds own{};
        for (uint64_t i = begin; i < end; ++i) own.add(boxes[i]);
        for (int axis = 0; axis < 3; ++axis) {
            raise_to(&bounds->low_inverted[axis], own.low_inverted[axis]);
            raise_to(&bounds->high[axis], own.high[axis]);
        }
    });
}

namespace {

class CpuFinder : public FinderSearch<CpuExec> {
public:
    CpuFinder(uint32_t capacity, const PairsConfig& config)
        : FinderSearch(capacity, config, std::make_unique<CpuExec>(config.threads)) {}

    void find(const Box* boxes, uint32_t count, sort::Stream) override {
        exec_->arena().execute([&] {
            require_finite({boxes, count});
            *bounds_.data() = {};
            queue(boxes, count);
        });
        exec_->take_log();
    }

    uint64_t read_count(sort::Stream) const override { return *count(); }

    void reserve_pairs(uint64_t pairs) override {
        require_pair_memory(pairs);
        HostArray<uint32_t> slots(2 * pairs);
        slots_ = std::move(slots);
    }

private:
    void require_finite(std::span<const Box> boxes) {
        uint32_t first_inverted = 0;  // ~ of the index of the first that is wrong
        exec_->parallel(boxes.size(), 4096, [&](uint64_t i) {
            if (!is_finite_box(boxes[i])) raise_to(&first_inverted, ~uint32_t(i));
        });
        if (first_inverted != 0) refuse_box(~first_inverted);
    }
};

}  // namespace

std::unique_ptr<PairFinder::Search> make_cpu_finder(uint32_t capacity, const PairsConfig& config) {
    return std::make_unique<CpuFinder>(capacity, config);
}

}  // namespace sim
