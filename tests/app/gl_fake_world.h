// A World that stands still: the bodies and pairs that a drawing test gives it, in host memory.
#pragma once
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/world.h"

struct FakeBody {
    float x, y, z, radius;
    float speed = 0;
};

/// Makes bodies of all sizes from half the radius to 1.5 of it, everywhere in a box of 6 x 4.4 x 6 around the
/// middle.
inline std::vector<FakeBody> swarm(int count, float radius) {
    std::vector<FakeBody> bodies;
    for (int i = 0; i < count; ++i) {
        const float t = float(i);
        bodies.push_back({3 * std::sin(t), 2.2f * std::cos(3 * t), 3 * std::sin(7 * t),
                          radius * (0.5f + float(i % 11) / 10)});
    }
    return bodies;
}

class FakeWorld : public sim::World {
public:
    explicit FakeWorld(const std::vector<FakeBody>& bodies, std::vector<uint32_t> pairs = {},
                       sim::Container container = {{-10, -10, -10}, {10, 10, 10}})
        : container_(container), pair_slots_(std::move(pairs)), pair_number_(pair_slots_.size() / 2) {
        const uint32_t count = uint32_t(bodies.size());
        for (uint32_t i = 0; i < count; ++i) {
            const FakeBody& body = bodies[i];
            position_radius_.push_back({body.x, body.y, body.z, body.radius});
            velocity_mass_.push_back({body.speed, 0, 0, 1});
            ids_.push_back(count - 1 - i);  // not the slot, so that mixing them up shows
            shifts_.push_back(0);
        }
        pair_counts_.resize(count);
        for (const uint32_t slot : pair_slots_) ++pair_counts_[slot];
        config_.bodies = count;
    }

    uint32_t id_of(uint32_t slot) const { return ids_[slot]; }
    std::vector<int32_t>& shifts() { return shifts_; }
    void pretend_pairs(uint64_t count) { pair_number_ = count; }

    const sim::WorldConfig& config() const override { return config_; }
    const sim::Container& container() const override { return container_; }
    sim::BodyView bodies() const override {
        return {uint32_t(position_radius_.size()),
                position_radius_.data(),
                velocity_mass_.data(),
                nullptr,
                ids_.data(),
                nullptr,
                shifts_.data(),
                pair_counts_.data(),
                nullptr};
    }
    sim::PairView pairs() override { return {pair_slots_.data(), &pair_number_, pair_slots_.size() / 2}; }
    sort::Stream stream() const override { return nullptr; }
    const sim::Counters& counters() const override { return counters_; }

    void step(uint32_t) override {}
    void finish() override {}
    void poll(std::vector<sim::StepReport>&) override {}
    void set_physics(const sim::Physics&) override {}
    void set_hand(const sim::Hand&) override {}
    sim::SavedState save(sim::SavedState, uint64_t) override { return {}; }
    bool restore(const sim::SavedState&, const sim::Physics&) override { return false; }
    void move_to_host(sim::SavedState&) override {}
    void watch(uint32_t) override {}
    sim::Snapshot snapshot() override { return {}; }
    std::vector<uint32_t> pairs_by_id() override { return {}; }
    uint64_t bytes() const override { return 0; }

protected:
    void change_search(const sim::WorldConfig& config) override { config_ = config; }

    sim::WorldConfig config_;
    sim::Container container_;
    sim::Counters counters_;
    std::vector<sim::Vec4> position_radius_, velocity_mass_;
    std::vector<uint32_t> ids_, pair_slots_, pair_counts_;
    std::vector<int32_t> shifts_;
    uint64_t pair_number_;
};
