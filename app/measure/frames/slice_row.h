// A row of a timeline: slices that do not overlap, in the order of their times. The oldest go as new ones come.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace app {

struct Slice {
    static constexpr uint8_t kNoPath = 255;

    double start_us, end_us;  // of std::chrono::steady_clock
    uint64_t bytes, items;    // 0: not known
    uint32_t number;          // of the frame or step, which belongs to the name; 0: none
    uint16_t name;            // FrameTimeline::name()
    bool skipped;             // the device found nothing to do
    uint8_t path;             // that a sort took

    double us() const { return end_us - start_us; }
};

class SliceRow {
public:
    /// Appends a slice after the last one; it begins no earlier than that ends.
    void push(Slice slice) {
        if (size() > 0) slice.start_us = std::max(slice.start_us, slices_.back().end_us);
        slice.end_us = std::max(slice.end_us, slice.start_us);
        slices_.push_back(slice);
    }

    void drop_ended_before(double us) {
        while (first_ < slices_.size() && slices_[first_].end_us <= us) ++first_;
        if (first_ < 1024 || first_ * 2 < slices_.size()) return;
        slices_.erase(slices_.begin(), slices_.begin() + std::ptrdiff_t(first_));
        first_ = 0;
    }

    size_t size() const { return slices_.size() - first_; }
    const Slice& operator[](size_t k) const { return slices_[first_ + k]; }
    const Slice& back() const { return slices_.back(); }

    /// Returns the first slice from `from` on that ends after `us`; size() if there is none. Near ones are
    /// found fastest.
    size_t ending_after(double us, size_t from = 0) const {
        const size_t count = size();
        size_t step = 1, low = from, high = from;  // all below low end before
        while (high < count && (*this)[high].end_us <= us) {
            low = high + 1;
            high += step;
            step *= 2;
        }
        high = std::min(high, count);
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if ((*this)[middle].end_us <= us)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

private:
    std::vector<Slice> slices_;
    size_t first_ = 0;
};

}  // namespace app
