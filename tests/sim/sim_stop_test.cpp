// A stop request ends searches and steps on the CPU, wherever they are long, and soon.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "sim/search/pair_search.h"
#include "tests/sim/sim_scene.h"

namespace {

using Clock = std::chrono::steady_clock;

struct Stopped {};

/// Asks to stop a while after it was made, and knows when it was heard.
class Request {
public:
    explicit Request(double after_s)
        : at_(Clock::now() +
              std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(after_s))) {}
    sim::StopCheck check() {
        return [this] {
            ++asked_;
            if (Clock::now() > at_) throw Stopped();
        };
    }
    double seconds_late() const { return std::chrono::duration<double>(Clock::now() - at_).count(); }
    uint64_t asked() const { return asked_; }

private:
    Clock::time_point at_;
    std::atomic<uint64_t> asked_ = 0;
};

// Far above what is wanted, as other tests run beside this one.
constexpr double kLate_s = 2;

/// Boxes whose search takes a minute: they overlap on each axis alone, as rods of three directions do, and
/// hardly with each other.
std::vector<sim::Box> crowd(uint32_t count) {
    std::vector<sim::Box> boxes;
    for (uint32_t i = 0; i < count; ++i) {
        const float a = 3 * float(i), b = 3 * float(count - i);
        boxes.push_back({{0, a, b}, {1, a + 1, b + 1}});
        const int turn = int(i % 3);
        for (sim::Vec3* corner : {&boxes.back().min, &boxes.back().max}) {
            const sim::Vec3 c = *corner;
            for (int axis = 0; axis < 3; ++axis) (*corner)[(axis + turn) % 3] = c[axis];
        }
        boxes.back().min[turn] = 0;
        boxes.back().max[turn] = 3 * float(count);
    }
    return boxes;
}

void expect_stop(const char* broad_phase, const std::vector<sim::Box>& boxes, double after_s) {
    Request request(after_s);
    sim::PairsConfig config{sim::Backend::cpu, "cpu-radix", broad_phase, 0, 0};
    config.stop = request.check();
    EXPECT_THROW(sim::find_pairs(boxes, config), Stopped) << broad_phase;
    EXPECT_LT(request.seconds_late(), kLate_s) << broad_phase;
}

void expect_all_stop(const std::vector<sim::Box>& boxes, double after_s) {
    for (const char* broad_phase : {"brute", "columns", "endpoint", "sweep"})
        expect_stop(broad_phase, boxes, after_s);
}

TEST(Stop, ends_a_search_of_every_broad_phase_soon) { expect_all_stop(crowd(1000000), 0.3); }

TEST(Stop, ends_a_search_whose_boxes_are_all_in_one_place) {
    expect_all_stop(std::vector<sim::Box>(30000, {{0, 0, 0}, {1, 1, 1}}), 0);  // 450 million pairs
}

TEST(Stop, ends_a_search_each_of_whose_parts_is_long) {
    // Late enough that the search is at its tests on most machines; before, other loops ask.
    const double at_tests_s = 1.5;
    expect_stop("sweep", crowd(2000000), at_tests_s);
    expect_stop("columns", std::vector<sim::Box>(2000000, {{0, 0, 1}, {1, 1, 0}}), at_tests_s);  // no pair
}

TEST(Stop, ends_a_step_soon) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 300000);
    config.broad_phase = "brute";
    Request request(0.2);
    config.stop = request.check();
    const auto stopped = sim::World::create(config);
    EXPECT_THROW(stopped->step(100), Stopped);
    EXPECT_LT(request.seconds_late(), kLate_s);
}

TEST(Stop, changes_nothing_while_nobody_asks_for_it) {
    Request never(1e6);
    sim::WorldConfig config = testing_worlds::config_of("gas", 5000);
    const auto plain = sim::World::create(config);
    config.stop = never.check();
    const auto watched = sim::World::create(config);
    plain->step(20);
    watched->step(20);
    EXPECT_EQ(sim::state_hash(plain->snapshot()), sim::state_hash(watched->snapshot()));
    EXPECT_GT(never.asked(), 0u);
}

}  // namespace
