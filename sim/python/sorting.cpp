#include "sim/python/sorting.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tuple>

#include "sort/core/memory_space.h"
#include "sort/device.h"

namespace python {
namespace {

/// The bits of a key that, flipped, reverse the order of all keys but NaN; of floats the sign alone, so that
/// both zeros stay equal.
uint64_t reversing_bits(sort::KeyType type) {
    if (type == sort::KeyType::f32) return uint64_t{1} << 31;
    if (type == sort::KeyType::f64) return uint64_t{1} << 63;
    return ~uint64_t{0};
}

template <class Word>
void flip_on_host(void* keys, size_t count, uint64_t mask) {
    Word* const words = static_cast<Word*>(keys);
    for (size_t i = 0; i < count; ++i) words[i] ^= static_cast<Word>(mask);
}

void flip(const Request& request) {
    const uint64_t mask = reversing_bits(request.type);
    const size_t key_bytes = sort::size_of(request.type);
    if (request.device != kHost)
        return flip_on_device(request.keys, request.count, key_bytes, mask, request.stream);
    if (key_bytes == 8) return flip_on_host<uint64_t>(request.keys, request.count, mask);
    flip_on_host<uint32_t>(request.keys, request.count, mask);
}

void require_device(int device) {
    std::string reason;
    if (device != kHost && !sort::cuda_available(&reason, device))
        throw sort::Unavailable("CUDA device " + std::to_string(device) + " cannot be used: " + reason);
}

/// The engine sorts where the arrays are. Names that no engine has are refused by the sorter.
void require_engine(const std::string& name, sort::Backend backend) {
    const auto names = sort::cuda_engine_names();
    const bool on_cuda = std::find(names.begin(), names.end(), name) != names.end();
    if (backend == sort::Backend::cpu && on_cuda)
        throw std::invalid_argument("engine " + name + " sorts arrays on CUDA devices only");
    const sort::Engine* engine = sort::find_engine(name);
    if (backend == sort::Backend::cuda && engine && engine->backend == sort::Backend::cpu)
        throw std::invalid_argument("engine " + name + " sorts arrays in host memory only");
}

sort::Backend backend_of(int device) { return device == kHost ? sort::Backend::cpu : sort::Backend::cuda; }

/// The sorters of calls that bring none, one per device, type and engine.
class KeptSorters {
public:
    std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }
    std::unique_lock<std::mutex> try_lock() { return std::unique_lock(mutex_, std::try_to_lock); }

    /// Sorts, while the lock is held.
    void sort(const Request& request, const std::string& engine) {
        std::unique_ptr<Sorter>& sorter = sorters_[{request.device, request.scratch(), engine}];
        if (!sorter || sorter->capacity() < request.count) {
            sorter.reset();
            sorter =
                std::make_unique<Sorter>(request.device, request.scratch(), with_room(request.count), engine);
        }
        sorter->sort(request);
    }

    void free() {
        const auto held = lock();
        sorters_.clear();
    }

private:
    /// An eighth more, so that frames that grow a little do not allocate each time.
    static size_t with_room(size_t count) {
        const size_t most = UINT32_MAX;
        return count > most ? count : std::min(count + count / 8 + 1024, most);
    }

    std::mutex mutex_;
    std::map<std::tuple<int, sort::KeyType, std::string>, std::unique_ptr<Sorter>> sorters_;
};

/// Never destroyed, as the driver may end before.
KeptSorters& kept_on_host() {
    static KeptSorters& sorters = *new KeptSorters;
    return sorters;
}

KeptSorters& kept_on_devices() {
    static KeptSorters& sorters = *new KeptSorters;
    return sorters;
}

constexpr size_t kMostKeptOnHost = size_t{1} << 20;  // above, an allocation is little beside the sort

void sort_on_host(const Request& request, const std::string& engine) {
    if (request.count <= kMostKeptOnHost) {
        const auto held = kept_on_host().try_lock();  // threads do not wait for each other
        if (held) return kept_on_host().sort(request, engine);
    }
    Sorter(kHost, request.scratch(), request.count, engine).sort(request);
}

void sort_on_device(const Request& request, const std::string& engine) {
    require_device(request.device);
    const sort::CurrentDevice on(request.device);
    require_no_capture(request.stream);
    const auto held = kept_on_devices().lock();
    kept_on_devices().sort(request, engine);
}

}  // namespace

Sorter::Sorter(int device, sort::KeyType scratch, size_t capacity, const std::string& engine)
    : device_(device) {
    require_device(device);
    require_engine(engine, backend_of(device));
    const sort::CurrentDevice on(device);
    sorter_ = std::make_unique<sort::PairSorter>(
        capacity, sort::PairSorterConfig{.backend = backend_of(device), .engine = engine, .keys = scratch});
    if (device == kHost) return;
    last_ = std::make_unique<LastWork>();
    report_on_device_ = std::make_unique<DeviceMemory>(sizeof(sort::Report));
}

Sorter::~Sorter() {
    if (last_) last_->finish();
}

void Sorter::sort(const Request& request) {
    const std::lock_guard lock(mutex_);
    const bool on_device = device_ != kHost;
    const sort::CurrentDevice on(device_);
    const sort::PairSortOptions options{
        .begin_bit = request.begin_bit,
        .end_bit = request.end_bit,
        .report = on_device ? static_cast<sort::Report*>(report_on_device_->data()) : &report_,
        .offsets = request.offsets,
        .segments = request.segments};
    const sort::SortArrays arrays{request.type,   request.keys,   request.keys,
                                  request.values, request.values, request.value_bytes};
    if (request.count > capacity()) {
        throw std::invalid_argument(std::to_string(request.count) + " keys for a capacity of " +
                                    std::to_string(capacity()));
    }
    if (on_device) last_->before(request.stream);
    if (request.descending) flip(request);
    try {
        sorter_->sort(arrays, request.count, request.stream, options);
    } catch (...) {
        if (request.descending) flip(request);
        throw;
    }
    if (request.descending) flip(request);
    if (on_device) last_->queued_on(request.stream);
    has_report_ = true;
}

void Sorter::wait_on(sort::Stream stream) const {
    const std::lock_guard lock(mutex_);
    if (!last_) return;
    const sort::CurrentDevice on(device_);
    last_->before(stream);
}

sort::Report Sorter::report(sort::Stream stream) const {
    const std::lock_guard lock(mutex_);
    if (device_ == kHost || !has_report_) return report_;
    const sort::CurrentDevice on(device_);
    last_->finish();
    sort::Report report;
    copy_to_host(&report, report_on_device_->data(), sizeof report, stream);
    return report;
}

void sort_once(const Request& request, const std::string& engine) {
    if (request.device == kHost) return sort_on_host(request, engine);
    sort_on_device(request, engine);
}

void free_scratch() {
    kept_on_host().free();
    kept_on_devices().free();
}

}  // namespace python
