// Chooses the engine of a PairSorter and refuses wrong calls before anything is queued.
#include "sort/pair_sorter.h"

#include <algorithm>
#include <stdexcept>

#include "sort/base/counts.h"
#include "sort/base/errors.h"
#include "sort/base/float_environment.h"
#include "sort/base/host_memory.h"
#include "sort/base/numbers.h"
#include "sort/core/memory_space.h"
#include "sort/core/typed_sort.h"
#include "sort/device.h"

namespace sort {

/// Null where no engine of the CPU is linked: such programs have no TBB.
[[gnu::weak]] std::unique_ptr<TypedSorter> make_cpu_typed_sorter(EngineSorters, KeyType, int);

namespace {

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("sort: " + why); }

[[noreturn]] void refuse_without_cuda(const std::string& reason) {
    throw Unavailable("sort: " + no_cuda_message("backend = cpu or engine = \"cpu-adaptive\"", reason));
}

bool is_wide(KeyType type) { return size_of(type) == 8; }

/// Does a sorter made for `widest` have the scratch for `type`?
bool has_scratch_for(KeyType type, KeyType widest) { return typed_bytes(1, type) <= typed_bytes(1, widest); }

bool overlap(const void* a, size_t a_bytes, const void* b, size_t b_bytes) {
    const auto first = reinterpret_cast<uintptr_t>(a), second = reinterpret_cast<uintptr_t>(b);
    return first < second + b_bytes && second < first + a_bytes;
}

void require_aligned(const void* data, size_t alignment, const char* what) {
    if (reinterpret_cast<uintptr_t>(data) % alignment != 0) {
        refuse(std::string(what) + " are not aligned to their " + std::to_string(alignment) + " bytes");
    }
}

const Engine& usable_engine(const std::string& name, Backend backend) {
    try {
        return engine_or_default(name, backend);
    } catch (const Unavailable& error) {
        refuse_without_cuda(error.what());
    }
}

}  // namespace

struct PairSorter::State {
    const Engine engine;
    uint32_t capacity;
    KeyType widest;
    size_t bytes;
    int device;  // -1: none, a CPU engine
    std::unique_ptr<TypedSorter> sorter;

    void require(KeyType type, const void* keys, size_t count, const PairSortOptions& options) const {
        if (count > capacity) {
            refuse(std::to_string(count) + " pairs for a sorter made for " + std::to_string(capacity));
        }
        if (!has_scratch_for(type, widest)) {
            refuse(std::string(name_of(type)) + " keys for a sorter made for " + name_of(widest));
        }
        const int bits = static_cast<int>(8 * size_of(type));
        const int end = options.end_bit == kAllBits ? bits : options.end_bit;
        if (options.begin_bit < 0 || end > bits || options.begin_bit > end) {
            refuse("bits " + std::to_string(options.begin_bit) + " to " + std::to_string(end) +
                   " are not within 0 to " + std::to_string(bits));
        }
        if (options.report) require_memory_of(engine.backend, device, options.report, "sort: report");
        if (count == 0) return;
        if (!keys) refuse("no keys");
        require_aligned(keys, size_of(type), "keys");
        require_memory_of(engine.backend, device, keys, "sort: keys");
    }

    void run(KeyType type, void* keys, uint32_t* values, size_t count, Stream stream,
             const PairSortOptions& options) {
        const int end = options.end_bit == kAllBits ? static_cast<int>(8 * size_of(type)) : options.end_bit;
        const CurrentDevice on(device);
        sorter->sort(
            {type, keys, values, static_cast<uint32_t>(count), options.begin_bit, end, options.report},
            stream);
    }
};

PairSorter::PairSorter(size_t capacity, const PairSorterConfig& config) {
    const FloatEnvironment environment;  // the first call of CUDA opens libraries, and engines may measure
    const uint32_t pairs = require_at_most(UINT32_MAX, capacity, "pairs");
    const Engine& engine = usable_engine(config.engine, config.backend);
    if (is_wide(config.keys) && !engine.stable) {
        refuse(std::string(engine.name) + " is not stable, and " + name_of(config.keys) +
               " keys need a stable engine");
    }
    const bool cuda = engine.backend == Backend::cuda;
    if (!cuda && !make_cpu_typed_sorter) refuse("CPU engines need sweeplab::sort_cpu, which is not linked");
    const int device = cuda ? current_device() : -1;
    std::string reason;
    if (cuda && !cuda_available(&reason, device)) refuse_without_cuda(reason);
    require_config(engine, config.engine_config);
    const uint32_t room = std::max(pairs, 1u);
    const bool wide = is_wide(config.keys) && engine.create_wide != nullptr;
    const size_t bytes = engine.bytes(room, config.engine_config) +
                         typed_bytes(room, wide ? KeyType::f32 : config.keys) +
                         (wide ? engine.wide_bytes(room, config.engine_config) : 0);
    const auto make = [&] {
        EngineSorters sorters{make_sorter(engine, room, config.engine_config),
                              wide ? engine.create_wide(room, config.engine_config) : nullptr};
        return cuda ? make_cuda_typed_sorter(std::move(sorters), config.keys)
                    : make_cpu_typed_sorter(std::move(sorters), config.keys, config.engine_config.threads);
    };
    const std::string what = grouped(pairs) + " pairs with " + name_of(config.keys) + " keys need";
    auto typed = cuda ? make() : within_host_memory(what, bytes, make);
    state_.reset(new State{engine, pairs, config.keys, bytes, device, std::move(typed)});
}

PairSorter::~PairSorter() = default;
PairSorter::PairSorter(PairSorter&&) noexcept = default;
PairSorter& PairSorter::operator=(PairSorter&&) noexcept = default;

void PairSorter::sort(KeyType type, void* keys, uint32_t* values, size_t count, Stream stream,
                      const PairSortOptions& options) {
    const FloatEnvironment environment;
    state_->require(type, keys, count, options);
    if (count > 0) {
        if (!values) refuse("no values");
        require_aligned(values, sizeof(uint32_t), "values");
        require_memory_of(state_->engine.backend, state_->device, values, "sort: values");
        if (overlap(keys, count * size_of(type), values, count * sizeof(uint32_t))) {
            refuse("keys and values overlap");
        }
    }
    state_->run(type, keys, values, count, stream, options);
}

void PairSorter::sort_keys(KeyType type, void* keys, size_t count, Stream stream,
                           const PairSortOptions& options) {
    const FloatEnvironment environment;
    state_->require(type, keys, count, options);
    state_->run(type, keys, nullptr, count, stream, options);
}

uint32_t PairSorter::capacity() const { return state_->capacity; }
const Engine& PairSorter::engine() const { return state_->engine; }
size_t PairSorter::bytes() const { return state_->bytes; }

}  // namespace sort
