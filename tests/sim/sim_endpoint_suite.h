// The list of the broad phase `endpoint`: boxes that meet no other on an axis are not sorted on the next one. For
// backends whose memory the host can read.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/broad_phase/broad_phase.h"
#include "tests/sim/pair_cases.h"

namespace endpoint_suite {

using Boxes = std::vector<sim::Box>;

/// A unit cube from (x, y, z) on.
inline sim::Box cube(float x, float y, float z) { return {{x, y, z}, {x + 1, y + 1, z + 1}}; }

/// The engine that the sorter below runs, and how many pairs each of its sorts has sorted.
struct Sorted {
    const sort::Engine* engine = nullptr;
    std::vector<uint32_t> pairs;
};
inline Sorted& sorted() {
    static Sorted one;
    return one;
}

class CountingSorter : public sort::Sorter {
public:
    CountingSorter(uint32_t capacity, const sort::EngineConfig& config)
        : inner_(sort::make_sorter(*sorted().engine, capacity, config)) {}
    uint32_t capacity() const override { return inner_->capacity(); }
    void sort(sort::Pairs pairs, sort::Stream stream, const sort::Options& options) override {
        sorted().pairs.push_back(options.live_count ? *options.live_count : pairs.count);
        inner_->sort(pairs, stream, options);
    }

private:
    std::unique_ptr<sort::Sorter> inner_;
};

/// Returns an engine that counts what another one sorts.
inline sort::Engine counting(const char* name) {
    sorted().engine = sort::find_engine(name);
    sort::Engine engine = *sorted().engine;
    engine.create = [](uint32_t capacity, const sort::EngineConfig& config) -> std::unique_ptr<sort::Sorter> {
        return std::make_unique<CountingSorter>(capacity, config);
    };
    return engine;
}

template <class Exec>
class Search {
public:
    Search(Exec& exec, const char* engine, uint32_t boxes)
        : exec_(exec), engine_(counting(engine)), slots_(1 << 16), status_(1), frame_(1), boxes_(boxes) {
        algorithm_ = sim::make_broad_phase<Exec>("endpoint", boxes, {&engine_, {}});
        if constexpr (Exec::kBackend == sort::Backend::cuda) exec_.reserve_scan(algorithm_->longest_scan());
        algorithm_->prepare(exec_, boxes);
    }

    /// Returns the pairs as i < j in order.
    std::vector<uint32_t> find(const Boxes& boxes) {
        std::copy(boxes.begin(), boxes.end(), boxes_.data());
        *frame_.data() = {};
        *status_.data() = {};
        sim::begin_status(status_.data());
        sorted().pairs.clear();
        algorithm_->find(exec_, {boxes_.data(), uint32_t(boxes.size()), frame_.data()},
                         {slots_.data(), slots_.size() / 2, status_.data()});
        EXPECT_FALSE(status_.data()->overflow);
        std::vector<std::pair<uint32_t, uint32_t>> pairs;
        for (uint64_t p = 0; p < status_.data()->counters.pairs; ++p)
            pairs.push_back(std::minmax(slots_.data()[2 * p], slots_.data()[2 * p + 1]));
        std::sort(pairs.begin(), pairs.end());
        std::vector<uint32_t> flat;
        for (const auto& [i, j] : pairs) flat.insert(flat.end(), {i, j});
        return flat;
    }

    /// Returns the ends on z of the boxes that were kept, in order.
    std::vector<uint32_t> list() const {
        const sim::EndList ends = algorithm_->end_list();
        return {ends.records, ends.records + *ends.length};
    }
    const sim::Counters& counters() const { return status_.data()->counters; }

private:
    template <class T>
    using Array = typename Exec::template Array<T>;

    Exec& exec_;
    sort::Engine engine_;
    std::unique_ptr<sim::BroadPhase<Exec>> algorithm_;
    Array<uint32_t> slots_;
    Array<sim::Status> status_;
    Array<sim::SpreadFrame> frame_;
    Array<sim::Box> boxes_;
};

/// Pairs that were sorted on x, y and z.
using Sizes = std::vector<uint32_t>;

template <class Exec>
void expect_sorts_of_boxes_that_met_another(Exec& exec, const char* engine) {
    // Two meet nobody on x; of the others two meet nobody on y; of the rest one meets nobody on z.
    const Boxes boxes = {cube(10, 0, 0),    cube(0, 0, 0),     cube(0.5f, 9, 0),  cube(20, 0, 0),
                         cube(0.25f, 1, 0), cube(0.5f, -5, 0), cube(0, 0.5f, 40), cube(0.125f, 0.75f, 0.5f)};
    Search<Exec> search(exec, engine, uint32_t(boxes.size()));
    EXPECT_EQ(search.find(boxes), pair_cases::reference_pairs(boxes)) << engine;
    EXPECT_EQ(sorted().pairs, (Sizes{16, 12, 8})) << engine;
}

template <class Exec>
void expect_boxes_that_left_come_back(Exec& exec, const char* engine) {
    Boxes apart, together;
    for (int k = 0; k < 20; ++k) {
        apart.push_back(cube(float(3 * k), 0, 0));
        together.push_back(cube(float(k) / 2, float(k % 3) / 2, float(k % 5) / 4));
    }
    Search<Exec> search(exec, engine, 20);
    for (int round = 0; round < 3; ++round) {
        EXPECT_TRUE(search.find(apart).empty()) << engine;
        EXPECT_EQ(sorted().pairs, (Sizes{40, 0, 0})) << engine;
        EXPECT_EQ(search.find(together), pair_cases::reference_pairs(together)) << engine;
        EXPECT_EQ(sorted().pairs, (Sizes{40, 40, 40})) << engine;
    }
}

/// A max and a min at one place touch, in whatever order the sort left them.
template <class Exec>
void expect_boxes_that_touch_stay(Exec& exec, const char* engine) {
    const Boxes row = {cube(2, 0, 0), cube(1, 0, 0), cube(0, 0, 0), cube(7, 0, 0)};
    Search<Exec> search(exec, engine, 4);
    EXPECT_EQ(search.find(row), (std::vector<uint32_t>{0, 1, 1, 2})) << engine;
    EXPECT_EQ(sorted().pairs, (Sizes{8, 6, 6})) << engine;
}

}  // namespace endpoint_suite
