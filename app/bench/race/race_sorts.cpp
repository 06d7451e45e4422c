// The input is put back before every run, outside the timer, in arrays that all engines share.
#include "app/bench/race/race_sorts.h"

#include <numeric>
#include <optional>
#include <utility>

#include "sim/exec/memory.h"
#include "sort/base/numbers.h"
#include "sort/base/thread_arena.h"
#include "sort/lab/arrays.h"
#include "sort/lab/timed_work.h"

namespace app {
namespace {

/// Input and working arrays in the backend's memory.
struct Arrays {
    explicit Arrays(const SortRaceInput& input)
        : keys(input.backend, bytes_of(input)),
          values(input.backend, bytes_of(input)),
          own_keys(input.backend, bytes_of(input)),
          own_values(input.backend, bytes_of(input)) {
        keys.upload(input.keys.data());
        std::vector<uint32_t> indices(input.keys.size());
        std::iota(indices.begin(), indices.end(), 0u);
        values.upload(indices.data());
    }
    static size_t bytes_of(const SortRaceInput& input) { return input.keys.size() * sizeof(uint32_t); }

    void restore(sort::Stream stream) {
        own_keys.queue_copy(keys, stream);
        own_values.queue_copy(values, stream);
    }

    sort::Array keys, values, own_keys, own_values;
};

/// Input, threads and arrays that all engines of a race share. The first start() makes the arrays.
struct SharedKeys {
    explicit SharedKeys(SortRaceInput from) : input(std::move(from)), arena(input.threads) {}

    SortRaceInput input;
    sort::ThreadArena arena;
    std::optional<Arrays> arrays;
};

class SortRacer : public Racer {
public:
    SortRacer(const sort::Engine& engine, std::shared_ptr<SharedKeys> shared)
        : engine_(engine), shared_(std::move(shared)) {}

    double start() override {
        const SortRaceInput& input = shared_->input;
        const auto count = uint32_t(input.keys.size());
        sort::EngineConfig config;
        if (input.in_use == engine_.name) config = input.config;
        config.threads = input.threads;
        if (input.backend == sort::Backend::cpu)
            sim::require_host_memory(
                sort::grouped(count) + " pairs need",
                input.held_bytes + engine_.bytes(count, config) + 5 * Arrays::bytes_of(input),
                input.held_bytes);
        if (!shared_->arrays) shared_->arrays.emplace(input);
        sorter_ = sort::make_sorter(engine_, count, config);
        report_.emplace(input.backend, sizeof(sort::Report));
        const sort::Report none{};
        report_->upload(&none);
        const auto launch = engine_.capturable ? sort::Launch::graph : sort::Launch::stream;
        const auto restore = [this](sort::Stream stream) { shared_->arrays->restore(stream); };
        timed_ = sort::make_timed_work(
            input.backend, restore, [this](sort::Stream stream) { run(stream, true); }, launch);
        return timed_->run_ms();
    }

    double sample_ms() override { return timed_->run_ms(); }

    std::string note() override {
        if (engine_.paths.empty()) return "";
        sort::Report report;
        report_->download(&report);
        return sort::path_name(engine_, report.path);
    }

    /// Runs once more and checks the result. A reference sort runs by its own sort(), as a call of its
    /// library may leave the result elsewhere.
    std::string check() override {
        const auto restore = [this](sort::Stream stream) { shared_->arrays->restore(stream); };
        if (engine_.call_library)
            timed_ = sort::make_timed_work(shared_->input.backend, restore,
                                           [this](sort::Stream stream) { run(stream, false); });
        timed_->run_ms();
        std::vector<uint32_t> keys(shared_->input.keys.size()), values(keys.size());
        shared_->arrays->own_keys.download(keys.data());
        shared_->arrays->own_values.download(values.data());
        return sort_fault(shared_->input.keys, keys, values, engine_.stable);
    }

private:
    void run(sort::Stream stream, bool timed) {
        const Arrays& arrays = *shared_->arrays;
        const sort::Pairs pairs{arrays.own_keys.as<uint32_t>(), arrays.own_values.as<uint32_t>(),
                                uint32_t(shared_->input.keys.size())};
        sort::Options options;
        // What we add to a library's call is not its time.
        if (engine_.checks_order) options.report = report_->as<sort::Report>();
        const auto sort = [&] {
            if (timed && engine_.call_library)
                engine_.call_library(*sorter_, pairs, stream, options);
            else
                sorter_->sort(pairs, stream, options);
        };
        if (engine_.backend == sort::Backend::cpu)
            shared_->arena.execute(sort);
        else
            sort();
    }

    const sort::Engine& engine_;
    std::shared_ptr<SharedKeys> shared_;
    std::unique_ptr<sort::Sorter> sorter_;
    std::optional<sort::Array> report_;
    std::unique_ptr<sort::TimedWork> timed_;  // ends before what it works with
};

}  // namespace

std::vector<RaceEntry> sort_race(SortRaceInput input) {
    const auto shared = std::make_shared<SharedKeys>(std::move(input));
    std::vector<RaceEntry> entries;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != shared->input.backend) continue;
        entries.push_back({engine.name, shared->input.in_use == engine.name,
                           [&engine, shared] { return std::make_unique<SortRacer>(engine, shared); }});
    }
    return entries;
}

std::string sort_fault(std::span<const uint32_t> input, std::span<const uint32_t> keys,
                       std::span<const uint32_t> values, bool stable) {
    std::vector<bool> seen(input.size());
    for (size_t place = 0; place < input.size(); ++place) {
        const uint32_t index = values[place];
        const auto at = [&](const char* what) { return what + (" at index " + sort::grouped(place)); };
        if (index >= input.size() || seen[index]) return at("a pair is lost");
        seen[index] = true;
        if (keys[place] != input[index]) return at("key and value do not match");
        if (place == 0) continue;
        if (keys[place] < keys[place - 1]) return at("not in order");
        if (stable && keys[place] == keys[place - 1] && index < values[place - 1])
            return at("equal keys changed places");
    }
    return "";
}

}  // namespace app
