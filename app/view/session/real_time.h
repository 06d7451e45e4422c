// Simulated beside real time, over about the last second.
#pragma once
#include <deque>

namespace app {

class RealTime {
public:
    void clear() { samples_.clear(); }
    void add(double wall_s, double simulated_s) {
        samples_.push_back({wall_s, simulated_s});
        while (samples_.size() > 2 && wall_s - samples_.front().wall_s > kWindow_s) samples_.pop_front();
    }

    /// Both are 0 until two samples are known.
    double wall_s() const {
        return samples_.size() < 2 ? 0 : samples_.back().wall_s - samples_.front().wall_s;
    }
    double simulated_s() const {
        return samples_.size() < 2 ? 0 : samples_.back().simulated_s - samples_.front().simulated_s;
    }
    /// Simulated over real time; < 0: unknown.
    double ratio() const { return wall_s() > 0.05 ? simulated_s() / wall_s() : -1; }

private:
    static constexpr double kWindow_s = 1.0;
    struct Sample {
        double wall_s, simulated_s;
    };
    std::deque<Sample> samples_;
};

}  // namespace app
