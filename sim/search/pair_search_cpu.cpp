// The search of pairs on CPU threads, and what needs no backend.
#include "sim/search/pair_search.h"

#include <algorithm>

#include "sim/exec/exec_cpu.h"
#include "sim/exec/limits.h"
#include "sim/exec/memory.h"
#include "sim/search/search_common.h"
#include "sort/base/counts.h"

namespace sim {
namespace {

class CpuSearch : public PairSearch {
public:
    CpuSearch(uint32_t capacity, const PairsConfig& config)
        : exec_(config.threads, false, config.stop),
          algorithm_(
              make_broad_phase<CpuExec>(config.broad_phase, capacity,
                                        {&engine_of(config.engine, Backend::cpu), engine_config(config)})),
          stop_(config.stop),
          before_timing_(config.before_timing),
          slots_(2 * (config.first_pairs ? config.first_pairs : first_pair_capacity(capacity))) {}

    void set_boxes(std::span<const Box> boxes) override {
        boxes_ = boxes;
        found_ = 0;
        if (!boxes.empty()) frame_ = spread_frame_of(boxes);
    }

    PairsFound find(Timing) override {
        found_ = 0;
        PairsFound found;
        if (boxes_.size() < 2) return found;
        exec_.arena().execute([&] {
            while (!run(found)) make_room(found.counters.pairs);
        });
        found_ = found.pairs = found.counters.pairs;
        return found;
    }

    std::vector<uint32_t> pairs() override {
        const uint32_t n = uint32_t(boxes_.size());
        require_host_memory(sort::grouped(found_) + " pairs need", found_ * kHostPairBytes);
        const uint32_t* order = algorithm_->order();
        std::vector<uint32_t> box_of_slot(n);
        for (uint32_t slot = 0; slot < n; ++slot) box_of_slot[slot] = order ? order[slot] : slot;
        std::vector<uint32_t> pairs;
        exec_.arena().execute([&] {
            pairs = normalized_pairs({slots_.data(), slots_.data() + 2 * found_}, box_of_slot, stop_);
        });
        return pairs;
    }

    uint64_t bytes() const override { return boxes_.size_bytes() + slots_.bytes() + algorithm_->bytes(); }

private:
    /// Runs a search. Returns false when the pairs did not fit.
    bool run(PairsFound& found) {
        const uint32_t n = uint32_t(boxes_.size());
        Status status{};
        begin_status(&status);
        algorithm_->prepare(exec_, n);
        exec_.take_log();
        if (before_timing_) before_timing_(nullptr);
        const double start = exec_.now_us();
        algorithm_->find(exec_, {boxes_.data(), n, &frame_}, {slots_.data(), slots_.size() / 2, &status});
        found.ms = 1e-3 * (exec_.now_us() - start);
        end_status(&status);
        found.counters = status.counters;
        found.stages.clear();
        for (const CpuExec::Timed& timed : exec_.take_log()) {
            add_stage(found.stages, timed.name, 1e-3 * timed.duration_us);
        }
        return !status.overflow;
    }

    void make_room(uint64_t pairs) {
        require_pair_memory(pairs);
        slots_ = {};
        slots_ = HostArray<uint32_t>(2 * pairs);
    }

    CpuExec exec_;
    std::unique_ptr<BroadPhase<CpuExec>> algorithm_;
    StopCheck stop_;
    std::function<void(sort::Stream)> before_timing_;
    HostArray<uint32_t> slots_;
    std::span<const Box> boxes_;
    SpreadFrame frame_{};
    uint64_t found_ = 0;  // pairs of the last find()
};

}  // namespace

void add_stage(std::vector<PairsFound::Stage>& stages, const std::string& launch, double ms) {
    const std::string name = launch.substr(0, launch.find('/'));
    const auto at = std::find_if(stages.begin(), stages.end(),
                                 [&](const PairsFound::Stage& stage) { return stage.name == name; });
    if (at == stages.end()) {
        stages.push_back({name, ms});
    } else {
        at->ms += ms;
    }
}

std::unique_ptr<PairSearch> create_cpu_search(uint32_t capacity, const PairsConfig& config) {
    // A small one shows how much memory a box takes.
    const auto small = make_broad_phase<CpuExec>(
        config.broad_phase, kFewBodies, {&engine_of(config.engine, Backend::cpu), engine_config(config)});
    const double each = double(small->bytes()) / kFewBodies + 2 * sizeof(uint32_t) * double(kPairsABody);
    require_host_memory(sort::grouped(capacity) + " boxes need", uint64_t(each * capacity));
    return std::make_unique<CpuSearch>(capacity, config);
}

std::unique_ptr<PairSearch> PairSearch::create(uint32_t capacity, const PairsConfig& config) {
    sort::require_at_most(kMaxBodies, capacity, "boxes");
    return config.backend == Backend::cuda ? create_cuda_search(capacity, config)
                                           : create_cpu_search(capacity, config);
}

std::vector<uint32_t> find_pairs(std::span<const Box> boxes, const PairsConfig& config, uint64_t* tests) {
    if (tests) *tests = 0;
    if (boxes.size() < 2) return {};
    const uint32_t capacity = uint32_t(std::min<size_t>(boxes.size(), UINT32_MAX));
    const auto search = PairSearch::create(capacity, config);
    search->set_boxes(boxes);
    const PairsFound found = search->find();
    if (tests) *tests = found.counters.tests;
    return search->pairs();
}

}  // namespace sim
