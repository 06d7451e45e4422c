// Every CPU engine through the shared suite, and what only they have: threads.
#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/sort/sort_engine_suite.h"
#include "tests/sort/sort_engine_suite_host.h"

// Counts what the engines allocate. Not inlined: the compiler would see free() for what it takes for new.
static std::atomic<int64_t> allocations{0};

[[gnu::noinline]] void* operator new(size_t bytes) {
    ++allocations;
    if (void* memory = std::malloc(bytes ? bytes : 1)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(bytes ? bytes : 1);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace suite {

std::unique_ptr<Memory> make_memory(uint32_t words) {
    return std::make_unique<HostMemory>(words, [] { return allocations.load(); });
}

Scale scale() { return {}; }

std::vector<const sort::Engine*> engines_under_test() {
    std::vector<const sort::Engine*> cpu;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend == sort::Backend::cpu) cpu.push_back(&engine);
    }
    return cpu;
}

std::string skip_reason() { return ""; }

TEST_P(SortEngine, gives_the_same_order_with_any_number_of_threads) {
    for (const int threads : {1, 2, 3, 7}) {
        sort::EngineConfig config;
        config.threads = threads;
        prepare(200001, config);
        for (const uint32_t count : {100u, 32768u, 200001u}) {
            check(made("uniform", count), "uniform");
            check(made("few:1000", count), "few:1000");
            check(made("swaps:9", count), "swaps:9");
            check(entropy_keys(count, 6), "entropy 6");
        }
    }
}

}  // namespace suite
