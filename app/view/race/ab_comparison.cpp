// Steps, times and comparisons of two worlds.
#include "app/view/race/ab_comparison.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "app/base/wall_clock.h"
#include "app/measure/profile/profiler_stages.h"
#include "sim/exec/memory.h"
#include "sort/base/errors.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

constexpr uint32_t kTimedSteps = 120;
constexpr uint32_t kFirstSteps = 4;    // a new world's first sorts start from bodies by id
constexpr uint32_t kMostBetween = 64;  // steps between two comparisons
constexpr double kShareOfSteps = 0.1;  // that comparing may take

}  // namespace

void AbComparison::Times::add(const sim::StepReport& report) {
    if (left_out_ < kFirstSteps) {
        ++left_out_;
        return;
    }
    step_ms_.push_back(report.duration_us / 1000);
    sort_ms_.push_back(sort_work(report).us / 1000);
    if (step_ms_.size() <= kTimedSteps) return;
    step_ms_.pop_front();
    sort_ms_.pop_front();
}

StepTimes AbComparison::Times::times() const {
    return {sort::median({step_ms_.begin(), step_ms_.end()}),
            sort::median({sort_ms_.begin(), sort_ms_.end()})};
}

AbComparison::AbComparison(std::unique_ptr<sim::World> b, sim::Snapshot from, const sim::Hand& hand,
                           CreateWorld create)
    : world_(std::move(b)),
      create_(std::move(create)),
      same_(std::move(from)),
      same_physics_(world_->config().scene.physics),
      physics_(same_physics_),
      same_hand_(hand),
      hand_(hand),
      compared_at_(same_.completed_steps),
      hash_(sim::state_hash(same_)) {
    world_->set_hand(hand);
}

/// `hand` and `physics` are those before it: a throw makes another world, which is given them.
void AbComparison::apply(std::unique_ptr<sim::World>& world, const sim::EventKind& what,
                         const sim::Hand& hand, const sim::Physics& physics) const {
    if (const sim::Hand* other = std::get_if<sim::Hand>(&what)) world->set_hand(*other);
    if (const sim::Physics* other = std::get_if<sim::Physics>(&what)) world->set_physics(*other);
    const sim::Throw* thrown = std::get_if<sim::Throw>(&what);
    if (!thrown) return;
    const sim::Snapshot state = sim::with_thrown(world->snapshot(), *thrown);
    sim::WorldConfig config = world->config();
    config.bodies = static_cast<uint32_t>(state.bodies.size());
    config.scene.physics = physics;
    if (world->ground()) config.ground = std::make_shared<const sim::Ground>(*world->ground());
    world = create_(config, &state);
    world->set_hand(hand);
}

void AbComparison::act(const sim::EventKind& what) {
    apply(world_, what, hand_, physics_);
    if (const sim::Hand* hand = std::get_if<sim::Hand>(&what)) hand_ = *hand;
    if (const sim::Physics* physics = std::get_if<sim::Physics>(&what)) physics_ = *physics;
}

void AbComparison::step(sim::World& a, std::vector<sim::Event> events) {
    const bool cuda = world_->config().backend == sim::Backend::cuda;
    const double start = now_s();
    try {
        if (cuda) a.finish();
        for (const sim::Event& event : events) act(event.what);
        if (!difference_) events_.insert(events_.end(), events.begin(), events.end());
        world_->step(1);
        if (cuda) world_->finish();
        poll_b();
        steps_s_ += 2 * (now_s() - start);
        if (++since_ >= every_) compare(a);
    } catch (const sort::OverLimit& error) {
        failure_ = error.what();
    } catch (const std::bad_alloc&) {
        failure_ = "out of memory";
    }
}

void AbComparison::take(const sim::StepReport& of_a) { a_.add(of_a); }

void AbComparison::poll_b() {
    reports_.clear();
    world_->poll(reports_);
    for (const sim::StepReport& report : reports_) b_.add(report);
}

/// Compares the hashes of both worlds' states. Unless the interval is fixed, chooses it so that comparing
/// takes little time beside the steps.
void AbComparison::compare(sim::World& a) {
    if (difference_) return;  // from then on they have no reason to be the same
    const double start = now_s();
    sim::Snapshot now = a.snapshot();
    const uint64_t hash = sim::state_hash(now), other = sim::state_hash(world_->snapshot());
    const double took_s = now_s() - start, step_s = steps_s_ / std::max(since_, 1u);
    if (fixed_ == 0 && step_s > 0)
        every_ =
            uint32_t(std::clamp(std::ceil(took_s / (kShareOfSteps * step_s)), 1.0, double(kMostBetween)));
    since_ = 0;
    steps_s_ = 0;
    if (hash == other) {
        compared_at_ = now.completed_steps;
        hash_ = hash;
        same_ = std::move(now);
        same_physics_ = physics_;
        same_hand_ = hand_;
        events_.clear();
        return;
    }
    difference_ = {now.completed_steps, compared_at_};
    if (!difference_->exactly()) find_first(a, now.completed_steps);
}

/// Both worlds once more from the last state that they shared, a comparison per step. Where there is no memory for
/// them, or they do not part again (what went wrong was in the engine's own memory), it stays a range of steps.
void AbComparison::find_first(const sim::World& a, uint64_t differs_at) {
    try {
        const uint64_t both = a.bytes() + world_->bytes();
        if (a.config().backend == sim::Backend::cpu)
            sim::require_host_memory("four worlds need", 2 * both, both);
        sim::WorldConfig config_a = a.config(), config_b = world_->config();
        if (a.ground()) config_a.ground = config_b.ground = std::make_shared<const sim::Ground>(*a.ground());
        config_a.scene.physics = config_b.scene.physics = same_physics_;
        std::unique_ptr<sim::World> one = create_(config_a, &same_), other = create_(config_b, &same_);
        for (sim::World* const world : {one.get(), other.get()}) world->set_hand(same_hand_);
        sim::Hand hand = same_hand_;
        sim::Physics physics = same_physics_;
        for (uint64_t step = compared_at_ + 1; step < differs_at; ++step) {
            for (const sim::Event& event : events_) {
                if (event.step != step) continue;
                apply(one, event.what, hand, physics);
                apply(other, event.what, hand, physics);
                if (const auto* now = std::get_if<sim::Hand>(&event.what)) hand = *now;
                if (const auto* now = std::get_if<sim::Physics>(&event.what)) physics = *now;
            }
            one->step(1);
            other->step(1);
            if (sim::state_hash(one->snapshot()) == sim::state_hash(other->snapshot())) continue;
            difference_ = {step, step - 1};
            return;
        }
    } catch (const sort::OverLimit&) {
    } catch (const std::bad_alloc&) {
    }
}

}  // namespace app
