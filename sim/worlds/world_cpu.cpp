// The world on CPU threads: every queued step is done before step() returns.
#include <algorithm>
#include <cstring>

#include "sim/broad_phase/measure_cpu.h"
#include "sim/gravity/walk_cpu.h"
#include "sim/rigid_growth.h"
#include "sim/snapshot.h"
#include "sim/step.h"
#include "sim/worlds/world_common.h"

namespace sim {
namespace {

constexpr uint32_t kBetweenStops = 1 << 16;  // bodies that are put into the world

class CpuWorld : public World {
public:
    CpuWorld(const WorldConfig& config, Start begin)
        : config_(config),
          ground_(std::move(begin.ground)),
          container_(begin.state.container),
          limit_(config, begin.state.bodies),
          exec_(config.threads, config.traced, config.stop),
          data_(config.bodies,
                make_broad_phase<CpuExec>(config.broad_phase, config.bodies, search_of(config)),
                first_pair_capacity(config.bodies), ground_.get(), shapes_of(config).size(),
                spheres_roll(config), look_of(config)) {
        const Snapshot& start = begin.state;
        if (ground_) data_.ground->surroundings = ground_->surroundings();
        *data_.numbers.data() = limit_.numbers(config.scene.physics, container_);
        *data_.frame.data() = spread_frame(container_.min_m, container_.max_m);
        put_bodies(start.bodies, first_ids(config.bodies));
        status().counters.completed_steps = start.completed_steps;
        status().watched_id = kNobody;
        if (data_.rigid) start_rotations(start);
        if (data_.rolling)
            put_rotations(start, data_.rolling->committed.arrays(), {}, data_.rolling->torque.data());
        begin_physics(data_, config);
        if (data_.given) std::copy(begin.boxes.begin(), begin.boxes.end(), data_.given->boxes.data());
        if (data_.gravity) begin_gravity(begin.anew);
        data_.begin_search(exec_);
        exec_.take_log();
    }

    const WorldConfig& config() const override { return config_; }
    const Container& container() const override { return container_; }
    const Ground* ground() const override { return ground_.get(); }

    void step(uint32_t count) override {
        exec_.arena().execute([&] {
            for (uint32_t k = 0; k < count; ++k) step_once();
        });
    }

    std::vector<uint32_t> ids_by_slot() override {
        const uint32_t* id = data_.committed.id();
        return {id, id + data_.count};
    }

    void finish() override {}

    void poll(std::vector<StepReport>& reports) override { reports_.move_to(reports); }

    double clock_zero_s() const override { return exec_.clock_zero_s(); }

    const Counters& counters() const override { return data_.status.data()->counters; }

    void set_physics(const Physics& physics) override {
        const sort::FloatEnvironment environment;
        require_hand(data_.numbers.data()->hand, config_.bodies, physics.time_step_s);
        const float ratio = physics.time_step_s / data_.numbers.data()->dt_s;
        set_numbers(physics, data_.numbers.data()->hand);
        scale_impulses(exec_, data_, ratio);
        wake_all(exec_, data_);
        exec_.take_log();
    }

    void set_hand(const Hand& hand) override {
        require_hand(hand, config_.bodies, config_.scene.physics.time_step_s);
        data_.numbers.data()->hand = hand;
    }

    void watch(uint32_t id) override { status().watched_id = id; }

    SavedState save(SavedState reuse, uint64_t most_bytes) override {
        const StateRanges live = ranges(counters().completed_steps);
        const PackedRanges packed(live);
        require_state_room(packed.bytes, most_bytes);
        SavedState state = std::move(reuse);
        if (state.bytes != packed.bytes)
            state = {.memory = host_state_memory(packed.bytes), .bytes = packed.bytes};
        state.counters = counters();
        state.ranges = packed.at(state.memory.get());
        copy(live, state.ranges);
        return state;
    }

    bool restore(const SavedState& state, const Physics& physics) override {
        const sort::FloatEnvironment environment;
        const StateRanges live = ranges(state.completed_steps());
        if (state.on_device || !same_shape(live, state.ranges)) return false;
        copy(state.ranges, live);
        set_numbers(physics, data_.numbers.data()->hand);
        const uint32_t watched = status().watched_id;
        status() = {};
        status().counters = state.counters;
        status().counters.pairs = status().counters.contacts = 0;
        status().watched_id = watched;
        if (data_.constraints) find_free_places(exec_, data_.constraints->manifolds, &status());
        data_.begin_search(exec_);
        exec_.take_log();
        forget_lists();
        return true;
    }

    void move_to_host(SavedState&) override {}

    Snapshot snapshot() override {
        return snapshot_of(ranges(counters().completed_steps), container_, counters().completed_steps);
    }

    std::vector<uint32_t> pairs_by_id() override {
        if (status().overflow) return {};
        reserve_pairs();
        const PairView view = pairs();
        return normalized_pairs({view.slots, view.slots + 2 * *view.count},
                                {data_.committed.arrays().id, data_.count});
    }

    BodyView bodies() const override { return data_.body_view(); }

    PairView pairs() override {
        const uint64_t had = data_.pairs.capacity;
        try {
            reserve_pairs();
            if (listed_ != steps_run_ || had != data_.pairs.capacity)
                exec_.arena().execute([&] { list_pairs(exec_, data_); });
        } catch (const sort::OverLimit&) {  // more than memory holds: the view has none
            data_.list_status.data()->counters.pairs = 0;
        }
        listed_ = steps_run_;
        exec_.take_log();
        return data_.pair_view();
    }

    ContactView contacts() override {
        if (!data_.rigid) return {};
        if (data_.reserve_marks() || marked_ != steps_run_)
            exec_.arena().execute([&] { list_contact_marks(exec_, data_); });
        marked_ = steps_run_;
        exec_.take_log();
        return data_.rigid->contact_view();
    }

    sort::Stream stream() const override { return nullptr; }
    uint64_t bytes() const override {
        return data_.bytes() + shape_bytes(shapes_of(config_)) +
               (ground_ ? ground_->map->heights_m.size() * sizeof(float) : 0);
    }
    std::vector<NamedBytes> memory() const override {
        std::vector<NamedBytes> list = data_.memory();
        add_named(list, kShapesName, shape_bytes(shapes_of(config_)));
        if (ground_) add_named(list, "height map", ground_->map->heights_m.size() * sizeof(float));
        return list;
    }

private:
    static BroadPhaseConfig search_of(const WorldConfig& config) {
        return {&engine_of(config.engine, Backend::cpu), engine_config(config), searches_spheres(config)};
    }

    /// Puts bodies into the arrays, by slot.
    void put_bodies(const std::vector<Body>& bodies, const std::vector<uint32_t>& ids) {
        const BodyArrays arrays = data_.committed.arrays();
        for (uint32_t slot = 0; slot < bodies.size(); ++slot) {
            if (slot % kBetweenStops == 0) exec_.look();
            const Body& b = bodies[slot];
            arrays.store(
                slot, {b.position_m, b.radius_m, b.velocity_m_s, b.mass_kg, b.acceleration_m_s2, b.still_s});
            arrays.id[slot] = ids[slot];
        }
    }

    void change_search(const WorldConfig& config) override {
        change_search_of(exec_, data_, config, search_of(config), [] {});
        config_ = config;
        exec_.take_log();
        forget_lists();
    }

    void take_given(const GivenBoxes& next, uint64_t completed_steps) override {
        put_given(exec_, data_, config_, search_of(config_), next, std::memcpy,
                  [&](const auto& bodies, const auto& ids) { put_bodies(bodies, ids); });
        container_ = container_around(container_, next.boxes);
        status().counters.completed_steps = completed_steps;
        status().overflow = 0;
        exec_.take_log();
        forget_lists();
    }

    /// Pairs and contacts are known after the next step.
    void forget_lists() {
        *data_.list_status.data() = {};
        if (data_.rigid) *data_.rigid->mark_count.data() = 0;
        steps_run_ = listed_ = marked_ = 0;
    }

    Status& status() { return *data_.status.data(); }
    StateRanges ranges(uint64_t completed_steps) { return state_ranges(data_, completed_steps); }

    static void copy(const StateRanges& from, const StateRanges& to) {
        for (int k = 0; k < kStateArrays; ++k) {
            if (from[k].data) std::memcpy(to[k].data, from[k].data, from[k].bytes);
        }
    }

    void set_numbers(const Physics& physics, Hand hand) {
        *data_.numbers.data() = limit_.numbers(physics, container_);
        data_.numbers.data()->hand = hand;
        config_.scene.physics = changed_physics(config_, physics);
        if (data_.gravity) *data_.gravity->numbers.data() = gravity_numbers(physics.gravity);
    }

    void reserve_pairs() {
        if (steps_run_ > 0) data_.reserve_list(counters().pairs, config_.most_pairs);
    }

    void begin_gravity(bool anew) {
        *data_.gravity->numbers.data() = gravity_numbers(config_.scene.physics.gravity);
        prepare_gravity(exec_, *data_.gravity);
        if (anew) exec_.arena().execute([&] { start_gravity(exec_, data_); });
    }

    void start_rotations(const Snapshot& start) {
        RigidData<CpuExec>& rigid = *data_.rigid;
        const auto shapes = shapes_of(config_);
        for (size_t k = 0; k < shapes.size(); ++k) rigid.shapes.data()[k] = shapes[k]->shape.view();
        put_rotations(start, rigid.committed.arrays(), rigid.anchors.arrays(), nullptr);
        put_depths(start, rigid.depth.data());
        put_manifolds(exec_, data_, start,
                      [](auto* to, const auto& items) { std::copy(items.begin(), items.end(), to); });
        box_before_step(exec_, data_, true);
    }

    void step_once() {
        const double start = exec_.now_us();
        if (!status().overflow) run_step();
        while (status().overflow) {  // nothing has changed: make room and do the step again
            grow();
            run_step();
        }
        const double end = exec_.now_us();
        report(start, end);
    }

    void run_step() {
        sim::step(exec_, data_);
        end_status(&status());
        ++steps_run_;
    }

    void grow() {
        data_.make_room(status(), config_.most_pairs);
        if (data_.rigid) make_rigid_room(*data_.rigid, status(), config_.most_pairs);
        if (data_.constraints) make_contact_room(exec_, data_, status(), config_.most_pairs);
        status().overflow = 0;
        exec_.take_log();
    }

    void report(double start, double end) {
        const Counters& counters = status().counters;
        StepReport report{counters.completed_steps, start, end - start, {}, counters, 0};
        for (CpuExec::Timed& timed : exec_.take_log()) {
            const uint64_t bytes = timed.cost.total_bytes(counters);
            report.stages.push_back({std::move(timed.name), timed.start_us, timed.duration_us, bytes,
                                     timed.cost.items, timed.skipped});
        }
        report.profiler_us = exec_.now_us() - end;
        reports_.add(std::move(report));
    }

    WorldConfig config_;
    std::unique_ptr<const Ground> ground_;  // whose heights the steps read
    Container container_;
    StepLimit limit_;
    CpuExec exec_;
    StepData<CpuExec> data_;
    KeptReports reports_;
    uint64_t steps_run_ = 0;            // lost ones, too
    uint64_t listed_ = 0, marked_ = 0;  // the one whose pairs, whose contacts are listed
};

}  // namespace

double cpu_bytes_a_body(const WorldConfig& config) {
    StepData<CpuExec> small(
        kFewBodies,
        make_broad_phase<CpuExec>(
            config.broad_phase, kFewBodies,
            {&engine_of(config.engine, Backend::cpu), engine_config(config), searches_spheres(config)}),
        kPairsABody * kFewBodies, nullptr, shapes_of(config).size(), spheres_roll(config), look_of(config));
    begin_physics(small, config);
    return double(small.bytes()) / kFewBodies;
}

std::unique_ptr<World> create_cpu_world(const WorldConfig& config, Start start) {
    return std::make_unique<CpuWorld>(config, std::move(start));
}

}  // namespace sim
