// The quality that a window draws at, against machines made of numbers: it follows their speed, seldom, and never to
// and fro.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "app/gl/base/adaptive_quality.h"

namespace {

using app::AdaptiveQuality;
using app::Quality;

/// Draws in so many milliseconds at each quality, with noise; steps and panels take the rest of a frame.
struct Machine {
    std::array<double, 4> draw_ms;
    double rest_ms = 15, noise = 0.2;
    bool behind = false;  // the simulation is, of real time
    std::mt19937 random{1};

    double draw(Quality quality) {
        std::uniform_real_distribution<double> spread(1 - noise, 1 + noise);
        return draw_ms[size_t(quality)] * spread(random);
    }
};

struct Switches {
    std::vector<double> switched_s;
    Quality last;
};

/// From `now_s` on, for so many seconds. `refresh_ms`: no frame is shorter.
Switches run(AdaptiveQuality& adaptive, Machine& machine, double seconds, double& now_s,
             double refresh_ms = 16.7) {
    Switches result{{}, adaptive.now()};
    for (const double end = now_s + seconds; now_s < end;) {
        const double draw = machine.draw(adaptive.now()) * (adaptive.half() ? 0.4 : 1);
        const double frame = std::max(draw + machine.rest_ms, refresh_ms);
        now_s += frame / 1000;
        if (adaptive.add(now_s, draw, frame, machine.behind) != result.last)
            result.switched_s.push_back(now_s);
        result.last = adaptive.now();
    }
    return result;
}

AdaptiveQuality on_software() { return {Quality::low, AdaptiveQuality::for_software(Quality::high)}; }
AdaptiveQuality on_gpu() { return {Quality::high, AdaptiveQuality::for_gpu(Quality::high)}; }

TEST(AdaptiveQuality, stays_where_it_is_fast_enough) {
    double now = 0;
    AdaptiveQuality software = on_software(), gpu = on_gpu();
    Machine cores{{10, 15, 120, 180}}, card{{1, 2, 3, 4}, 2};
    EXPECT_TRUE(run(software, cores, 120, now).switched_s.empty());
    EXPECT_EQ(software.now(), Quality::low);
    EXPECT_TRUE(run(gpu, card, 120, now).switched_s.empty());
    EXPECT_EQ(gpu.now(), Quality::high);
    EXPECT_EQ(gpu.reason(), "");
}

TEST(AdaptiveQuality, goes_down_as_far_as_it_must_and_says_why) {
    double now = 0;
    AdaptiveQuality software = on_software();
    Machine cores{{20, 40, 300, 400}};
    EXPECT_EQ(run(software, cores, 10, now).last, Quality::minimal);
    EXPECT_NE(software.reason().find("ms at low"), std::string::npos) << software.reason();
    AdaptiveQuality gpu = on_gpu();
    Machine middling{{5, 6, 10, 25}, 3}, slow{{30, 40, 60, 90}, 3};
    EXPECT_EQ(run(gpu, middling, 10, now).last, Quality::medium);
    EXPECT_NE(gpu.reason().find("ms at high"), std::string::npos) << gpu.reason();
    EXPECT_EQ(run(gpu, slow, 20, now).last, Quality::low) << "without shadows is for software alone";
}

TEST(AdaptiveQuality, twenty_frames_a_second_count_where_drawing_is_a_good_part_of_them) {
    double now = 0;
    Machine busy{{15, 25, 200, 300}, 35}, stepping{{8, 12, 90, 150}, 400};
    AdaptiveQuality first = on_software(), second = on_software();
    EXPECT_EQ(run(first, busy, 10, now).last, Quality::minimal) << "60 ms a frame";
    EXPECT_EQ(run(second, stepping, 60, now).last, Quality::low)
        << "no quality would make these steps faster";
}

TEST(AdaptiveQuality, where_processors_draw_it_makes_room_for_a_simulation_that_falls_behind) {
    double now = 0;
    AdaptiveQuality software = on_software(), gpu = on_gpu();
    Machine cores{{19, 22, 200, 300}}, card{{4, 5, 6, 7}, 3};
    EXPECT_EQ(run(software, cores, 60, now).last, Quality::low) << "22 ms are fast enough";
    cores.behind = card.behind = true;
    run(software, cores, 10, now);
    EXPECT_EQ(software.now(), Quality::minimal);
    EXPECT_TRUE(software.half());
    EXPECT_EQ(software.reason(), "the simulation was slower than real time");
    EXPECT_EQ(run(gpu, card, 10, now).last, Quality::high);
    EXPECT_FALSE(gpu.half());
}

TEST(AdaptiveQuality, half_of_the_pixels_are_not_left_where_all_would_leave_too_little_room) {
    double now = 0;
    AdaptiveQuality software = on_software();
    Machine cores{{24, 30, 200, 300}};
    cores.behind = true;
    run(software, cores, 10, now);
    ASSERT_TRUE(software.half());
    cores.behind = false;
    run(software, cores, 300, now);
    EXPECT_TRUE(software.half());
    Machine fast{{4, 6, 60, 90}};
    EXPECT_EQ(run(software, fast, 60, now).last, Quality::low);
    EXPECT_FALSE(software.half());
}

TEST(AdaptiveQuality, steps_that_take_most_of_a_frame_cost_no_pixels) {
    double now = 0;
    AdaptiveQuality software = on_software();
    Machine stepping{{8, 12, 90, 150}, 400};
    stepping.behind = true;
    EXPECT_EQ(run(software, stepping, 60, now).last, Quality::low);
}

TEST(AdaptiveQuality, comes_up_again_after_a_while_of_room) {
    double now = 0;
    AdaptiveQuality gpu = on_gpu();
    Machine slow{{10, 20, 30, 40}, 3}, fast{{1, 2, 3, 4}, 3};
    EXPECT_EQ(run(gpu, slow, 20, now).last, Quality::low);
    EXPECT_EQ(run(gpu, fast, 3, now).last, Quality::low) << "not at once";
    EXPECT_EQ(run(gpu, fast, 40, now).last, Quality::high);
    EXPECT_EQ(gpu.reason(), "");
}

TEST(AdaptiveQuality, unknown_times_and_one_long_stall_change_nothing) {
    double now = 0;
    AdaptiveQuality gpu = on_gpu();
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(gpu.add(now += 0.1, 0, 100), Quality::high);
    Machine fast{{1, 2, 3, 4}, 3};
    run(gpu, fast, 5, now);
    EXPECT_EQ(gpu.add(now += 3, 900, 3000), Quality::high);
    EXPECT_TRUE(run(gpu, fast, 5, now).switched_s.empty());
}

TEST(AdaptiveQuality, never_switches_often_nor_to_and_fro_whatever_the_speed) {
    for (const bool software : {true, false}) {
        for (const double noise : {0.0, 0.4}) {
            for (double scale = 0.1; scale < 12; scale *= 1.25) {
                double now = 0;
                AdaptiveQuality adaptive = software ? on_software() : on_gpu();
                Machine machine;
                machine.noise = noise;
                machine.draw_ms =
                    software ? std::array{9.0, 15.0, 110.0, 170.0} : std::array{2.0, 2.5, 4.0, 6.0};
                for (double& ms : machine.draw_ms) ms *= scale;
                const Switches found = run(adaptive, machine, 600, now);
                // Down at once, up after long waits, and a better one that was too slow is not tried often.
                EXPECT_LE(found.switched_s.size(), 6u) << software << ' ' << noise << ' ' << scale;
                for (size_t i = 1; i < found.switched_s.size(); ++i)
                    EXPECT_GE(found.switched_s[i] - found.switched_s[i - 1], AdaptiveQuality::kBetween_s);
                const double least = machine.draw_ms[size_t(software ? Quality::minimal : Quality::low)];
                const double goal = software ? 28 : 14;
                if (least < 0.9 * goal) {
                    EXPECT_LT(machine.draw_ms[size_t(found.last)], 1.1 * goal) << scale;
                }
            }
        }
    }
}

TEST(AdaptiveQuality, what_a_switch_gained_is_remembered) {
    // Medium is six times as slow as low, not twice as assumed: tried once, then not again soon.
    double now = 0;
    AdaptiveQuality gpu = on_gpu();
    Machine card{{3, 4, 24, 30}, 2};
    run(gpu, card, 20, now);
    EXPECT_EQ(gpu.now(), Quality::low);
    EXPECT_TRUE(run(gpu, card, 600, now).switched_s.empty());
}

}  // namespace
