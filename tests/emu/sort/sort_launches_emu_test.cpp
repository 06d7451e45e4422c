// An observed sort is the sort that runs: an observer that asks for no arrays sees the launches of a sort
// that nobody observes, for every emulated engine. Kernels are not run here, so long sorts cost nothing.
#include <map>
#include <string>

#include "tests/emu/emulated_memory.h"

namespace suite {

Scale scale() { return {}; }

namespace {

constexpr uint32_t kMost = 9'000'000;  // more than any switch

/// Counts, arrays but those that a sort leaves in its scratch, too; and sees that a stage begins before it ends.
class Brackets : public sort::StageObserver {
public:
    void before(const sort::Stage& stage, sort::Stream) override { open_ = stage.name; }
    void after(const sort::Stage& stage, sort::Stream) override {
        EXPECT_EQ(open_, stage.name);
        ++stages;
        bytes[open_] = stage.bytes;
        for (const sort::StageArray& array : stage.arrays) {
            const std::string name = array.name;
            if (name == "in buckets") {
                EXPECT_TRUE(open_ == "buckets" || open_.ends_with("full sort")) << open_ << " leaves none";
            }
            if (name == "in buckets" || name == "movers") continue;
            most_words = std::max(most_words, array.length);
            uint32_t& longest = lengths[open_ + ": " + name];
            longest = std::max(longest, array.length);
        }
        open_.clear();
    }
    uint32_t stages = 0, most_words = 0;
    std::map<std::string, uint32_t> lengths;  // of arrays, by stage and name
    std::map<std::string, uint64_t> bytes;    // by stage, of the last of the name

private:
    std::string open_;
};

using Launches = std::vector<std::string>;

class ObservedSort : public testing::TestWithParam<const sort::Engine*> {
protected:
    void SetUp() override {
        const std::string refusal = sort::refusal_of(*GetParam(), -1);
        if (!refusal.empty()) GTEST_SKIP() << "skipped: " << refusal;
    }

    /// Without the measurements that some engines begin with.
    static std::unique_ptr<sort::Sorter> make(const sort::EngineConfig& config) {
        const emu::LaunchLog ignored;
        return sort::make_sorter(*GetParam(), kMost, config);
    }

    /// No memory is touched: the pairs need none.
    static Launches launches(sort::Sorter& sorter, uint32_t count, bool with_values,
                             const sort::Options& options) {
        static uint32_t nothing = 0;
        const sort::OwnedStream stream;
        const emu::LaunchLog log;
        const emu::SortWatch watch(stream.get());
        sorter.sort({&nothing, with_values ? &nothing : nullptr, count}, stream.get(), options);
        return log.launches();
    }

    static void compare(sort::Sorter& sorter, const std::string& engine, uint32_t count, bool with_values,
                        sort::Options options) {
        const Launches unobserved = launches(sorter, count, with_values, options);
        Brackets observer;
        options.observer = &observer;
        const std::string what = engine + ", n = " + std::to_string(count) +
                                 (with_values ? "" : ", keys alone") + ", bits to " +
                                 std::to_string(options.end_bit);
        EXPECT_EQ(launches(sorter, count, with_values, options), unobserved) << what;
        if (count < 2) return;
        EXPECT_FALSE(unobserved.empty()) << what;
        EXPECT_GT(observer.stages, 0u) << what;
        EXPECT_LE(observer.stages, unobserved.size()) << what;
    }
};

TEST_P(ObservedSort, launches_what_an_unobserved_sort_launches) {
    std::vector<sort::EngineConfig> configs(1);
    for (const char* variant : GetParam()->variants) configs.push_back({.variant = variant});
    for (const sort::EngineConfig& config : configs) {
        const auto sorter = make(config);
        const std::string name =
            std::string(GetParam()->name) + (config.variant.empty() ? "" : ":" + config.variant);
        for (const uint32_t count :
             {1u, 2u, 1000u, 8192u, 20000u, 65535u, 65536u, 65537u, 140000u, 1000003u, kMost}) {
            for (const bool with_values : {true, false}) {
                compare(*sorter, name, count, with_values, {});
                compare(*sorter, name, count, with_values, {.end_bit = 12});
                compare(*sorter, name, count, with_values, {.check_order = false});
            }
        }
    }
}

/// Where arrays are requested there are some as long as the input: the comparison above is of two things. Engines
/// whose lesson the model shows launch the same again.
TEST_P(ObservedSort, has_arrays_only_where_they_are_requested) {
    const std::string refusal = sort::refusal_of(*GetParam(), -1, true);
    if (!refusal.empty()) GTEST_SKIP() << "skipped: " << refusal;
    const uint32_t count = 9000;
    const auto sorter = make({});
    Brackets with, without;
    const Launches of_lesson = launches(*sorter, count, true, {.observer = &with, .arrays = true});
    const Launches launched = launches(*sorter, count, true, {.observer = &without});
    EXPECT_LT(without.most_words, count);
    Brackets beyond;
    launches(*sorter, sort::kTraceLimit + 1, true, {.observer = &beyond, .arrays = true});
    for (const auto& [name, length] : with.lengths) {
        if (length < count) continue;
        EXPECT_EQ(without.lengths[name], 0u) << name;
        EXPECT_EQ(beyond.lengths[name], 0u) << name << ", of more pairs than are traced";
    }
    if (GetParam()->shows_lesson) {
        EXPECT_GE(with.most_words, count);
    } else {
        EXPECT_EQ(of_lesson, launched);
        EXPECT_EQ(with.most_words, 0u);
    }
}

/// Whichever launch fails, the call says so, and the next call is as if there had been none.
TEST_P(ObservedSort, says_that_a_launch_failed) {
    for (const uint32_t count : {1000u, 140000u}) {
        const auto sorter = make({});
        const Launches all = launches(*sorter, count, true, {});
        for (size_t failing = 0; failing < all.size(); ++failing) {
            static uint32_t nothing = 0;
            const sort::OwnedStream stream;
            emu::LaunchLog log;
            log.fail_at(failing);
            EXPECT_THROW(sorter->sort({&nothing, &nothing, count}, stream.get(), {}), std::exception)
                << "launch " << failing << " of " << all.size() << ", " << all[failing];
        }
        EXPECT_EQ(launches(*sorter, count, true, {}), all);
    }
}

/// Bytes of a pair that stages move, and of a key alone, as the banners of the engines count them.
TEST(ObservedBytes, are_those_of_the_banners) {
    struct Case {
        const char* engine;
        uint32_t count;
        const char* stage;
        uint64_t of_pair, of_key;
    };
    const Case cases[] = {
        {"bucketsort", 1000, "one block", 16, 8},
        {"bucketsort", 10000, "buckets", 36, 20},
        {"bucketsort", kMost, "digits", 68, 36},
        {"onesweep", 100000, "count", 4, 4},
        {"onesweep", 100000, "pass", 16, 8},
        {"onesweep", 100000, "copy back", 16, 8},
        {"quicksort", 100000, "range", 4, 4},
        {"quicksort", 100000, "partition", 20, 12},
        {"quicksort", 100000, "sort sequences", 16, 8},
    };
    for (const Case& one : cases) {
        const sort::Engine& engine = *sort::find_engine(one.engine);
        if (!sort::refusal_of(engine, -1).empty()) continue;
        const emu::LaunchLog log;  // nothing is run
        const auto sorter = sort::make_sorter(engine, kMost);
        for (const bool with_values : {true, false}) {
            static uint32_t nothing = 0;
            const sort::OwnedStream stream;
            Brackets observer;
            sorter->sort({&nothing, with_values ? &nothing : nullptr, one.count}, stream.get(),
                         {.observer = &observer});
            ASSERT_TRUE(observer.bytes.contains(one.stage)) << one.engine << ", " << one.stage;
            EXPECT_EQ(observer.bytes[one.stage], (with_values ? one.of_pair : one.of_key) * one.count)
                << one.engine << ", " << one.stage << " of " << one.count
                << (with_values ? "" : ", keys alone");
        }
    }
}

INSTANTIATE_TEST_SUITE_P(engines, ObservedSort, testing::ValuesIn(engines_under_test()),
                         [](const auto& info) {
                             std::string name = info.param->name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace suite
