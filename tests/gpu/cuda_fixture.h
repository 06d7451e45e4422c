// Tests of worlds and searches on a CUDA device say that they are skipped where there is none.
#pragma once
#include <gtest/gtest.h>

#include "sort/device.h"

namespace testing_worlds {

class Cuda : public testing::Test {
protected:
    void SetUp() override {
        std::string reason;
        if (!sort::cuda_available(&reason)) GTEST_SKIP() << "skipped: no CUDA device (" << reason << ")";
    }
};

}  // namespace testing_worlds
