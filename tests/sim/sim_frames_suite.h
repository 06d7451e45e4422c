// Simulated frames whose every sort is compared with std::stable_sort: the keys are those that the engine is
// made for, in last frame's order. A world is given the engine "watched", which runs another one and keeps
// what went in and what came out; the copies are queued like the sort itself, so that a replayed CUDA graph
// makes them too.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/sim/sim_scene.h"

namespace testing_worlds {

/// Input, output and report of one sort, in host memory.
struct SortRecord {
    uint32_t *keys_in, *values_in, *keys_out, *values_out;
    sort::Report* report;
    uint32_t count = 0;
};

/// The engine that "watched" of this program runs, and the records of the sorter that was made last.
struct Watch {
    const sort::Engine* engine = nullptr;
    size_t sorts_a_step = 1;
    std::vector<SortRecord>* records = nullptr;
};

inline Watch& watch() {
    static Watch one;
    return one;
}

/// Memory says how host memory that the backend can copy to is held (Memory::Words, of n words), and copies:
/// Memory::copy(to, from, count, stream).
template <class Memory>
class WatchedSorter : public sort::Sorter {
public:
    WatchedSorter(uint32_t capacity, const sort::EngineConfig& config)
        : inner_(sort::make_sorter(*watch().engine, capacity, config)) {
        for (size_t k = 0; k < watch().sorts_a_step; ++k) {
            uint32_t* words = memory_.emplace_back(4 * size_t(capacity) + kReportWords).data();
            uint32_t* at = words + kReportWords;
            records_.push_back({at, at + capacity, at + 2 * size_t(capacity), at + 3 * size_t(capacity),
                                reinterpret_cast<sort::Report*>(words)});
        }
        watch().records = &records_;
    }

    uint32_t capacity() const override { return inner_->capacity(); }

    void sort(sort::Pairs pairs, sort::Stream stream, const sort::Options& options) override {
        SortRecord& record = records_[calls_++ % records_.size()];
        record.count = pairs.count;
        Memory::copy(record.keys_in, pairs.keys, pairs.count, stream);
        Memory::copy(record.values_in, pairs.values, pairs.count, stream);
        inner_->sort(pairs, stream, options);
        Memory::copy(record.keys_out, pairs.keys, pairs.count, stream);
        Memory::copy(record.values_out, pairs.values, pairs.count, stream);
        Memory::copy(reinterpret_cast<uint32_t*>(record.report),
                     reinterpret_cast<const uint32_t*>(options.report), kReportWords, stream);
    }

private:
    static constexpr size_t kReportWords = sizeof(sort::Report) / sizeof(uint32_t);

    std::unique_ptr<sort::Sorter> inner_;
    std::vector<typename Memory::Words> memory_;
    std::vector<SortRecord> records_;
    size_t calls_ = 0;
};

template <class Memory>
sort::Engine watched_engine(sort::Backend backend) {
    return {
        "watched",
        "runs another engine and keeps what it did",
        "",
        backend,
        true,
        [](uint32_t count, const sort::EngineConfig& config) { return watch().engine->bytes(count, config); },
        [](uint32_t capacity, const sort::EngineConfig& config) {
            return std::unique_ptr<sort::Sorter>(new WatchedSorter<Memory>(capacity, config));
        }};
}

/// Facts of a sort, computed from its input alone, and where its output differs.
struct SortedFrame {
    std::string difference;  // "" none
    uint32_t descents = 0, max_shift = 0;
};

inline SortedFrame check_sort(const SortRecord& record) {
    SortedFrame frame;
    std::vector<uint64_t> words(record.count);
    for (uint32_t i = 0; i < record.count; ++i) {
        words[i] = uint64_t(record.keys_in[i]) << 32 | i;
        frame.descents += i > 0 && record.keys_in[i - 1] > record.keys_in[i];
    }
    std::stable_sort(words.begin(), words.end(), [](uint64_t a, uint64_t b) { return a >> 32 < b >> 32; });
    for (uint32_t k = 0; k < record.count; ++k) {
        const uint32_t key = uint32_t(words[k] >> 32), from = uint32_t(words[k]);
        frame.max_shift = std::max(frame.max_shift, k > from ? k - from : from - k);
        if (record.keys_out[k] == key && record.values_out[k] == record.values_in[from]) continue;
        frame.difference = "place " + std::to_string(k) + " of " + std::to_string(record.count) + ": key " +
                           std::to_string(record.keys_out[k]) + " with " +
                           std::to_string(record.values_out[k]) + ", expected " + std::to_string(key) +
                           " with " + std::to_string(record.values_in[from]);
        return frame;
    }
    return frame;
}

/// The engine that worlds have by default, and all that repair.
inline std::vector<const sort::Engine*> engines_to_watch(sort::Backend backend) {
    std::vector<const sort::Engine*> engines;
    for (const sort::Engine& engine : sort::engines()) {
        const std::string name = engine.name;
        if (engine.backend != backend || name == "watched") continue;
        if (name == sim::default_engine(backend) || name.find("adaptive") != name.npos)
            engines.push_back(&engine);
    }
    return engines;
}

/// The report of a repair names the largest shift there was; where windows were repaired and movers set aside,
/// that of the others.
inline void expect_exact_shift(const sort::Engine& engine, const sort::Report& report, uint32_t max_shift) {
    const std::string path = path_name(engine, report.path);
    if (path == "windows" || path == "movers") {
        EXPECT_EQ(report.max_shift, max_shift) << path;
    } else {
        EXPECT_LE(report.max_shift, max_shift) << path;
    }
}

/// Steps a world `frames` times; after each, every sort is what std::stable_sort gives, and the counters say
/// what it did.
inline void expect_sorted_frames(sim::WorldConfig config, const sort::Engine& engine, uint32_t frames) {
    const bool three = config.broad_phase == "endpoint";
    watch() = {&engine, three ? size_t(3) : size_t(1), nullptr};
    config.engine = "watched";
    const auto world = sim::World::create(config);
    std::vector<uint64_t> taken(std::max<size_t>(engine.paths.size(), 1));
    for (uint32_t step = 1; step <= frames; ++step) {
        world->step(1);
        world->finish();
        const std::string where = std::string(engine.name) + ", " + config.scene.name + ", " +
                                  config.broad_phase + ", frame " + std::to_string(step) + ": ";
        SCOPED_TRACE(where);
        const sim::Counters& counters = world->counters();
        ASSERT_EQ(counters.completed_steps, step);
        ASSERT_EQ(counters.sorts, watch().sorts_a_step);
        uint32_t descents = 0, windows = 0, movers = 0, max_shift = 0, sorts = 0;
        for (const SortRecord& record : *watch().records) {
            const SortedFrame frame = check_sort(record);
            ASSERT_EQ(frame.difference, "");
            const sort::Report& report = *record.report;
            expect_exact_shift(engine, report, frame.max_shift);
            descents += frame.descents;
            windows += report.windows;
            movers += report.movers;
            max_shift = std::max(max_shift, report.max_shift);
            ASSERT_EQ(counters.sort_path[sorts++], report.path);
            if (engine.paths.empty()) continue;
            ASSERT_LT(report.path, engine.paths.size());
            ++taken[report.path];
        }
        ASSERT_EQ(counters.descents, descents);
        ASSERT_EQ(counters.sort_windows, windows);
        ASSERT_EQ(counters.sort_movers, movers);
        ASSERT_EQ(counters.sort_max_shift, max_shift);
        if (testing::Test::HasFailure()) return;
    }
    for (size_t path = 0; path < engine.paths.size(); ++path) {
        std::printf("%s, %s, %s: %s %llu\n", engine.name, config.scene.name.c_str(),
                    config.broad_phase.c_str(), engine.paths[path],
                    static_cast<unsigned long long>(taken[path]));
    }
}

}  // namespace testing_worlds
