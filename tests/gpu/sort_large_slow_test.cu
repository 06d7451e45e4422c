// Sorts of more pairs than 28 bits count, made and judged on the device: no reference sort is needed. Keys
// are a function of the value, and values are indices. So a result is right when every key is that of its
// value, (key, value) rises strictly, which also says that no value comes twice, and values are below n.
// For unstable engines keys rise and a sum over a hash of the values stands for the last two.
#include <gtest/gtest.h>

#include "tests/gpu/device_memory.h"

namespace {

using namespace suite;
using sort::check;
using sort::check_launch;
using sort::DeviceBuffer;

constexpr uint32_t kThreads = 256, kBlocks = 4096;

__device__ uint64_t mixed(uint64_t x) {
    x = (x + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    x ^= x >> 31;
    x *= 0x94d049bb133111ebull;
    return x ^ x >> 29;
}

__device__ uint32_t key_of(uint32_t value, uint32_t key_mask) {
    return static_cast<uint32_t>(mixed(value) >> 32) & key_mask;
}

static __global__ void fill_kernel(uint32_t count, uint32_t key_mask, uint32_t* keys, uint32_t* values,
                                   unsigned long long* hash_sum) {
    unsigned long long sum = 0;
    const uint64_t step = uint64_t{gridDim.x} * blockDim.x;
    for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
        values[i] = static_cast<uint32_t>(i);
        keys[i] = key_of(static_cast<uint32_t>(i), key_mask);
        sum += mixed(~i);
    }
    atomicAdd(hash_sum, sum);
}

struct Faults {
    unsigned long long wrong_keys, descents, wrong_values, hash_sum;
};

static __global__ void judge_kernel(uint32_t count, uint32_t key_mask, bool stable, const uint32_t* keys,
                                    const uint32_t* values, Faults* faults) {
    Faults own{};
    const uint64_t step = uint64_t{gridDim.x} * blockDim.x;
    for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
        const uint32_t key = keys[i], value = values[i];
        own.wrong_values += value >= count;
        own.wrong_keys += key != key_of(value, key_mask);
        own.hash_sum += mixed(~uint64_t{value});
        if (i == 0) continue;
        const bool tie = keys[i - 1] == key;
        own.descents += keys[i - 1] > key || (tie && stable && values[i - 1] >= value);
    }
    if (own.wrong_keys) atomicAdd(&faults->wrong_keys, own.wrong_keys);
    if (own.descents) atomicAdd(&faults->descents, own.descents);
    if (own.wrong_values) atomicAdd(&faults->wrong_values, own.wrong_values);
    atomicAdd(&faults->hash_sum, own.hash_sum);
}

class SortLarge : public testing::TestWithParam<const sort::Engine*> {
protected:
    void SetUp() override {
        const std::string reason = no_device_reason();
        if (!reason.empty()) GTEST_SKIP() << reason;
    }

    /// Skips where the device has too little memory.
    void sort_and_judge(uint32_t count) {
        const sort::Engine& engine = *GetParam();
        size_t free_bytes = 0, total_bytes = 0;
        check(cudaMemGetInfo(&free_bytes, &total_bytes));
        const size_t needed = engine.bytes(count, {}) + 8 * size_t{count} + (size_t{256} << 20);
        if (needed > free_bytes) {
            GTEST_SKIP() << "skipped: " << needed << " bytes needed, " << free_bytes << " are free";
        }
        std::unique_ptr<sort::Sorter> sorter;
        try {
            sorter = sort::make_sorter(engine, count);
        } catch (const sort::OverLimit& limit) {  // stated, and refused before anything is allocated
            GTEST_SKIP() << "skipped: " << limit.what();
        }
        const DeviceBuffer<uint32_t> keys(count), values(count);
        const DeviceBuffer<unsigned long long> hash_sum(1);
        const DeviceBuffer<Faults> faults(1);
        const sort::OwnedStream stream;
        for (const uint32_t key_mask : {~0u, 0x00f00ff0u}) {
            check(cudaMemsetAsync(hash_sum.data(), 0, hash_sum.bytes(), stream.get()));
            check(cudaMemsetAsync(faults.data(), 0, faults.bytes(), stream.get()));
            fill_kernel<<<kBlocks, kThreads, 0, stream.get()>>>(count, key_mask, keys.data(), values.data(),
                                                                hash_sum.data());
            check_launch(stream.get());
            sorter->sort({keys.data(), values.data(), count}, stream.get());
            judge_kernel<<<kBlocks, kThreads, 0, stream.get()>>>(count, key_mask, engine.stable, keys.data(),
                                                                 values.data(), faults.data());
            check_launch(stream.get());
            Faults found{};
            unsigned long long sum = 0;
            check(cudaMemcpyAsync(&found, faults.data(), sizeof found, cudaMemcpyDeviceToHost, stream.get()));
            check(cudaMemcpyAsync(&sum, hash_sum.data(), sizeof sum, cudaMemcpyDeviceToHost, stream.get()));
            check(cudaStreamSynchronize(stream.get()));
            SCOPED_TRACE("n = " + std::to_string(count) + ", key mask " + std::to_string(key_mask));
            EXPECT_EQ(found.wrong_keys, 0u);
            EXPECT_EQ(found.descents, 0u);
            EXPECT_EQ(found.wrong_values, 0u);
            EXPECT_EQ(found.hash_sum, sum);
        }
    }
};

TEST_P(SortLarge, sorts_2_to_the_28_and_some) { sort_and_judge((1u << 28) + 5); }

TEST_P(SortLarge, sorts_more_than_2_to_the_30) { sort_and_judge((1u << 30) + 4097); }

TEST_P(SortLarge, sorts_more_than_2_to_the_31) { sort_and_judge((1u << 31) + 77); }

TEST_P(SortLarge, sorts_as_many_as_32_bits_count) { sort_and_judge(UINT32_MAX); }

INSTANTIATE_TEST_SUITE_P(engines, SortLarge, testing::ValuesIn(cuda_engines()),
                         [](const testing::TestParamInfo<const sort::Engine*>& info) {
                             std::string name = info.param->name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SortLarge);

}  // namespace
