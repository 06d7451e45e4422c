// What hands and time travel cost: steps with saved states on the way and with a hand beside steps without, one step
// back, a body thrown in. Each as raw samples in ms, alternating, with the medians; the hash after going back 1,000
// steps and forth again.
// Usage: bench_time_travel [cuda|cpu] SCENE BODIES [BEFORE]: so many steps are done first (1000)
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "app/bench/common/outputs.h"
#include "sim/broad_phase/choose_broad_phase.h"
#include "sim/run/playback.h"
#include "tests/bench/world_words.h"

namespace {

class Holder : public sim::WorldHolder {
public:
    explicit Holder(const sim::WorldConfig& config) : world_(sim::World::create(config)) {}
    sim::World& world() override { return *world_; }
    void replace(const sim::Snapshot& state, const sim::Physics& physics) override {
        sim::WorldConfig config = world_->config();
        config.scene.physics = physics;
        world_ = sim::World::create(config, &state);
    }

private:
    std::unique_ptr<sim::World> world_;
};

double ms_of(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    return samples[samples.size() / 2];
}

void print(const char* what, const std::vector<double>& samples) {
    std::printf("%-28s median %9.3f ms; samples", what, median(samples));
    for (const double sample : samples) std::printf(" %.3f", sample);
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    const WorldWords read =
        read_world_words(argc, argv, 2, "bench_time_travel [cuda|cpu] SCENE BODIES [BEFORE]");
    const sim::WorldConfig& config = read.config;
    const std::vector<std::string>& words = read.words;
    const uint32_t before = words.size() > 2 ? uint32_t(std::atoi(words[2].c_str())) : 1000;

    Holder holder(config);
    holder.world().step(before);
    holder.world().finish();
    const double step_ms = ms_of([&] {
                               holder.world().step(100);
                               holder.world().finish();
                           }) /
                           100;
    const auto apart = std::bit_floor(uint32_t(std::clamp(8 / step_ms, 1.0, 256.0)));
    sim::Playback playback(holder, {.device_bytes = uint64_t{8} << 30, .host_bytes = uint64_t{1} << 30});
    playback.save_each(apart);
    std::printf("%s, %s, %s bodies, after %u steps; %.3f ms per step, a state saved each %u steps\n",
                app::machine_text(config.backend == sim::Backend::cuda, 0, 0).c_str(), words[0].c_str(),
                words[1].c_str(), before, step_ms, apart);

    // Both on one world, in turn: the state goes on.
    const uint32_t block = std::max(2 * apart, 64u);
    std::vector<double> plain, saved, pulled;
    const sim::Vec3 place = holder.world().snapshot().bodies[1].position_m;
    const sim::Hand hand = {.kind = sim::Hand::pulls,
                            .id = 1,
                            .rate_1_s = std::min(25.0f, 0.05f / config.scene.physics.time_step_s),
                            .most_m_s2 = 400,
                            .grip_m = {0, 0, 0},
                            .target_m = place + sim::Vec3{0, 1, 0}};
    for (int round = 0; round < 9; ++round) {
        const auto run = [&](std::vector<double>& samples, uint32_t each, bool events) {
            playback.save_each(each);
            samples.push_back(ms_of([&] {
                                  for (uint32_t done = 0; done < block; done += 4) {
                                      if (events) playback.act(hand);
                                      playback.advance(4);
                                  }
                                  holder.world().finish();
                              }) /
                              block);
        };
        run(plain, 1u << 30, false);
        run(saved, apart, false);
        run(pulled, 1u << 30, true);
        playback.act(sim::Hand{});
    }
    print("step", plain);
    print("step with saves", saved);
    print("step with a hand, per frame", pulled);
    std::printf("with saves / without: %.4f; with a hand, moved each 4 steps / without: %.4f\n",
                median(saved) / median(plain), median(pulled) / median(plain));

    playback.save_each(apart);
    playback.begin();
    playback.advance(1000 + apart / 2);
    const uint64_t hash = sim::state_hash(holder.world().snapshot());
    std::vector<double> back;
    for (int k = 0; k < 40; ++k) {
        back.push_back(ms_of([&] {
            playback.go_to(playback.step() - 1);
            holder.world().finish();
        }));
    }
    print("one step back", back);
    std::printf("longest %.3f ms\n", *std::max_element(back.begin(), back.end()));
    const uint64_t end = playback.last_step();
    playback.go_to(end - 1000);
    playback.go_to(end);
    const uint64_t again = sim::state_hash(holder.world().snapshot());
    std::printf("1,000 steps back and forth again: state 0x%016llx, before 0x%016llx: %s\n",
                static_cast<unsigned long long>(again), static_cast<unsigned long long>(hash),
                again == hash ? "the same" : "DIFFERENT");

    std::vector<double> thrown;
    const sim::Snapshot state = holder.world().snapshot();
    for (int k = 0; k < 5; ++k) {
        const sim::Body& like = state.bodies[0];
        const sim::ThrownBody body{state.bodies[k + 2].position_m, {0, 1, 0}, like.radius_m, like.mass_kg};
        thrown.push_back(ms_of([&] {
            playback.act(sim::Throw{body});
            playback.advance(1);
            holder.world().finish();
        }));
    }
    print("a body thrown in", thrown);
    std::printf("saved: %zu states, %.1f MB on the device, %.1f MB on the host\n", playback.saves().count(),
                double(playback.saves().bytes(true)) / 1e6, double(playback.saves().bytes(false)) / 1e6);
    return hash == again ? 0 : 1;
}
