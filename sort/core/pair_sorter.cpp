// Chooses the engine of a PairSorter and counts its scratch.
#include "sort/pair_sorter.h"

#include <algorithm>
#include <stdexcept>

#include "sort/base/caller_scratch.h"
#include "sort/base/counts.h"
#include "sort/base/errors.h"
#include "sort/base/float_environment.h"
#include "sort/base/host_memory.h"
#include "sort/base/numbers.h"
#include "sort/base/nvtx_range.h"
#include "sort/core/call_check.h"
#include "sort/core/memory_space.h"
#include "sort/core/typed_sort.h"
#include "sort/device.h"

namespace sort {

/// Null where no engine of the CPU is linked: such programs have no TBB.
[[gnu::weak]] std::unique_ptr<TypedSorter> make_cpu_typed_sorter(EngineSorters, KeyType, int);

namespace {

[[noreturn]] void refuse_without_cuda(const std::string& reason) {
    throw Unavailable("sort: " + no_cuda_message("backend = cpu or engine = \"cpu-adaptive\"", reason));
}

bool is_wide(KeyType type) { return size_of(type) == 8; }

const Engine& usable_engine(const std::string& name, Backend backend) {
    try {
        return engine_or_default(name, backend);
    } catch (const Unavailable& error) {
        refuse_without_cuda(error.what());
    }
}

/// What a sorter will consist of.
struct Plan {
    Plan(size_t capacity, const PairSorterConfig& config)
        : pairs(require_at_most(UINT32_MAX, capacity, "pairs")),
          room(std::max(pairs, 1u)),
          engine(usable_engine(config.engine, config.backend)),
          wide(is_wide(config.keys) && engine.create_wide != nullptr) {
        if (engine.backend == Backend::cpu && !make_cpu_typed_sorter)
            refuse("CPU engines need sweeplab::sort_cpu, which is not linked");
        if (is_wide(config.keys) && !engine.stable) {
            refuse(std::string(engine.name) + " is not stable, and " + name_of(config.keys) +
                   " keys need a stable engine");
        }
        require_config(engine, config.engine_config);
        bytes = engine.bytes(room, config.engine_config) + typed_bytes(room, config.keys) +
                (wide ? engine.wide_bytes(room, config.engine_config) : 0);
    }

    uint32_t pairs, room;
    const Engine& engine;
    bool wide;
    size_t bytes;
};

void require_cuda_engine(const Engine& engine) {
    if (engine.backend != Backend::cuda) refuse("scratch of the caller is for CUDA engines");
}

void require_scratch(const Plan& plan, const PairSorterConfig& config, int device) {
    require_cuda_engine(plan.engine);
    const size_t needed = CallerScratch::with_alignment(plan.bytes);
    if (config.scratch_bytes < needed) {
        refuse(grouped(config.scratch_bytes) + " bytes of scratch, and " + grouped(needed) + " are needed");
    }
    require_memory_of(Backend::cuda, device, config.scratch, "sort: scratch");
}

}  // namespace

struct PairSorter::State {
    const Engine engine;
    uint32_t capacity;
    KeyType widest;
    size_t bytes;
    int device;  // -1: none, a CPU engine
    std::unique_ptr<TypedSorter> sorter;

    SorterLimits limits() const { return {engine, capacity, widest, device}; }
};

PairSorter::PairSorter(size_t capacity, const PairSorterConfig& config) {
    const FloatEnvironment environment;  // the first call of CUDA opens libraries, and engines may measure
    const Plan plan(capacity, config);
    const Engine& engine = plan.engine;
    const bool cuda = engine.backend == Backend::cuda;
    const int device = cuda ? current_device() : -1;
    std::string reason;
    if (cuda && !cuda_available(&reason, device)) refuse_without_cuda(reason);
    if (config.scratch) require_scratch(plan, config, device);
    const auto make = [&] {
        EngineSorters sorters{make_sorter(engine, plan.room, config.engine_config),
                              plan.wide ? engine.create_wide(plan.room, config.engine_config) : nullptr,
                              sorts_typed(engine, config.engine_config), engine.counts_live,
                              engine.checks_order};
        return cuda ? make_cuda_typed_sorter(std::move(sorters), config.keys)
                    : make_cpu_typed_sorter(std::move(sorters), config.keys, config.engine_config.threads);
    };
    const auto in_scratch = [&] {
        const CallerScratch scratch(config.scratch, config.scratch_bytes);
        return make();
    };
    const std::string what = grouped(plan.pairs) + " pairs with " + name_of(config.keys) + " keys need";
    auto typed = config.scratch ? in_scratch() : cuda ? make() : within_host_memory(what, plan.bytes, make);
    state_.reset(new State{engine, plan.pairs, config.keys, plan.bytes, device, std::move(typed)});
}

size_t PairSorter::scratch_bytes(size_t capacity, const PairSorterConfig& config) {
    const Plan plan(capacity, config);
    require_cuda_engine(plan.engine);
    return CallerScratch::with_alignment(plan.bytes);
}

PairSorter::~PairSorter() = default;
PairSorter::PairSorter(PairSorter&&) noexcept = default;
PairSorter& PairSorter::operator=(PairSorter&&) noexcept = default;

void PairSorter::sort(KeyType type, void* keys, uint32_t* values, size_t count, Stream stream,
                      const PairSortOptions& options) {
    if (count > 0 && keys && !values) refuse("no values");
    sort({type, keys, keys, values, values}, count, stream, options);
}

void PairSorter::sort(const SortArrays& arrays, size_t count, Stream stream, const PairSortOptions& options) {
    const NvtxRange range(state_->engine.name);
    const FloatEnvironment environment;
    const SortCall call = checked_call(state_->limits(), arrays, count, options);
    const CurrentDevice on(state_->device);
    state_->sorter->sort(call, stream);
}

uint32_t PairSorter::capacity() const { return state_->capacity; }
const Engine& PairSorter::engine() const { return state_->engine; }
size_t PairSorter::bytes() const { return state_->bytes; }

}  // namespace sort
