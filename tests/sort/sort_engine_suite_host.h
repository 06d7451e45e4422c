// Host memory for the engine suite: CPU engines and models sort where the arrays lie.
#pragma once
#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

class HostMemory : public Memory {
public:
    /// `allocated` is what to watch for allocations; null: nobody counts.
    explicit HostMemory(uint32_t words, int64_t (*allocated)() = nullptr)
        : slots_{Words(words), Words(words), Words(words)}, allocated_(allocated) {}

    uint32_t* upload(int slot, const Words& words) override {
        EXPECT_LE(words.size(), slots_[slot].size());
        std::copy(words.begin(), words.end(), slots_[slot].begin());
        return slots_[slot].data();
    }
    Words download(int slot, size_t count) override {
        return Words(slots_[slot].begin(), slots_[slot].begin() + count);
    }
    sort::Report* report() override { return &(report_ = {99, 99, 99, 99, 99}); }
    sort::Report read_report() override { return report_; }
    sort::Stream stream() override { return nullptr; }
    int64_t allocated() override { return allocated_ ? allocated_() : 0; }

private:
    Words slots_[3];
    sort::Report report_{};
    int64_t (*allocated_)();
};

}  // namespace suite
