// A World that only counts, and resolve and create functions that go with it: tests of the program's live
// state and panels need no physics, and can make it fail on demand.
#pragma once
#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>

#include "app/base/wall_clock.h"
#include "app/view/session/session.h"
#include "sort/base/errors.h"
#include "sort/registry.h"

namespace fake {

class World : public sim::World {
public:
    World(const sim::WorldConfig& config, const sim::Snapshot* from) : config_(config) {
        const uint32_t n = from ? static_cast<uint32_t>(from->bodies.size()) : config.bodies;
        for (uint32_t id = 0; id < n; id++) {
            const float x = static_cast<float>(id % 16), z = static_cast<float>(id / 16);
            position_.push_back({x, 1, z, 0.4f});
            velocity_.push_back({0, static_cast<float>(id % 5), 0, 2});
            still_.push_back({0, 0, 0, 0});
            id_.push_back(id);
            shift_.push_back(0);
            pair_count_.push_back(0);
        }
        if (from) completed_ = from->completed_steps;
        config_.bodies = n;
        counters_.completed_steps = completed_;
        container_ = {{-1, 0, -1}, {16, 10, 16}};
    }

    const sim::WorldConfig& config() const override { return config_; }
    const sim::Container& container() const override { return container_; }

    void step(uint32_t count) override {
        need_room();
        for (uint32_t k = 0; k < count; k++) {
            if (completed_ >= overflow_at) throw sort::OverLimit("a step has 5000000000 pairs");
            completed_++;
            report();
        }
    }
    void finish() override { need_room(); }
    void poll(std::vector<sim::StepReport>& reports) override {
        need_room();
        reports.insert(reports.end(), reports_.begin(), reports_.end());
        reports_.clear();
    }
    const sim::Counters& counters() const override { return counters_; }
    void set_physics(const sim::Physics& physics) override {
        if (physics.time_step_s > 1) throw std::invalid_argument("too coarse");
        config_.scene.physics = physics;
    }
    void set_hand(const sim::Hand& hand) override { this->hand = hand; }
    sim::SavedState save(sim::SavedState, uint64_t) override {
        need_room();
        sim::SavedState state;
        state.counters = counters_;
        state.counters.completed_steps = completed_;
        const auto copy = std::make_shared<World>(*this);
        state.ranges[sim::kPositions] = range_of(copy->position_);
        state.ranges[sim::kVelocities] = range_of(copy->velocity_);
        state.ranges[sim::kAccelerations] = range_of(copy->still_);
        state.ranges[sim::kIds] = range_of(copy->id_);
        state.memory = copy;
        return state;
    }
    bool restore(const sim::SavedState& state, const sim::Physics&) override {
        if (state.bodies() != config_.bodies) return false;
        completed_ = state.completed_steps();
        counters_ = state.counters;
        return true;
    }
    void move_to_host(sim::SavedState&) override {}
    void watch(uint32_t id) override { watched_ = id; }
    sim::Snapshot snapshot() override {
        need_room();
        sim::Snapshot s;
        for (uint32_t id = 0; id < config_.bodies; id++) s.bodies.push_back(body(id));
        s.container = container_;
        s.completed_steps = completed_;
        return s;
    }
    std::vector<uint32_t> pairs_by_id() override {
        need_room();
        return {0, 1, 1, 2};
    }
    sim::BodyView bodies() const override {
        return {config_.bodies, position_.data(), velocity_.data(),   still_.data(), id_.data(),
                nullptr,        shift_.data(),    pair_count_.data(), nullptr};
    }
    sim::PairView pairs() override { return {slots_, &no_pairs_, 0}; }
    sort::Stream stream() const override { return nullptr; }
    uint64_t bytes() const override { return held_bytes; }
    double clock_zero_s() const override { return zero_s_; }

    uint64_t overflow_at = ~0ull;
    uint64_t held_bytes = 0;
    uint32_t outside = 0, not_finite = 0, fast = 0;  // bodies
    sim::Hand hand;
    bool no_room = false;  // every call that may need memory fails

private:
    void change_search(const sim::WorldConfig& config) override { config_ = config; }
    void need_room() const {
        if (no_room) throw std::bad_alloc();
    }
    template <class T>
    static sim::MemoryRange range_of(std::vector<T>& array) {
        return {array.data(), array.size() * sizeof(T)};
    }
    sim::Body body(uint32_t id) const {
        return {{position_[id].x, position_[id].y, position_[id].z}, 0.4f, {0, 1, 0}, 2, {0, 0, 0}, 0};
    }

    void report() {
        counters_ = {};
        counters_.completed_steps = completed_;
        counters_.pairs = 5 * config_.bodies;
        counters_.contacts = 2 * config_.bodies;
        const bool brute = config_.broad_phase == "brute";  // a thousand million tests a second
        const uint64_t n = config_.bodies;
        counters_.tests = brute ? n * (n - 1) / 2 : 90 * n;
        counters_.passes_run = 3;
        counters_.passes_skipped = 13;
        counters_.sorts = 1;
        counters_.sort_path[0] = static_cast<uint32_t>(completed_ % 2);
        counters_.sort_windows = 119;
        counters_.sort_max_shift = static_cast<uint32_t>(200 + completed_ % 40);
        counters_.descents = static_cast<uint32_t>(completed_ % 40);
        counters_.asleep = 12;
        counters_.outside = outside;
        counters_.not_finite = not_finite;
        counters_.fast = fast;
        const sim::Gravity& gravity = config_.scene.physics.gravity;
        if (gravity.on) counters_.gravity = {40 * n, config_.bodies / 4, 9, {}};
        if (ground()) {
            counters_.ground_contacts = config_.bodies - 20;
            counters_.respawned = 3;
        }
        counters_.watched.id = watched_;
        if (watched_ != sim::kNobody) {
            counters_.watched.rank = watched_;
            counters_.watched.key = 0xc1200000u + watched_;
            counters_.watched.pair_count = 30;
            for (uint32_t k = 0; k < sim::kWatchedPairs; k++) counters_.watched.pair_ids[k] = 100 * k + 7;
            counters_.watched.radius_m = 0.4f;
            counters_.watched.mass_kg = 2;
            counters_.watched.velocity_m_s = {0, 1.5f, 0};
        }
        const double now_us = (app::now_s() - zero_s_) * 1e6, start_us = std::max(now_us, ended_us_);
        sim::StepReport r{completed_, start_us, 0, {}, counters_, 3};
        const char* names[] = {"boxes", "keys", "sort", "reorder", "sweep", "contacts", "solve"};
        double at = start_us;
        for (int k = 0; k < 7; k++) {
            double us = 200 * (1 + (k * 5 + static_cast<int>(completed_) % 3) % 7);
            if (brute && names[k] == std::string("sweep")) us = static_cast<double>(counters_.tests) / 1000;
            r.stages.push_back({names[k], at, us, 48ull * config_.bodies, config_.bodies});
            at += us;
        }
        if (gravity.on && gravity.direct) {  // ten thousand million pulls a second
            r.stages.push_back({"gravity/direct", at, static_cast<double>(n * n) / 10000, 0, config_.bodies});
            at += r.stages.back().duration_us;
        }
        r.duration_us = at - start_us;
        ended_us_ = at;
        reports_.push_back(r);
    }

    sim::WorldConfig config_;
    sim::Container container_;
    std::vector<sim::Vec4> position_, velocity_, still_;
    std::vector<uint32_t> id_, pair_count_;
    std::vector<int32_t> shift_;
    uint32_t slots_[2] = {0, 0};
    uint64_t no_pairs_ = 0;
    uint64_t completed_ = 0;
    double zero_s_ = app::now_s(), ended_us_ = 0;
    uint32_t watched_ = sim::kNobody;
    sim::Counters counters_;
    std::vector<sim::StepReport> reports_;
};

/// A world on a ground that it makes where it is given none.
class OnGround : public World {
public:
    OnGround(const sim::WorldConfig& config, const sim::Snapshot* from, int& made)
        : World(config, from), ground_(config.ground) {
        if (ground_) return;
        ++made;
        auto map = std::make_shared<sim::HeightMap>();
        *map = {16, 16, std::vector<float>(16 * 16)};
        ground_ = std::make_shared<const sim::Ground>(sim::make_ground(map, 1));
    }
    const sim::Ground* ground() const override { return ground_.get(); }

private:
    std::shared_ptr<const sim::Ground> ground_;
};

/// An engine that chooses between ways, as those that repair do; nothing ever sorts with it.
inline const char* const kWays[] = {"in order", "windows"};
inline const bool two_ways_added = [] {
    constexpr const char* kReal = "std-sort";
    sort::Engine engine{"two-ways",
                        "made up: names two ways",
                        "",
                        sort::Backend::cpu,
                        true,
                        [](uint32_t count, const sort::EngineConfig& config) {
                            return sort::find_engine(kReal)->bytes(count, config);
                        },
                        [](uint32_t capacity, const sort::EngineConfig& config) {
                            return sort::find_engine(kReal)->create(capacity, config);
                        }};
    engine.paths = kWays;
    return sort::add_engine(engine);
}();

inline sim::WorldConfig resolve(const app::Options& options) {
    sim::WorldConfig config;
    config.scene.name = options.scene;
    config.scene.title = "A made-up scene";
    config.scene.physics.time_step_s = 0.002f;
    if (options.scene.ends_with("stars")) {  // whose bodies pull each other
        config.scene.physics.gravity.on = true;
        if (options.scene == "narrow stars") config.scene.physics.gravity.opening_angle = 0.05f;
        config.scene.physics.gravity_m_s2 = {0, 0, 0};
    }
    if (options.scene == "halos") config.scene.spawn = "galaxy";  // which hides them
    config.scene.camera = {{8, 1, 8}, 30, 30, 25};
    config.bodies = static_cast<uint32_t>(options.bodies.value_or(256));
    config.seed = options.seed.value_or(1);
    config.backend = options.backend == "cuda" ? sim::Backend::cuda : sim::Backend::cpu;
    config.engine = options.sort.empty() ? "std-sort" : options.sort;
    config.broad_phase = options.broad_phase.empty() ? "sweep" : options.broad_phase;
    return config;
}

/// "cuda" is not there, and a million bodies are too many.
inline std::unique_ptr<sim::World> create(const sim::WorldConfig& config, const sim::Snapshot* from) {
    if (config.backend == sim::Backend::cuda) throw sort::Unavailable("no CUDA device: this is a test");
    if (config.bodies > 1000000) throw std::bad_alloc();
    return std::make_unique<World>(config, from);
}

/// Creates a world as create() does, on the backend cuda too.
inline std::unique_ptr<sim::World> create_anywhere(const sim::WorldConfig& config,
                                                   const sim::Snapshot* from) {
    return std::make_unique<World>(config, from);
}

inline World& of(app::Session& session) { return static_cast<World&>(session.simulation.world()); }

}  // namespace fake
