// Tests of worlds and searches on a CUDA device say that they are skipped where there is none.
#pragma once
#include <gtest/gtest.h>

#include "sort/device.h"
#include "sort/registry.h"

namespace testing_worlds {

class Cuda : public testing::Test {
protected:
    void SetUp() override {
        std::string reason;
        if (!sort::cuda_available(&reason)) GTEST_SKIP() << "skipped: no CUDA device (" << reason << ")";
    }
};

/// Calls f(name, number) for the engines of CUDA but the usual one; the numbers go round below `count`. Every engine with
/// every broad phase in every scene is in sim_cuda_test; elsewhere each is tried with one of several.
template <class F>
void with_other_engines(size_t count, const F& f) {
    const std::string usual = sort::engine_or_default("", sort::Backend::cuda).name;
    size_t number = 0;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend == sort::Backend::cuda && engine.name != usual) f(engine.name, number++ % count);
    }
}

}  // namespace testing_worlds
