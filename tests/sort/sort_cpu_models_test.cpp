// The CPU engines against their models: an engine reports the stages of its short sorts itself, and each stage,
// with all its arrays, is that of the model.
#include <gtest/gtest.h>

#include "sort/lab/model.h"
#include "sort/lab/stage_log.h"
#include "tests/sort/sort_engine_suite_inputs.h"

namespace suite {
namespace {

class CpuModels : public testing::TestWithParam<const char*> {
protected:
    void prepare(uint32_t capacity) {
        engine_ = sort::find_engine(GetParam());
        model_ = sort::find_model(GetParam());
        ASSERT_TRUE(engine_ && model_);
        of_engine_ = sort::make_sorter(*engine_, capacity, {.threads = 1});
        of_model_ = sort::make_sorter(*model_, capacity);
    }

    /// The names of the stages, one after another.
    std::string compare(const Words& keys, const std::string& what, const sort::Options& options = {},
                        bool with_values = true) {
        const Words values = with_values ? index_values(static_cast<uint32_t>(keys.size())) : Words();
        const sort::StageLog is = sort::log_sort(*engine_, *of_engine_, keys, values, options);
        const sort::StageLog should = sort::log_sort(*model_, *of_model_, keys, values, options);
        EXPECT_EQ(sort::first_difference(is, should), "") << what << ", n = " << keys.size();
        EXPECT_EQ(is.report.path, should.report.path) << what << ", n = " << keys.size();
        EXPECT_EQ(is.report.movers, should.report.movers) << what << ", n = " << keys.size();
        std::string names;
        for (const sort::LoggedStage& stage : is.stages) names += (stage.ran ? stage.name : "-") + " ";
        return names;
    }

    const sort::Engine* engine_ = nullptr;
    const sort::Model* model_ = nullptr;
    std::unique_ptr<sort::Sorter> of_engine_, of_model_;
};

TEST_P(CpuModels, agree_on_every_kind_of_input) {
    for (const uint32_t count : {2u, 5u, 24u, 25u, 64u, 128u, 256u, 3000u, 16000u}) {
        prepare(count);
        for (const Named& input : all_inputs(count)) {
            compare(input.keys, input.name);
            compare(input.keys, input.name + ", keys alone", {}, false);
            if (HasFailure()) return;
        }
    }
}

TEST_P(CpuModels, agree_on_few_bits_and_without_order_check) {
    prepare(500);
    for (uint32_t count = 0; count <= 500; count += count < 40 ? 1 : 23) {
        Words narrow = made("uniform", count, 3);
        for (uint32_t& key : narrow) key &= 0xffu;
        compare(narrow, "8 bits", {.end_bit = 8});
        compare(made("uniform", count), "bits 5 to 27", {.begin_bit = 5, .end_bit = 27});
        compare(made("sorted", count), "no check", {.check_order = false});
        compare(made("swaps:1", count), "swaps:1");
        if (HasFailure()) return;
    }
}

TEST_P(CpuModels, every_stage_comes_up) {
    prepare(4096);
    std::string names;
    for (const uint32_t count : {20u, 64u, 256u, 4096u}) {
        names += compare(made("uniform", count), "uniform");
        for (uint32_t call = 0; call < 8; ++call) names += compare(made("swaps:1", count), "swaps:1");
    }
    for (const sort::StageText& stage : model_->stages) {
        EXPECT_NE(names.find(std::string(stage.stage) + " "), std::string::npos) << stage.stage;
    }
}

INSTANTIATE_TEST_SUITE_P(engines, CpuModels, testing::Values("cpu-radix", "cpu-adaptive"),
                         [](const auto& info) { return std::string(info.param).substr(4); });

}  // namespace
}  // namespace suite
