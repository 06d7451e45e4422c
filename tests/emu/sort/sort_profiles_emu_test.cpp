// Every emulated engine on devices that people own: it sorts as everywhere, or says before anything is queued what
// the device has not. Nothing else may happen; what the device refuses by itself is an error or a Fault here.
#include <cstdlib>

#include "sort/lab/inputs.h"
#include "sort/lab/model.h"
#include "sort/lab/stage_log.h"
#include "tests/emu/emulated_memory.h"
#include "tests/emu/profile_devices.h"

namespace suite {

Scale scale() { return {}; }

namespace {

using sort::Unavailable;

/// Engines whose one launch is cooperative, and only those, cannot sort without.
bool must_sort(const sort::Engine& engine, const emu::Profile& device) {
    const std::string name = engine.name;
    return device.cooperative || (name != "adaptive" && name != "bucketsort");
}

/// Why `work` is not possible: said by the engine, where it does not begin with "CUDA: ", what a call answers.
template <class Work>
std::string reason_of(Work work) {
    try {
        work();
    } catch (const Unavailable& error) {
        return error.what();
    }
    return "CUDA: nothing was thrown";
}

/// Sorts as a graph does.
class GraphMemory : public EmulatedMemory {
public:
    using EmulatedMemory::EmulatedMemory;
    void sort(sort::Sorter& sorter, sort::Pairs pairs, const sort::Options& options) override {
        const auto on = static_cast<cudaStream_t>(stream());
        const sort::OwnedGraphExec graph(on, [&] { sorter.sort(pairs, on, options); });
        sort::check(cudaGraphLaunch(graph.get(), on));
    }
};

class OnDevices : public testing::TestWithParam<std::tuple<const sort::Engine*, const char*>> {
protected:
    const sort::Engine& engine() const { return *std::get<0>(GetParam()); }
    const emu::Profile& device() const { return emu::profile(); }

    /// "" or what was wrong with a sort that is replayed from a graph.
    std::string replayed(sort::EarlyExit early_exit, uint32_t count) const {
        sort::EngineConfig config;
        config.early_exit = early_exit;
        const auto sorter = sort::make_sorter(engine(), count, config);
        GraphMemory memory(count + 2 * kGuards);
        for (const char* input : {"uniform", "sorted", "swaps:1"}) {
            const std::string wrong = complaint(engine(), *sorter, memory, {made(input, count, 21), input});
            if (!wrong.empty()) return std::string(input) + ": " + wrong;
        }
        return "";
    }

private:
    emu::OnDevice on_{emu::device_of(std::get<1>(GetParam()))};
};

std::string test_name(const testing::TestParamInfo<OnDevices::ParamType>& info) {
    std::string name = std::string(std::get<0>(info.param)->name) + "_on_" + std::get<1>(info.param);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

TEST_P(OnDevices, sorts_or_says_why_not) {
    const std::string refusal = sort::refusal_of(engine(), -1);
    EXPECT_EQ(refusal.empty(), must_sort(engine(), device())) << refusal;
    if (!refusal.empty()) {
        EXPECT_NE(refusal.find("cooperative"), refusal.npos) << refusal;
        EXPECT_EQ(reason_of([&] { sort::make_sorter(engine(), 100); }).find("CUDA: "), std::string::npos);
        return;
    }
#ifdef SWEEPLAB_SANITIZED
    constexpr uint32_t kMost = 2101;  // whose threads have larger stacks
#else
    constexpr uint32_t kMost = 9001;  // more than a block holds, and a few tiles of every shape
#endif
    const auto sorter = sort::make_sorter(engine(), kMost);
    EmulatedMemory memory(kMost + 2 * kGuards);
    for (const uint32_t count : {900u, kMost}) {
        const Case what{made("uniform", count, 7), "uniform"};
        EXPECT_EQ(complaint(engine(), *sorter, memory, what), "") << what.text();
    }
    EXPECT_EQ(replayed(sort::EarlyExit::best, 700), "");
}

TEST_P(OnDevices, asks_for_if_nodes_only_where_there_are_some) {
    if (!sort::refusal_of(engine(), -1).empty()) return;
    try {
        EXPECT_EQ(replayed(sort::EarlyExit::if_node, 700), "");
    } catch (const Unavailable& error) {
        EXPECT_FALSE(device().if_nodes()) << error.what();
        EXPECT_NE(std::string(error.what()).find("conditional graph nodes"), std::string::npos);
    }
}

/// A lesson is the same on all devices, or there is none.
TEST_P(OnDevices, shows_its_arrays_or_says_why_not) {
    const sort::Model* const model = sort::find_model(engine().name);
    if (!model || !engine().shows_lesson || engine().tiles.empty()) return;
    const sort::TileShape lesson{32, 1};
    const auto& tiles = engine().tiles;
    if (std::find(tiles.begin(), tiles.end(), lesson) == tiles.end()) return;
    const sort::EngineConfig config{.tile = lesson};
    const Words keys = made("uniform", 90, 3), values = index_values(90);
    const auto log_of = [&](const sort::Engine& one) {
        const auto sorter = sort::make_sorter(one, 90, config);
        return sort::log_sort(one, *sorter, keys, values, {});
    };
    const std::string refusal = sort::refusal_of(engine(), -1, true);
    if (!refusal.empty()) {
        EXPECT_FALSE(device().cooperative) << refusal;
        EXPECT_EQ(reason_of([&] { log_of(engine()); }).find("CUDA: "), std::string::npos);
        return;
    }
    EXPECT_EQ(sort::first_difference(log_of(engine()), log_of(*model)), "");
}

/// The report of a replayed sort says how it could have left early.
TEST(IfNodes, are_in_the_graphs_of_those_who_want_some) {
    constexpr uint32_t kCount = 9001;  // more than a block sorts alone
    int wanting = 0;
    for (const sort::Engine* engine : engines_under_test()) {
        const auto path_of = [&](sort::EarlyExit early_exit) {
            const auto sorter = sort::make_sorter(*engine, kCount, {.early_exit = early_exit});
            GraphMemory memory(kCount);
            uint32_t* const keys = memory.upload(0, made("uniform", kCount));
            memory.sort(*sorter, {keys, nullptr, kCount}, {.report = memory.report()});
            return memory.read_report().path;
        };
        const bool wants = [&] {
            const emu::OnDevice desktop(emu::device_of("desktop"));
            try {
                sort::make_sorter(*engine, kCount, {.early_exit = sort::EarlyExit::if_node});
            } catch (const Unavailable&) {
                return true;
            }
            return false;
        }();
        wanting += wants ? 1 : 0;
        const emu::OnDevice server(emu::device_of("server"));
        EXPECT_EQ(path_of(sort::EarlyExit::if_node) != path_of(sort::EarlyExit::gated), wants)
            << engine->name;
    }
    EXPECT_GT(wanting, 5);
}

INSTANTIATE_TEST_SUITE_P(engines, OnDevices,
                         testing::Combine(testing::ValuesIn(engines_under_test()),
                                          testing::ValuesIn(emu::kDevices)),
                         test_name);

/// 48 KB hold one of the small tiles, so above the pairs that the multiprocessors hold at once other kernels sort.
TEST(OnLaptop, engines_of_one_launch_sort_more_than_the_device_holds) {
    const emu::OnDevice laptop(emu::device_of("laptop_that_cooperates"));
    constexpr uint32_t kMost = 45000;
    EmulatedMemory memory(kMost + 2 * kGuards);
    for (const char* name : {"adaptive", "bucketsort"}) {
        const sort::Engine& engine = *sort::find_engine(name);
        const auto sorter = sort::make_sorter(engine, kMost);
        for (const uint32_t count : {22000u, kMost}) {
            const Case what{made("uniform", count, 7), "uniform"};
            EXPECT_EQ(complaint(engine, *sorter, memory, what), "") << name << ": " << what.text();
        }
    }
}

TEST(OnLaptop, the_default_is_an_engine_that_can_sort) {
    {
        const emu::OnDevice laptop(emu::device_of("laptop"));
        EXPECT_STREQ(sort::engine_or_default("", sort::Backend::cuda).name, "onesweep");
    }
    EXPECT_STREQ(sort::engine_or_default("", sort::Backend::cuda).name, "adaptive");
}

/// What sorts of several sizes launch: kernels, grids, blocks, shared memory. Nothing runs. Empty where the engine
/// cannot sort.
std::vector<std::string> launches_on(const emu::Profile& device, const sort::Engine& engine) {
    const emu::OnDevice on(device);
    if (!sort::refusal_of(engine, -1).empty()) return {};
    static uint32_t nothing = 0;
    const sort::OwnedStream stream;
    const emu::LaunchLog log;
    const auto sorter = sort::make_sorter(engine, 300000);
    for (const uint32_t count : {700u, 20000u, 70000u, 300000u})
        sorter->sort({&nothing, &nothing, count}, stream.get(), {});
    return log.launches();
}

/// Engines that launch something else on the one than on the other.
std::string differing(const emu::Profile& a, const emu::Profile& b) {
    std::string names;
    for (const sort::Engine* engine : engines_under_test())
        if (launches_on(a, *engine) != launches_on(b, *engine)) names += std::string(engine->name) + " ";
    return names;
}

/// The variable is read once, so the limited sorts are in a process of their own.
void expect_choices_of(emu::Profile device, const char* limits) {
    const emu::Profile server = emu::named_profile("server");
    device.processor_bytes = server.processor_bytes;  // no limit names it
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    setenv("SWEEPLAB_LIMITS", limits, 1);
    EXPECT_EXIT(
        {
            const std::string names = differing(server, device);
            std::fprintf(stderr, "other launches: %s\n", names.c_str());
            std::exit(names.empty() ? 0 : 1);
        },
        testing::ExitedWithCode(0), "other launches: \n");
    unsetenv("SWEEPLAB_LIMITS");
}

TEST(Limits, make_the_choices_of_a_laptop) {
    expect_choices_of(emu::device_of("laptop"),
                      "shared=48K,processors=20,threads=1024,cooperative=off,if-nodes=off");
}

TEST(Limits, make_the_choices_of_a_laptop_that_cooperates) {
    expect_choices_of(emu::device_of("laptop_that_cooperates"),
                      "shared=48K,processors=20,threads=1024,if-nodes=off");
}

TEST(Limits, make_the_choices_of_a_desktop) {
    expect_choices_of(emu::device_of("desktop"), "shared=99K,processors=46,threads=1536,if-nodes=off");
}

TEST(Limits, change_the_choices_of_most_engines) {
    const std::string names = differing(emu::device_of("server"), emu::device_of("laptop"));
    for (const char* name : {"adaptive", "bucketsort", "onesweep", "multiscan", "fourway"})
        EXPECT_NE(names.find(name), names.npos) << names;
}

}  // namespace
}  // namespace suite
