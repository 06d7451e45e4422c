// Every CUDA engine through the shared suite, and typed keys and large arrays, on the GPU.
#include <cmath>
#include <cstring>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/key_types.h"
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

std::vector<const sort::Engine*> engines_under_test() {
    std::vector<const sort::Engine*> cuda;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend == sort::Backend::cuda) cuda.push_back(&engine);
    }
    return cuda;
}

std::string skip_reason() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) return "";
    cudaGetLastError();
    return "skipped: no CUDA device";
}

TEST_P(SortEngine, sorts_millions) {
    prepare((1u << 24) + 5);
    for (const uint32_t count : {(1u << 21) - 1, 3u * 1000 * 1000, (1u << 24) + 5}) {
        check(made("few:1000", count), "few:1000");
        check(made("swaps:2", count), "swaps:2");
    }
}

TEST_P(SortEngine, sorts_2_to_the_27) {
    // An odd multiple modulo 2^27 is a permutation, so the result is known without a reference sort.
    constexpr uint32_t kCount = 1u << 27, kOdd = 0x5851f42du, kMask = kCount - 1;
    prepare(kCount);
    Words keys(kCount), values(kCount);
    for (uint32_t i = 0; i < kCount; ++i) {
        keys[i] = (i * kOdd) & kMask;
        values[i] = i;
    }
    uint32_t* d_keys = memory_->upload(0, keys);
    uint32_t* d_values = memory_->upload(1, values);
    sorter_->sort({d_keys, d_values, kCount}, memory_->stream());
    keys = memory_->download(0, kCount);
    values = memory_->download(1, kCount);
    for (uint32_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(keys[i], i);
        ASSERT_EQ((values[i] * kOdd) & kMask, i);
    }
}

TEST_P(SortEngine, sorts_typed_keys_from_the_host) {
    const uint32_t count = 100000;
    std::vector<double> keys(count);
    std::vector<float> narrow(count);
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t bits = sort::random_number(8, i);
        std::memcpy(&keys[i], &bits, sizeof bits);
        std::memcpy(&narrow[i], &bits, sizeof(float));
        if (i % 5 == 1) keys[i] = keys[i - 1];
        if (i % 7 == 1) keys[i] = narrow[i] = -0.0f;
        if (i % 7 == 3) keys[i] = narrow[i] = 0.0f;
    }
    const auto sorter = GetParam()->create(count, {});
    const auto expect_order = [&](sort::KeyType type, const auto& typed) {
        Words order(count);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            return std::isnan(typed[b]) ? !std::isnan(typed[a]) : typed[a] < typed[b];
        });
        const sort::SortedOrder sorted = sort::sorted_order(*GetParam(), *sorter, type, typed.data(), count);
        EXPECT_EQ(sorted.order, order) << sort::name_of(type);
        EXPECT_GT(sorted.sort_ms, 0);
    };
    expect_order(sort::KeyType::f64, keys);
    expect_order(sort::KeyType::f32, narrow);
}

}  // namespace suite
