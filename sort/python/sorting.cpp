#include "sort/python/sorting.h"

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
    if (device != kHost && !sort::cuda_available(&reason, device)) throw sort::Unavailable(reason);
}

/// The engine sorts where the arrays are.
void require_engine(const std::string& name, sort::Backend backend) {
    const sort::Engine* engine = sort::find_engine(name);
    if (!engine || engine->backend == backend) return;
    throw std::invalid_argument(
        "engine " + name + " sorts arrays " +
        (engine->backend == sort::Backend::cpu ? "in host memory" : "on CUDA devices") + " only");
}

sort::Backend backend_of(int device) { return device == kHost ? sort::Backend::cpu : sort::Backend::cuda; }

class KeptScratch {
public:
    void sort(const Request& request, const std::string& engine) {
        require_device(request.device);
        const sort::CurrentDevice on(request.device);
        require_no_capture(request.stream);
        const std::lock_guard lock(mutex_);
        std::unique_ptr<Sorter>& sorter = sorters_[{request.device, request.type, engine}];
        if (!sorter || sorter->capacity() < request.count) {
            sorter.reset();
            sorter = std::make_unique<Sorter>(request.device, request.type, with_room(request.count), engine);
        }
        sorter->sort(request);
    }

    void free() {
        const std::lock_guard lock(mutex_);
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

KeptScratch& kept_scratch() {
    static KeptScratch& scratch = *new KeptScratch;  // never destroyed: the driver may end before
    return scratch;
}

}  // namespace

Sorter::Sorter(int device, sort::KeyType type, size_t capacity, const std::string& engine)
    : device_(device), type_(type) {
    require_device(device);
    require_engine(engine, backend_of(device));
    const sort::CurrentDevice on(device);
    sorter_ = std::make_unique<sort::PairSorter>(
        capacity, sort::PairSorterConfig{.backend = backend_of(device), .engine = engine, .keys = type});
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
        .report = on_device ? static_cast<sort::Report*>(report_on_device_->data()) : &report_};
    if (request.count > capacity()) {
        throw std::invalid_argument(std::to_string(request.count) + " keys for a capacity of " +
                                    std::to_string(capacity()));
    }
    if (on_device) last_->before(request.stream);
    if (request.descending) flip(request);
    try {
        if (request.values) {
            sorter_->sort(type_, request.keys, request.values, request.count, request.stream, options);
        } else {
            sorter_->sort_keys(type_, request.keys, request.count, request.stream, options);
        }
    } catch (...) {
        if (request.descending) flip(request);
        throw;
    }
    if (request.descending) flip(request);
    if (on_device) last_->queued_on(request.stream);
    has_report_ = true;
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
    if (request.device != kHost) return kept_scratch().sort(request, engine);
    Sorter(kHost, request.type, request.count, engine).sort(request);
}

void free_scratch() { kept_scratch().free(); }

}  // namespace python
