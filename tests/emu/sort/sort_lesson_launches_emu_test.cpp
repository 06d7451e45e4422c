// What lessons say of launches and barriers of the grid is what a sort that nobody observes queues and passes.
#include "sort/lab/inputs.h"
#include "sort/lab/model.h"
#include "sort/lab/stage_log.h"
#include "tests/emu/emulated_memory.h"

namespace suite {

Scale scale() { return {}; }

namespace {

constexpr sort::TileShape kLessonTile{32, 1};

class LessonLaunches : public testing::TestWithParam<const sort::Model*> {
protected:
    void SetUp() override {
        engine_ = sort::find_engine(GetParam()->name);
        if (!engine_ || engine_->backend != sort::Backend::cuda)
            GTEST_SKIP() << "skipped: no kernels of " << GetParam()->name << " here";
        const std::string refusal = sort::refusal_of(*engine_, -1);
        if (!refusal.empty()) GTEST_SKIP() << "skipped: " << refusal;
        const auto& tiles = engine_->tiles;
        if (std::find(tiles.begin(), tiles.end(), kLessonTile) != tiles.end()) config_.tile = kLessonTile;
    }

    /// As lessons sort them.
    static Words keys_of(const std::string& kind) {
        Words keys = sort::make_keys(sort::parse_input(kind), GetParam()->lesson_keys, 1);
        const int surplus = std::bit_width(*std::max_element(keys.begin(), keys.end())) - kBits;
        for (uint32_t& key : keys) key >>= std::max(surplus, 0);
        return keys;
    }

    sort::StageLog log_of(const Words& keys) const {
        const auto sorter = sort::make_sorter(*GetParam(), static_cast<uint32_t>(keys.size()), config_);
        return sort::log_sort(*GetParam(), *sorter, keys, index_values(static_cast<uint32_t>(keys.size())),
                              {.end_bit = kBits});
    }

    static constexpr int kBits = 8;
    const sort::Engine* engine_ = nullptr;
    sort::EngineConfig config_;
};

TEST_P(LessonLaunches, are_those_of_the_sort) {
    const Words keys = keys_of(GetParam()->lesson_input);
    uint32_t expected = sort::launches_of(*GetParam(), "").launches;
    for (const sort::LoggedStage& stage : log_of(keys).stages)
        expected += sort::launches_of(*GetParam(), stage.name).launches;

    const auto count = static_cast<uint32_t>(keys.size());
    const auto sorter = [&] {
        const emu::LaunchLog ignored;  // measurements that some engines begin with
        return sort::make_sorter(*engine_, count, config_);
    }();
    static uint32_t nothing = 0;
    const sort::OwnedStream stream;
    const emu::LaunchLog log;
    sorter->sort({&nothing, &nothing, count}, stream.get(), {.end_bit = kBits});
    EXPECT_EQ(log.launches().size(), expected);
}

TEST_P(LessonLaunches, pass_so_many_barriers_of_the_grid) {
    for (const std::string kind : {GetParam()->lesson_input, "sorted", "uniform"}) {
        Words keys = keys_of(kind), values = index_values(static_cast<uint32_t>(keys.size()));
        int expected = 0;
        for (const sort::LoggedStage& stage : log_of(keys).stages) {
            const int own = stage.ran ? sort::launches_of(*GetParam(), stage.name).barriers : 0;
            expected = own < 0 || expected < 0 ? -1 : expected + own;
        }
        if (expected < 0) continue;  // not counted
        const auto count = static_cast<uint32_t>(keys.size());
        const auto sorter = sort::make_sorter(*engine_, count, config_);
        const uint64_t before = emu::grid_barriers();
        sorter->sort({keys.data(), values.data(), count}, nullptr, {.end_bit = kBits});
        EXPECT_EQ(emu::grid_barriers() - before, static_cast<uint64_t>(expected)) << kind;
        EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end())) << kind;
    }
}

INSTANTIATE_TEST_SUITE_P(engines, LessonLaunches, testing::ValuesIn([] {
                             std::vector<const sort::Model*> all;
                             for (const sort::Model& model : sort::models()) all.push_back(&model);
                             return all;
                         }()),
                         [](const auto& info) {
                             std::string name = info.param->name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace suite
