// PairFinder on CPU threads.
#include <cmath>
#include <stdexcept>

#include "sim/exec/exec_cpu.h"
#include "sim/exec/memory.h"
#include "sim/math/atomic.h"
#include "sim/search/pair_finder.h"

namespace sim {

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
