// The world on a CUDA device: one graph a step, replayed; or, traced, the same launches on a plain stream.
//
// A few steps are in flight. Each has its own graph, stamps and copy of the status words in the host's memory; the host
// reads them when the step is done, without waiting. A step that finds too little room for its contacts or pairs says so
// in a device word, from where on no queued step changes the state: the host makes room and queues the lost steps again.
#include <array>
#include <optional>

#include "sim/broad_phase/measure_cuda.cuh"
#include "sim/exec/captured_nodes.cuh"
#include "sim/exec/end_of_step.cuh"
#include "sim/exec/flight.cuh"
#include "sim/exec/saved_state_cuda.cuh"
#include "sim/exec/step_clock.cuh"
#include "sim/exec/transfer_cuda.cuh"
#include "sim/gravity/walk_cuda.cuh"
#include "sim/shapes/device_shapes.cuh"
#include "sim/snapshot.h"
#include "sim/step.h"
#include "sim/worlds/world_common.h"
#include "sort/cuda/pinned_buffer.cuh"

namespace sim {
namespace {

class CudaWorld : public World, public ShowsKernels {
public:
    CudaWorld(const WorldConfig& config, Start start)
        : config_(config),
          ground_(std::move(start.ground)),
          container_(start.state.container),
          limit_(config, start.state.bodies),
          data_(config.bodies,
                make_broad_phase<CudaExec>(config.broad_phase, config.bodies, search_of(config)),
                first_pair_capacity(config.bodies), ground_.get(), shapes_of(config).size(),
                spheres_roll(config), look_of(config)),
          results_(kInFlight) {
        exec_.reserve_scan(data_.broad_phase->longest_scan());
        upload(start.state);
        if (ground_) upload_ground();
        if (data_.given) upload_and_wait(data_.given->boxes.data(), start.boxes, stream());
        begin_physics(data_, config);
        set_numbers(config.scene.physics);
        if (data_.gravity) prepare_gravity(exec_, *data_.gravity);
        if (data_.gravity && start.anew) start_gravity(exec_, data_);
        if (data_.rigid) upload_rigid(start.state);
        if (data_.rolling)
            upload_rotations(start.state, data_.rolling->committed.arrays(), data_.rolling->torque.data());
        data_.begin_search(exec_);
        sort::check(cudaStreamSynchronize(stream()));
        capture_graphs();
        clock_.begin(stream());
    }

    ~CudaWorld() override { cudaStreamSynchronize(stream()); }
    const WorldConfig& config() const override { return config_; }
    const Container& container() const override { return container_; }
    const Ground* ground() const override { return ground_.get(); }

    void step(uint32_t count) override {
        to_queue_ += count;
        queue_steps();
    }

    std::vector<uint32_t> ids_by_slot() override {
        finish();
        return downloaded(data_.committed.arrays().id, data_.count, stream());
    }

    void finish() override {
        do {
            queue_steps();
            while (flying_ > 0) collect_oldest();
        } while (to_queue_ > 0);
    }

    void poll(std::vector<StepReport>& reports) override {
        while (flying_ > 0 && oldest().ready()) collect_oldest();
        queue_steps();  // those that ran out of pair space
        reports_.move_to(reports);
    }

    double clock_zero_s() const override { return clock_.zero_s(); }
    const Counters& counters() const override { return counters_; }

    void set_physics(const Physics& physics) override {
        require_hand(hand_, config_.bodies, physics.time_step_s);
        const sort::FloatEnvironment environment;
        static_cast<void>(limit_.numbers(physics, container_));  // refused before anything has changed
        finish();
        scale_impulses(exec_, data_, physics.time_step_s / config_.scene.physics.time_step_s);
        set_numbers(physics);
        wake_all(exec_, data_);
    }

    void watch(uint32_t id) override {
        uint32_t* word = &data_.status.data()->watched_id;
        sort::check(cudaMemcpyAsync(word, &id, sizeof id, cudaMemcpyHostToDevice, stream()));
    }

    void set_hand(const Hand& hand) override {
        require_hand(hand, config_.bodies, config_.scene.physics.time_step_s);
        finish();
        hand_ = hand;
        copy(&data_.numbers.data()->hand, &hand_, sizeof hand_);
    }

    SavedState save(SavedState reuse, uint64_t most_bytes) override {
        finish();
        const StateRanges live = ranges(counters_.completed_steps);
        const PackedRanges packed(live);
        require_state_room(packed.bytes, most_bytes);
        SavedState state = std::move(reuse);
        if (state.bytes != packed.bytes || !state.on_device)
            state = {.memory = device_state_memory(packed.bytes), .bytes = packed.bytes, .on_device = true};
        state.counters = counters_;
        state.ranges = packed.at(state.memory.get());
        copy_ranges(live, state.ranges, stream());
        return state;
    }

    bool restore(const SavedState& state, const Physics& physics) override {
        finish();
        const StateRanges live = ranges(state.completed_steps());
        if (!same_shape(live, state.ranges)) return false;
        copy_ranges(state.ranges, live, stream());
        set_numbers(physics);
        if (lost_) capture_graphs();  // some of its room may have been made
        lost_.reset();                // there may be room for what comes now
        counters_ = state.counters;
        counters_.pairs = counters_.contacts = 0;
        copy(&data_.status.data()->counters, &counters_, sizeof counters_);
        sort::check(cudaMemsetAsync(&data_.status.data()->overflow, 0, sizeof(uint32_t), stream()));
        if (data_.constraints) find_free_places(exec_, data_.constraints->manifolds, data_.status.data());
        data_.begin_search(exec_);
        forget_lists();
        sort::check(cudaStreamSynchronize(stream()));
        return true;
    }

    void move_to_host(SavedState& state) override {
        if (state.on_device) state = state_on_host(state.ranges, state.counters, stream());
    }

    Snapshot snapshot() override {
        finish();
        return snapshot_of(state_on_host(ranges(counters_.completed_steps), counters_, stream()), container_);
    }

    std::vector<uint32_t> pairs_by_id() override {
        finish();
        if (queued_ == 0 || counters_.pairs == 0) return {};
        reserve_pairs();
        return normalized_pairs(downloaded(pairs().slots, 2 * counters_.pairs, stream()),
                                downloaded(data_.committed.arrays().id, data_.count, stream()));
    }

    BodyView bodies() const override { return data_.body_view(); }

    PairView pairs() override {
        if (queued_ == 0) return data_.pair_view();
        const uint64_t had = data_.pairs.capacity;
        try {
            reserve_pairs();
        } catch (const sort::OverLimit&) {  // the view says so
        }
        if (listed_ != queued_ || had != data_.pairs.capacity) list_pairs(exec_, data_);
        listed_ = queued_;
        return data_.pair_view();
    }

    ContactView contacts() override {
        if (!data_.rigid || queued_ == 0) return {};
        if (data_.reserve_marks() || marked_ != queued_) list_contact_marks(exec_, data_);
        marked_ = queued_;
        return data_.rigid->contact_view();
    }

    sort::Stream stream() const override { return exec_.stream(); }
    uint64_t bytes() const override { return data_.bytes() + exec_.bytes() + shapes_.bytes(); }
    std::vector<NamedBytes> memory() const override {
        std::vector<NamedBytes> list = data_.memory();
        add_named(list, kShapesName, shapes_.bytes());
        add_named(list, "scratch of scans", exec_.bytes());
        return list;
    }

private:
    static BroadPhaseConfig search_of(const WorldConfig& config) {
        return {&engine_of(config.engine, Backend::cuda), config.engine_config, searches_spheres(config)};
    }

    void change_search(const WorldConfig& config) override {
        change_search_of(exec_, data_, config, search_of(config), [&] {
            exec_.reserve_scan(data_.broad_phase->longest_scan());
            forget_lists();
            sort::check(cudaStreamSynchronize(stream()));
            capture_graphs();
        });
        config_ = config;
    }

    void take_given(const GivenBoxes& next, uint64_t completed_steps) override {
        const bool other = put_given(
            exec_, data_, config_, search_of(config_), next, [&](auto... what) { copy(what...); },
            [&](const auto&... what) { put_bodies(what...); });
        container_ = container_around(container_, next.boxes);
        counters_.completed_steps = completed_steps;
        copy(&data_.status.data()->counters.completed_steps, &completed_steps, sizeof completed_steps);
        sort::check(cudaMemsetAsync(&data_.status.data()->overflow, 0, sizeof(uint32_t), stream()));
        forget_lists();
        sort::check(cudaStreamSynchronize(stream()));
        if (other) exec_.reserve_scan(data_.broad_phase->longest_scan());
        if (other || lost_) capture_graphs();
        lost_.reset();
    }

    /// Pairs and contacts are known after the next step.
    void forget_lists() {
        sort::check(cudaMemsetAsync(data_.list_status.data(), 0, sizeof(Status), stream()));
        queued_ = listed_ = marked_ = 0;
    }

    void reserve_pairs() { data_.reserve_list(counters_.pairs, config_.most_pairs); }

    void set_numbers(const Physics& physics) {
        const sort::FloatEnvironment environment;
        StepNumbers numbers = limit_.numbers(physics, container_);
        numbers.hand = hand_;
        copy(data_.numbers.data(), &numbers, sizeof numbers);
        config_.scene.physics = changed_physics(config_, physics);
        if (!data_.gravity) return;
        const GravityNumbers gravity = gravity_numbers(physics.gravity);
        copy(data_.gravity->numbers.data(), &gravity, sizeof gravity);
    }

    StateRanges ranges(uint64_t completed_steps) { return state_ranges(data_, completed_steps); }
    void copy(void* to, const void* from, size_t bytes) {
        sort::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream()));
    }

    /// Puts bodies into the arrays, by slot.
    void put_bodies(const std::vector<Body>& bodies, const std::vector<uint32_t>& ids) {
        const BodyColumns columns(bodies);
        const BodyArrays to = data_.committed.arrays();
        upload_and_wait(to.position_radius, columns.position_radius, stream());
        upload_and_wait(to.velocity_mass, columns.velocity_mass, stream());
        upload_and_wait(to.acceleration_still, columns.acceleration_still, stream());
        upload_and_wait(to.id, ids, stream());
    }

    void upload(const Snapshot& start) {
        put_bodies(start.bodies, first_ids(config_.bodies));
        const SpreadFrame frame = spread_frame(container_.min_m, container_.max_m);
        copy(data_.frame.data(), &frame, sizeof frame);
        sort::check(cudaMemsetAsync(data_.shift.data(), 0, data_.shift.bytes(), stream()));
        sort::check(cudaMemsetAsync(data_.pair_count.data(), 0, data_.pair_count.bytes(), stream()));
        Status status{};
        status.watched_id = kNobody;
        status.counters.completed_steps = counters_.completed_steps = start.completed_steps;
        copy(data_.status.data(), &status, sizeof status);
        sort::check(cudaMemsetAsync(data_.list_status.data(), 0, sizeof(Status), stream()));
    }

    void upload_ground() {
        const std::vector<float>& heights = ground_->map->heights_m;
        auto& d_heights = data_.ground->heights_m;
        d_heights = CudaExec::Array<float>(heights.size());
        upload_and_wait(d_heights.data(), heights, stream());
        data_.ground->surroundings = ground_->surroundings(d_heights.data());
    }

    /// `d_torque`: null where bodies have shapes.
    void upload_rotations(const Snapshot& start, const TurnArrays& turns, Vec4* d_torque) {
        const size_t n = start.bodies.size();
        std::vector<Quaternion> orientations(n), anchor_orientations(n);
        std::vector<Vec4> momenta(n), anchors(n), torque(n);
        put_rotations(start, {orientations.data(), momenta.data()},
                      {anchors.data(), anchor_orientations.data()}, torque.data());
        upload_and_wait(turns.orientation, orientations, stream());
        upload_and_wait(turns.momentum_shape, momenta, stream());
        if (d_torque) upload_and_wait(d_torque, torque, stream());
        if (!data_.rigid) return;
        upload_and_wait(data_.rigid->anchors.arrays().place, anchors, stream());
        upload_and_wait(data_.rigid->anchors.arrays().orientation, anchor_orientations, stream());
    }

    void upload_rigid(const Snapshot& start) {
        RigidData<CudaExec>& rigid = *data_.rigid;
        for (const auto& shape : shapes_of(config_)) shapes_.add(shape->shape);
        upload_and_wait(rigid.shapes.data(), shapes_.views(), stream());
        upload_rotations(start, rigid.committed.arrays(), nullptr);
        upload_and_wait(rigid.depth.data(), start.depth_m, stream());
        put_manifolds(exec_, data_, start,
                      [&](auto* to, const auto& items) { upload_and_wait(to, items, stream()); });
        box_before_step(exec_, data_, true);
    }

    /// The launches of one step, with a copy of its status words at the end.
    void queue_launches(int place, StepLog::Mode mode) {
        Flight& flight = flights_[place];
        flight.log.start(mode);
        exec_.note_in(&flight.log, mode == StepLog::Mode::traced);
        sim::step(exec_, data_);
        exec_.queue("status", {.bytes = sizeof(Status), .items = 1}, [&](LaunchQueue& queue) {
            queue(end_kernel, 1, 256, data_.status.data(), results_.data() + place, flight.log.close());
        });
        exec_.note_in(nullptr, false);
        if (mode == StepLog::Mode::captured) note_kernels(captured_nodes(stream()), flight.log.first_nodes());
    }

    void capture_graphs() {
        if (config_.traced) return;
        for (int place = 0; place < kInFlight; ++place) {
            flights_[place].graph =
                sort::OwnedGraphExec(stream(), [&] { queue_launches(place, StepLog::Mode::captured); });
            sort::check(cudaGraphUpload(flights_[place].graph.get(), stream()));
        }
    }

    Flight& oldest() { return flights_[(queued_ - flying_) % kInFlight]; }

    /// Queues what is to be queued; waits only while all places are in flight.
    void queue_steps() {
        while (to_queue_ > 0) {
            if (flying_ == kInFlight) collect_oldest();
            if (lost_) make_room();
            const int place = int(queued_ % kInFlight);
            Flight& flight = flights_[place];
            const sort::NvtxRange range("step");
            flight.queued_us = host_us();
            if (config_.traced) {
                queue_launches(place, StepLog::Mode::traced);
            } else {
                sort::check(cudaGraphLaunch(flight.graph.get(), stream()));
            }
            sort::check(cudaEventRecord(flight.done.get(), stream()));
            ++queued_;
            ++flying_;
            --to_queue_;
        }
    }

    /// Reads the results of the oldest step in flight; waits for it if need be.
    void collect_oldest() {
        const int place = int((queued_ - flying_) % kInFlight);
        Flight& flight = flights_[place];
        flight.wait();
        const double begin = host_us();
        const Status& status = results_.data()[place];
        --flying_;
        if (status.overflow) {
            if (!lost_) lost_ = status;  // those behind it had nothing to work with
            ++to_queue_;
            return;
        }
        counters_ = status.counters;
        const double start_us = clock_.since_zero_us(flight.log.begin_ns());
        StepTimes times = flight.log.times(counters_, start_us);
        clock_.hold(start_us, times.duration_us, flight.queued_us, begin);
        StepReport report{counters_.completed_steps, start_us,  times.duration_us,
                          std::move(times.stages),   counters_, 0};
        report.profiler_us = host_us() - begin;
        reports_.add(std::move(report));
    }

    /// Makes room for what did not fit; the state is as it was before the first lost step.
    void make_room() {
        while (flying_ > 0) collect_oldest();
        sort::check(cudaStreamSynchronize(stream()));
        try {
            data_.make_room(*lost_, config_.most_pairs);
            if (data_.rigid) make_rigid_room(*data_.rigid, *lost_, config_.most_pairs);
            if (data_.constraints) make_contact_room(exec_, data_, *lost_, config_.most_pairs);
        } catch (...) {
            counters_.pairs = 0;  // the last step's are gone
            to_queue_ = 0;
            throw;
        }
        sort::check(cudaMemsetAsync(&data_.status.data()->overflow, 0, sizeof(uint32_t), stream()));
        lost_.reset();
        capture_graphs();
    }

    WorldConfig config_;
    std::unique_ptr<const Ground> ground_;
    Container container_;
    StepLimit limit_;
    DeviceShapes shapes_;
    CudaExec exec_;
    StepData<CudaExec> data_;
    sort::PinnedBuffer<Status> results_;
    std::array<Flight, kInFlight> flights_;
    StepClock clock_;
    uint64_t queued_ = 0, flying_ = 0, to_queue_ = 0;
    uint64_t listed_ = 0, marked_ = 0;  // queued_ when the pairs, when the contacts were listed
    std::optional<Status> lost_;        // of the first step that did not complete
    Hand hand_;
    Counters counters_;
    KeptReports reports_;
};

}  // namespace

void load_world_kernels() {
    cudaFuncAttributes attributes{};
    sort::check(cudaFuncGetAttributes(&attributes, end_kernel));
}

std::unique_ptr<World> create_cuda_world(const WorldConfig& config, Start start) {
    std::string reason;
    if (!cuda_available(&reason, config.device)) throw sort::Unavailable(reason);
    sort::check(cudaSetDevice(config.device));
    return std::make_unique<CudaWorld>(config, std::move(start));
}

}  // namespace sim
