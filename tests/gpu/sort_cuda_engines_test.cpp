// Every CUDA engine through the shared suite, and arrays of millions, on the GPU.
#include "tests/gpu/device_memory.h"
#include "tests/sort_engine_suite.h"

namespace suite {

class DeviceMemory : public Memory {
public:
    explicit DeviceMemory(uint32_t words) : report_(1) {
        for (auto& slot : slots_) slot = sort::DeviceBuffer<uint32_t>(words);
    }

    uint32_t* upload(int slot, const Words& words) override {
        EXPECT_LE(words.size(), slots_[slot].size());
        const size_t bytes = words.size() * sizeof(uint32_t);
        sort::check(
            cudaMemcpyAsync(slots_[slot].data(), words.data(), bytes, cudaMemcpyHostToDevice, stream()));
        sort::check(cudaStreamSynchronize(stream()));
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

std::unique_ptr<Memory> make_memory(uint32_t words) { return std::make_unique<DeviceMemory>(words); }

std::vector<const sort::Engine*> engines_under_test() { return cuda_engines(); }

std::string skip_reason() { return no_device_reason(); }

Scale scale() {
    Scale scale;
    scale.largest = 1 << 22;
    scale.repeats = 1000;
    int processors = 1;
    if (cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess) {
        for (const int blocks : {1, 2, 4, 8})
            scale.blocks.push_back(static_cast<uint32_t>(processors * blocks));
    } else {
        cudaGetLastError();
    }
    return scale;
}

TEST_P(SortEngine, sorts_millions) {
    prepare((1u << 24) + 5);
    for (const uint32_t count : {(1u << 21) - 1, 3u * 1000 * 1000, (1u << 24) + 5}) {
        check(made("uniform", count), "uniform");
        check(made("few:1000", count), "few:1000");
        check(made("swaps:2", count), "swaps:2");
        if (HasFatalFailure()) return;
    }
}

}  // namespace suite
