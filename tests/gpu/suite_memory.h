// Where the shared suite keeps its arrays when the engine is on the GPU.
#pragma once
#include "tests/gpu/device_memory.h"
#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

class DeviceMemory : public Memory {
public:
    explicit DeviceMemory(uint32_t words) : report_(1) {
        for (auto& slot : slots_) slot = sort::DeviceBuffer<uint32_t>(words);
    }

    uint32_t* upload(int slot, const Words& words) override {
        EXPECT_LE(words.size(), slots_[slot].size());
        const size_t bytes = words.size() * sizeof(uint32_t);
        // Not waited for: beside other programs each wait is a turn on the device, and the words, which are not in
        // locked memory, are read before the call returns.
        sort::check(
            cudaMemcpyAsync(slots_[slot].data(), words.data(), bytes, cudaMemcpyHostToDevice, stream()));
        return slots_[slot].data();
    }
    Words download(int slot, size_t count) override {
        Words words(count);
        const size_t bytes = count * sizeof(uint32_t);
        sort::check(
            cudaMemcpyAsync(words.data(), slots_[slot].data(), bytes, cudaMemcpyDeviceToHost, stream()));
        sort::check(cudaStreamSynchronize(stream()));
        return words;
    }
    sort::Report* report() override {
        sort::check(cudaMemsetAsync(report_.data(), 0x77, sizeof(sort::Report), stream()));
        return report_.data();
    }
    sort::Report read_report() override {
        sort::Report report{};
        sort::check(
            cudaMemcpyAsync(&report, report_.data(), sizeof report, cudaMemcpyDeviceToHost, stream()));
        sort::check(cudaStreamSynchronize(stream()));
        return report;
    }
    sort::Stream stream() override { return stream_.get(); }
    int64_t allocated() override {
        sort::check(cudaStreamSynchronize(stream()));
        size_t free_bytes = 0, total_bytes = 0;
        sort::check(cudaMemGetInfo(&free_bytes, &total_bytes));
        return static_cast<int64_t>(total_bytes - free_bytes);
    }

private:
    sort::OwnedStream stream_;
    sort::DeviceBuffer<uint32_t> slots_[3];
    sort::DeviceBuffer<sort::Report> report_;
};

inline std::unique_ptr<Memory> make_memory(uint32_t words) { return std::make_unique<DeviceMemory>(words); }
inline std::string skip_reason() { return no_device_reason(); }

/// Adds grids of so many blocks a multiprocessor, where there is a device.
inline void add_grids(Scale& scale, std::initializer_list<uint32_t> blocks) {
    int processors = 0;
    if (cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess) {
        cudaGetLastError();
        return;
    }
    for (const uint32_t each : blocks) scale.blocks.push_back(uint32_t(processors) * each);
}

}  // namespace suite
