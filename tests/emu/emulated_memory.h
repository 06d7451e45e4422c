// Memory of the emulated device for the engine suite. While a sort is being queued the emulation refuses
// other streams, waiting and allocating.
#pragma once
#include <cuda_runtime.h>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

class EmulatedMemory : public Memory {
public:
    explicit EmulatedMemory(uint32_t words) : report_(1) {
        for (auto& slot : slots_) slot = sort::DeviceBuffer<uint32_t>(words);
    }

    uint32_t* upload(int slot, const Words& words) override {
        EXPECT_LE(words.size(), slots_[slot].size());
        std::copy(words.begin(), words.end(), slots_[slot].data());
        return slots_[slot].data();
    }
    Words download(int slot, size_t count) override {
        return Words(slots_[slot].data(), slots_[slot].data() + count);
    }
    sort::Report* report() override {
        *report_.data() = {99, 99, 99, 99, 99};
        return report_.data();
    }
    sort::Report read_report() override { return *report_.data(); }
    sort::Stream stream() override { return stream_.get(); }
    int64_t allocated() override { return allocated_bytes(); }
    void sort(sort::Sorter& sorter, sort::Pairs pairs, const sort::Options& options) override {
        const emu::SortWatch watch(stream_.get());
        sorter.sort(pairs, stream_.get(), options);
    }

    static int64_t allocated_bytes() {
        size_t free_bytes = 0, total_bytes = 0;
        cudaMemGetInfo(&free_bytes, &total_bytes);
        return static_cast<int64_t>(total_bytes - free_bytes);
    }

private:
    sort::OwnedStream stream_;
    sort::DeviceBuffer<uint32_t> slots_[3];
    sort::DeviceBuffer<sort::Report> report_;
};

inline std::unique_ptr<Memory> make_memory(uint32_t words) { return std::make_unique<EmulatedMemory>(words); }

inline std::vector<const sort::Engine*> engines_under_test() {
    std::vector<const sort::Engine*> emulated;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend == sort::Backend::cuda) emulated.push_back(&engine);
    }
    return emulated;
}

inline std::string skip_reason() { return ""; }

}  // namespace suite
