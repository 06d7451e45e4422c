// The buckets between splitters for the model of bucketsort, written apart from the kernels' (splitters.cuh):
// from a sorted sample to the splitters, and from a key to its bucket. Integers only.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace sort::bucketsort {

class SplitterMap {
public:
    static constexpr uint32_t kSamplesPerBucket = 8;

    /// `samples`: sorted, kSamplesPerBucket per bucket.
    explicit SplitterMap(const std::vector<uint32_t>& samples)
        : splitters_(samples.size() / kSamplesPerBucket - 1) {
        for (uint32_t i = 0; i < splitters_.size(); ++i) {
            splitters_[i] = splitter(&samples[i * kSamplesPerBucket + kSamplesPerBucket / 2]);
        }
    }

    const std::vector<uint32_t>& splitters() const { return splitters_; }

    /// Returns whether the bucket lies between two equal splitters, and so has one key.
    bool has_one_key(uint32_t bucket) const {
        return bucket > 0 && bucket < splitters_.size() && splitters_[bucket] == splitters_[bucket - 1];
    }

    /// Returns the bucket of a key: how many splitters are not greater; a key that several splitters share is
    /// in the bucket before the last.
    uint32_t operator()(uint32_t key) const {
        const auto above = std::upper_bound(splitters_.begin(), splitters_.end(), key);
        const auto bucket = static_cast<uint32_t>(above - splitters_.begin());
        return bucket >= 2 && splitters_[bucket - 2] == key ? bucket - 1 : bucket;
    }

private:
    /// Returns the middle of eight samples, unless a gap before one of them takes most of their width: then
    /// the middle of the gap, or the key after it where that is there more than once.
    static uint32_t splitter(const uint32_t* window) {
        uint32_t widest = 0, after = 0;
        for (uint32_t i = 0; i < kSamplesPerBucket; ++i) {
            const uint32_t gap = window[i] - (window - 1)[i];
            if (gap > widest) widest = gap, after = i;
        }
        const uint32_t width = window[kSamplesPerBucket - 1] - window[-1];
        if (widest == 0 || width - widest > widest / 4) return window[kSamplesPerBucket / 2];
        return window[after] == window[after + 1] ? window[after] : window[after] - widest / 2;
    }

    std::vector<uint32_t> splitters_;
};

}  // namespace sort::bucketsort
