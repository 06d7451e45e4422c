// Sorts a million floats with their indices on CPU threads, as `sort_on_cpu [count]`.
#include <sweeplab/sort.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <random>
#include <vector>

static void sort_numbers(uint32_t count) {
    std::vector<float> keys(count);
    std::mt19937 random(1);
    std::normal_distribution<float> bell;
    for (float& key : keys) key = bell(random);
    std::vector<uint32_t> indices(count);
    std::iota(indices.begin(), indices.end(), 0u);
    const std::vector<float> before = keys;

    // Made once: the engine and all its scratch. f32 keys need more of it than u32.
    sweeplab::SorterOptions options;
    options.engine = "cpu-adaptive";
    options.keys = sweeplab::KeyType::f32;
    sweeplab::Sorter sorter(count, options);

    const auto start = std::chrono::steady_clock::now();
    sorter.sort_pairs(keys.data(), indices.data(), count);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;

    for (uint32_t i = 0; i < count; ++i) {
        const bool ordered =
            i == 0 || keys[i - 1] < keys[i] || (keys[i - 1] == keys[i] && indices[i - 1] < indices[i]);
        if (!ordered || before[indices[i]] != keys[i]) {
            std::printf("wrong at %u\n", i);
            std::exit(1);
        }
    }
    std::printf("sorted %u pairs with %s in %.2f ms\n", count, sorter.engine(), took.count());
}

int main(int count, char** arguments) {
    try {
        sort_numbers(count > 1 ? uint32_t(std::strtoul(arguments[1], nullptr, 10)) : 1'000'000);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sort_on_cpu: %s\n", error.what());
        return 1;
    }
}
