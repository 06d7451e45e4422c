// Every model through the engines' suite: what the lessons show must be a right sort to begin with.
#include "sort/models/model.h"
#include "sort/stage_log.h"
#include "tests/sort_engine_suite.h"
#include "tests/sort_engine_suite_host.h"

namespace suite {

std::unique_ptr<Memory> make_memory(uint32_t words) { return std::make_unique<HostMemory>(words); }

std::vector<const sort::Engine*> engines_under_test() {
    std::vector<const sort::Engine*> all;
    for (const sort::Model& model : sort::models()) all.push_back(&model);
    return all;
}

Scale scale() {
    Scale scale;
    scale.length_step = 13;
    scale.short_step = 3;
    scale.medium = 20001;
    scale.largest = 1 << 16;
    scale.repeats = 5;
    scale.thorough = false;
    return scale;
}

std::string skip_reason() { return ""; }

TEST(Models, fourway_shows_figure_2_of_its_paper) {
    const sort::Model* model = sort::find_model("fourway");
    ASSERT_NE(model, nullptr);
    const uint32_t count = 1500;  // one tile
    const Words before = made("uniform", count);
    const auto sorter = sort::make_sorter(*model, count);
    const sort::StageLog log = sort::log_sort(*model, *sorter, before, {});

    Words digits(count), ranks(count), histogram(4, 0), shuffled = before;
    for (uint32_t i = 0; i < count; ++i) {
        digits[i] = before[i] & 3;
        ranks[i] = histogram[digits[i]]++;
    }
    Words offsets(4, 0);
    std::partial_sum(histogram.begin(), histogram.end() - 1, offsets.begin() + 1);
    std::stable_sort(shuffled.begin(), shuffled.end(),
                     [](uint32_t a, uint32_t b) { return (a & 3) < (b & 3); });
    const auto array = [&](const char* stage, const char* name) {
        for (const sort::LoggedStage& logged : log.stages) {
            for (const sort::LoggedArray& found : logged.arrays) {
                if (logged.pass == 0 && logged.name == stage && found.name == name) return found.words;
            }
        }
        return Words{};
    };
    EXPECT_EQ(array("order check", "out of order"), Words{1});
    EXPECT_EQ(array("count", "digits"), digits);
    EXPECT_EQ(array("count", "ranks"), ranks);
    EXPECT_EQ(array("count", "histograms"), histogram);
    EXPECT_EQ(array("scan", "offsets"), offsets);
    ASSERT_GE(log.stages.size(), 2u);
    EXPECT_EQ(log.stages[1].keys, shuffled);
}

}  // namespace suite
