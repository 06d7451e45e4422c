// Sorters as Python uses them: on the device of the arrays, ascending or descending, with a report.
#pragma once
#include <memory>
#include <mutex>
#include <string>

#include "sim/python/device.h"
#include "sort/pair_sorter.h"

namespace python {

/// One sort of keys, in place. Values and offsets may be null.
struct Request {
    int device = kHost;
    sort::KeyType type{};
    void* keys = nullptr;
    void* values = nullptr;
    size_t value_bytes = 4;  // or 8
    size_t count = 0;
    const uint32_t* offsets = nullptr;  // segments + 1
    uint32_t segments = 0;
    sort::Stream stream = nullptr;
    int begin_bit = 0, end_bit = sort::kAllBits;
    bool descending = false;

    /// The type that a sorter for it is made for: the scratch it needs.
    sort::KeyType scratch() const { return value_bytes == 8 || offsets ? sort::KeyType::u64 : type; }
};

/// A sort::PairSorter for one device. Threads take turns. Calls on several streams wait for
/// each other on the device; the destructor waits for what was queued, but not for graphs.
class Sorter {
public:
    /// Throws sort::Unavailable (no such device), std::invalid_argument (an engine that is unknown or works
    /// elsewhere), sort::OverLimit (memory).
    Sorter(int device, sort::KeyType scratch, size_t capacity, const std::string& engine);
    ~Sorter();

    /// Sorts in place, on a CUDA device in stream order. Throws as sort::PairSorter, and then the arrays are as
    /// before. Descending reverses the order of numbers; equal keys keep their order, and NaN are last.
    void sort(const Request& request);

    /// Makes `stream` wait for the last sort, which may have been on another.
    void wait_on(sort::Stream stream) const;

    /// Returns the report of the last sort; all 0 before the first. On a device it waits for the last sort and
    /// for `stream`, on which a graph may have sorted.
    sort::Report report(sort::Stream stream = nullptr) const;

    int device() const { return device_; }
    size_t capacity() const { return sorter_->capacity(); }
    size_t bytes() const { return sorter_->bytes(); }
    const sort::Engine& engine() const { return sorter_->engine(); }

private:
    int device_;
    std::unique_ptr<sort::PairSorter> sorter_;
    std::unique_ptr<LastWork> last_;  // null on the host
    std::unique_ptr<DeviceMemory> report_on_device_;
    sort::Report report_{};  // of a sort on the host
    bool has_report_ = false;
    mutable std::mutex mutex_;
};

/// Sorts with scratch that is kept for later calls; on the host that of at most 2^20 keys. Calls on one device take
/// turns, those on the host do not.
void sort_once(const Request& request, const std::string& engine);

/// Frees the scratch that sort_once() keeps.
void free_scratch();

}  // namespace python
