// The list of the broad phase `endpoint`: boxes that meet no other on an axis are not sorted on the next one.
#include <gtest/gtest.h>

#include <map>

#include "sim/broad_phase/broad_phase.h"
#include "sim/exec/exec_cpu.h"
#include "tests/sim/pair_cases.h"

namespace {

using Boxes = std::vector<sim::Box>;

/// A unit cube from (x, y, z) on.
sim::Box cube(float x, float y, float z) { return {{x, y, z}, {x + 1, y + 1, z + 1}}; }

class Search {
public:
    explicit Search(uint32_t boxes)
        : exec_(2),
          algorithm_(
              sim::make_broad_phase<sim::CpuExec>("endpoint", boxes, {sort::find_engine("cpu-radix"), {}})),
          slots_(4096) {
        algorithm_->prepare(exec_, boxes);
    }

    /// Returns the pairs as i < j in order.
    std::vector<uint32_t> find(const Boxes& boxes) {
        sim::Status status{};
        sim::begin_status(&status);
        exec_.take_log();
        const sim::SpreadFrame frame{};
        algorithm_->find(exec_, {boxes.data(), uint32_t(boxes.size()), &frame},
                         {slots_.data(), slots_.size() / 2, &status});
        sorted_.clear();
        for (const auto& timed : exec_.take_log())
            if (timed.name.starts_with("sort/")) sorted_[timed.name] = timed.cost.items;
        std::vector<std::pair<uint32_t, uint32_t>> pairs;
        for (uint64_t p = 0; p < status.counters.pairs; ++p)
            pairs.push_back(std::minmax(slots_[2 * p], slots_[2 * p + 1]));
        std::sort(pairs.begin(), pairs.end());
        std::vector<uint32_t> flat;
        for (const auto& [i, j] : pairs) flat.insert(flat.end(), {i, j});
        return flat;
    }

    using Sorted = std::map<std::string, uint64_t>;
    const Sorted& sorted() const { return sorted_; }  // records of each sort of the last search

private:
    sim::CpuExec exec_;
    std::unique_ptr<sim::BroadPhase<sim::CpuExec>> algorithm_;
    std::vector<uint32_t> slots_;
    Sorted sorted_;
};

TEST(Endpoint, sorts_on_an_axis_the_boxes_that_met_another_on_those_before) {
    // Two meet nobody on x; of the others two meet nobody on y; of the rest one meets nobody on z.
    const Boxes boxes = {cube(10, 0, 0),    cube(0, 0, 0),     cube(0.5f, 9, 0),  cube(20, 0, 0),
                         cube(0.25f, 1, 0), cube(0.5f, -5, 0), cube(0, 0.5f, 40), cube(0.125f, 0.75f, 0.5f)};
    Search search(uint32_t(boxes.size()));
    EXPECT_EQ(search.find(boxes), pair_cases::reference_pairs(boxes));
    const Search::Sorted expected = {{"sort/x", 16}, {"sort/y", 12}, {"sort/z", 8}};
    EXPECT_EQ(search.sorted(), expected);
}

TEST(Endpoint, boxes_that_left_the_list_come_back_in_the_next_search) {
    Boxes apart, together;
    for (int k = 0; k < 20; ++k) {
        apart.push_back(cube(float(3 * k), 0, 0));
        together.push_back(cube(float(k) / 2, float(k % 3) / 2, float(k % 5) / 4));
    }
    Search search(20);
    const Search::Sorted all = {{"sort/x", 40}, {"sort/y", 40}, {"sort/z", 40}};
    const Search::Sorted on_x_alone = {{"sort/x", 40}, {"sort/y", 0}, {"sort/z", 0}};
    for (int round = 0; round < 3; ++round) {
        EXPECT_TRUE(search.find(apart).empty());
        EXPECT_EQ(search.sorted(), on_x_alone);
        EXPECT_EQ(search.find(together), pair_cases::reference_pairs(together));
        EXPECT_EQ(search.sorted(), all);
    }
}

/// A max and a min at one place touch, in whatever order the sort left them.
TEST(Endpoint, boxes_that_touch_stay_in_the_list) {
    const Boxes row = {cube(2, 0, 0), cube(1, 0, 0), cube(0, 0, 0), cube(7, 0, 0)};
    Search search(4);
    EXPECT_EQ(search.find(row), (std::vector<uint32_t>{0, 1, 1, 2}));
    const Search::Sorted expected = {{"sort/x", 8}, {"sort/y", 6}, {"sort/z", 6}};
    EXPECT_EQ(search.sorted(), expected);
}

}  // namespace
