// Creating worlds and what needs no backend.
#include "sim/world_common.h"

#define XXH_INLINE_ALL
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_group.h>
#include <xxhash.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include "sim/exec_cpu.h"

namespace sim {

Snapshot start_of(const WorldConfig& config, const Snapshot* from) {
    if (from) return *from;
    if (config.bodies == 0) throw std::invalid_argument("a world needs at least one body");
    if (config.bodies > kMaxBodies) {
        throw sort::OverLimit(sort::grouped(config.bodies) + " bodies requested; the limit is " +
                              sort::grouped(kMaxBodies));
    }
    const Spawner* spawner = find_spawner(config.scene.spawn);
    if (!spawner) throw std::invalid_argument("no spawn function is named " + config.scene.spawn);
    std::map<std::string, float> values;
    for (const SpawnKey& key : spawner->keys) values[key.name] = key.initial;
    for (const auto& [name, value] : config.scene.spawn_values) values.at(name) = value;
    Spawned spawned = spawner->spawn({config.bodies, config.seed, config.scene.physics, values});
    return {std::move(spawned.bodies), spawned.container, 0};
}

const sort::Engine& engine_of(const std::string& name, Backend backend) {
    const sort::Engine* engine = sort::find_engine(name);
    if (!engine || engine->backend != backend) {
        throw std::invalid_argument("no sort engine of the " + std::string(sort::name_of(backend)) +
                                    " backend is named " + name);
    }
    return *engine;
}

SpreadFrame spread_frame(const Vec3& min, const Vec3& max) {
    const Vec3 middle = min * 0.5f + max * 0.5f;
    const Vec3 half = max * 0.5f - min * 0.5f;
    const float longest = larger(larger(half.x, half.y), half.z);
    const float scale = longest > 0 ? float(1 << kScaleBits) / longest : 1.0f;
    return {middle, smaller(scale, 1e30f)};
}

SpreadFrame spread_frame_of(std::span<const Box> boxes) {
    Vec3 low = boxes[0].min, high = boxes[0].max;
    for (const Box& box : boxes) {
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = smaller(low[axis], box.min[axis]);
            high[axis] = larger(high[axis], box.max[axis]);
        }
    }
    return spread_frame(low, high);
}

uint64_t first_pair_capacity(uint32_t bodies) { return uint64_t(bodies) * kPairsABody + 1024; }

/// While very many words are sorted, which knows no stop, a thread of its own asks for it.
static void sort_words(std::vector<uint64_t>& words, const StopCheck& stop) {
    constexpr size_t kFewWords = 1 << 20;
    if (!stop || words.size() < kFewWords) {
        tbb::parallel_sort(words.begin(), words.end());
        return;
    }
    tbb::task_group_context context;
    tbb::task_group group(context);
    std::exception_ptr why;
    std::jthread watcher([&](const std::stop_token& done) {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        try {
            while (!never.wait_for(lock, done, std::chrono::milliseconds(50),
                                   [&] { return done.stop_requested(); }))
                stop();
        } catch (...) {
            why = std::current_exception();
            context.cancel_group_execution();
        }
    });
    group.run_and_wait([&] { tbb::parallel_sort(words.begin(), words.end()); });
    watcher = {};
    if (why) std::rethrow_exception(why);
}

std::vector<uint32_t> normalized_pairs(std::vector<uint32_t> slots, std::span<const uint32_t> id_of_slot,
                                       const StopCheck& stop) {
    std::vector<uint64_t> words(slots.size() / 2);
    const auto over_pairs = [&](auto work) {
        tbb::parallel_for(tbb::blocked_range<size_t>(0, words.size(), 1 << 14), [&](const auto& range) {
            if (stop) stop();
            for (size_t p = range.begin(); p < range.end(); ++p) work(p);
        });
    };
    over_pairs([&](size_t p) {
        const uint64_t a = id_of_slot[slots[2 * p]], b = id_of_slot[slots[2 * p + 1]];
        words[p] = a < b ? a << 32 | b : b << 32 | a;
    });
    sort_words(words, stop);
    over_pairs([&](size_t p) {
        slots[2 * p] = uint32_t(words[p] >> 32);
        slots[2 * p + 1] = uint32_t(words[p]);
    });
    return slots;
}

uint64_t state_hash(const Snapshot& snapshot) {
    static_assert(sizeof(Body) == 48, "a body is twelve floats without padding");
    XXH3_state_t* state = XXH3_createState();
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, snapshot.bodies.data(), snapshot.bodies.size() * sizeof(Body));
    XXH3_64bits_update(state, &snapshot.completed_steps, sizeof snapshot.completed_steps);
    const uint64_t hash = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return hash;
}

static std::vector<Box> boxes_of(std::span<const Body> bodies) {
    std::vector<Box> boxes;
    for (const Body& body : bodies) {
        const Vec3 r = {body.radius_m, body.radius_m, body.radius_m};
        boxes.push_back({body.position_m - r, body.position_m + r});
    }
    return boxes;
}

uint64_t host_bytes_needed(const WorldConfig& config) {
    double each = 2 * sizeof(Body);
    engine_of(config.engine, config.backend);
    if (config.backend == Backend::cpu) {
        WorldConfig known = config;
        if (known.broad_phase == kAutoBroadPhase) known.broad_phase = default_broad_phase(Backend::cpu);
        each += cpu_bytes_a_body(known);
    }
    return uint64_t(each * config.bodies);
}

std::unique_ptr<World> World::create(const WorldConfig& config, const Snapshot* from) {
    WorldConfig settled = config;
    if (from) settled.bodies = uint32_t(from->bodies.size());
    if (settled.bodies <= kMaxBodies)
        require_host_memory(sort::grouped(settled.bodies) + " bodies", host_bytes_needed(settled));
    const Snapshot start = start_of(config, from);
    if (config.broad_phase == kAutoBroadPhase) {
        BroadPhaseChoice choice = choose_broad_phase(boxes_of(start.bodies), config.backend);
        settled.broad_phase = std::move(choice.name);
        settled.broad_phase_reason = std::move(choice.reason);
    }
    return config.backend == Backend::cuda ? create_cuda_world(settled, start)
                                           : create_cpu_world(settled, start);
}

uint32_t default_bodies(Backend backend) { return backend == Backend::cuda ? 128000 : 4000; }
const char* default_engine(Backend backend) { return backend == Backend::cuda ? "adaptive" : "cpu-adaptive"; }
const char* default_broad_phase(Backend) { return "columns"; }

std::span<const BroadPhaseEntry> broad_phases() {
    static const std::vector<BroadPhaseEntry> entries = [] {
        std::vector<BroadPhaseEntry> list;
        for (const auto& maker : broad_phase_makers<CpuExec>().all())
            list.push_back({maker.name, maker.sentence});
        return list;
    }();
    return entries;
}

}  // namespace sim
