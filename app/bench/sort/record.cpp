// `sweeplab bench record`: steps a scene and writes each frame's keys. The steps run on the CPU: both
// backends have the same bits (contract, part 4), and with them the same keys.
//
// The simulation does not know of this. After a step its view has the sorted keys, each body's index among them
// and the one before; the order that the step took must be the stable order of what was read.
#include "app/bench/sort/record.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/bench/sort/sort_frame.h"
#include "app/cli/resolve.h"
#include "app/frames/frame_form.h"
#include "app/io/npy.h"
#include "app/io/output_stream.h"
#include "app/io/outputs/output_folder.h"
#include "app/io/outputs/output_place.h"
#include "app/io/scene_toml.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kUsualFrames = 120, kUsualWarmup = 20;

struct Plan {
    std::vector<std::string> scenes;
    uint64_t frames, warmup;
    fs::path folder;
};

Plan make_plan(const RecordOptions& options) {
    Plan plan;
    plan.scenes = options.scenes;
    if (plan.scenes.empty()) plan.scenes = {"gas", "pile"};
    plan.frames = options.frames.value_or(kUsualFrames);
    plan.warmup = options.warmup.value_or(std::min(kUsualWarmup, plan.frames / 4));
    if (plan.warmup >= plan.frames) {
        throw BadUsage("--warmup " + std::to_string(plan.warmup) + " with --frames " +
                       std::to_string(plan.frames) +
                       ": no frame would be left to record; a warm-up of fewer than " +
                       counted(plan.frames, "frame") + " is expected");
    }
    if (options.output.empty()) throw BadUsage("bench record: -o FOLDER is expected");
    plan.folder = end_of_links(options.output);
    return plan;
}

sim::WorldConfig world_config(const Options& options, const std::string& scene) {
    Options one = options;
    one.scene = scene;
    one.backend = "cpu";
    one.sort.clear();
    if (one.broad_phase.empty()) one.broad_phase = kRecordedBroadPhases[0];
    if (!one.bodies && load_scene(scene).spawn_file.empty())
        one.bodies = sim::default_bodies(sim::Backend::cuda);
    return resolve_world(one);
}

/// The folder above those of the scenes: one that was not there before goes again if nothing comes into it.
class OuterFolder {
public:
    explicit OuterFolder(const fs::path& path) : path_(path) {
        std::error_code error;
        if (fs::is_directory(path_, error)) return;
        made_ = fs::create_directory(path_, error);
        if (error) throw BadFile(path_.string() + ": cannot be written: " + error.message());
    }
    ~OuterFolder() {
        std::error_code error;
        if (made_) fs::remove(path_, error);  // only an empty one goes
    }
    OuterFolder(const OuterFolder&) = delete;
    OuterFolder& operator=(const OuterFolder&) = delete;

private:
    fs::path path_;
    bool made_ = false;
};

/// The frames of one scene.
class FrameFolder {
public:
    /// Opens the folder at `path`. With `force` it may replace a folder that holds nothing but frames. Throws
    /// BadFile.
    FrameFolder(const fs::path& path, bool force) : folder_(path) {
        if (folder_.exists() && !force) throw BadFile(path.string() + " already exists; --force replaces it");
        if (folder_.exists()) require_recording();
        folder_.part();
    }

    void write(uint64_t frame, const std::vector<uint32_t>& keys) {
        char name[32];
        std::snprintf(name, sizeof name, "%06llu.npy", static_cast<unsigned long long>(frame));
        OutputStream file(folder_.part() / name);
        write_npy(file.stream(), "<u4", {keys.size()}, std::as_bytes(std::span(keys)));
        file.commit();
    }
    /// Also says what the frames are, for `--data`.
    void commit() {
        OutputStream form(folder_.part() / kFrameForm);
        form.stream()
            << "[frames]\nkind = \"keys\"\norder = \"last\"  # as the sort of each step received them\n";
        form.commit();
        folder_.commit();
    }

private:
    void require_recording() const {
        std::error_code error;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_.place(), error)) {
            const std::string name = entry.path().filename().string();
            const bool is_frame = name.size() >= 10 && name.ends_with(".npy") &&
                                  name.find_first_not_of("0123456789") == name.size() - 4;
            if (!is_frame && name != kFrameForm)
                folder_.refuse("holds " + name + ", which is no frame; --force replaces recordings only");
        }
    }

    OutputFolder folder_;
};

/// Returns what to say of it.
std::string record(const sim::WorldConfig& config, const Plan& plan, bool quiet, FrameFolder& folder) {
    const auto world = create_world(config);
    std::vector<uint32_t> shifts, descents;
    double misplaced = 0;
    Progress progress("steps", plan.frames, quiet);
    for (uint64_t frame = 1; frame <= plan.frames; ++frame) {
        world->step(1);
        throw_if_interrupted();
        progress.update(frame);
        if (frame <= plan.warmup) continue;
        const SortInput input = sort_input(*world);
        const Disorder disorder = disorder_of(input.order);
        shifts.push_back(disorder.max_shift);
        misplaced += disorder.misplaced;
        descents.push_back(world->counters().descents);
        folder.write(frame, input.keys);
    }
    progress.wipe();
    std::sort(shifts.begin(), shifts.end());
    std::sort(descents.begin(), descents.end());
    char text[320];
    std::snprintf(
        text, sizeof text,
        "%s, %s: %zu frames of %u keys, seed %llu; largest displacement %u to %u, median %u; %.1f %% of the "
        "keys displaced; descents %u to %u, median %u\n",
        config.scene.name.c_str(), config.broad_phase.c_str(), shifts.size(), config.bodies,
        static_cast<unsigned long long>(config.seed), shifts.front(), shifts.back(),
        shifts[shifts.size() / 2], 100 * misplaced / static_cast<double>(shifts.size()), descents.front(),
        descents.back(), descents[descents.size() / 2]);
    return text;
}

}  // namespace

SortInput sort_input(const sim::World& world) {
    const sim::BodyView bodies = world.bodies();
    if (world.counters().sorts != 1)
        throw std::logic_error("sort_input: a broad phase that sorts once is expected");
    SortInput input{std::vector<uint32_t>(bodies.count), std::vector<uint32_t>(bodies.count)};
    for (uint32_t slot = 0; slot < bodies.count; ++slot) {
        const uint32_t rank = bodies.rank ? bodies.rank[slot] : slot;
        const uint32_t before = rank - static_cast<uint32_t>(bodies.shift[slot]);
        input.keys.at(before) = bodies.sort_keys[slot];
        input.order.at(rank) = before;
    }
    uint32_t place = 0;
    if (!sort::is_sorted_order(sort::KeyType::u32, input.keys.data(), input.order, true, &place)) {
        throw CheckFailed("check failed: step " + std::to_string(world.counters().completed_steps) +
                          " is not in the order of the keys that were read, at index " +
                          std::to_string(place));
    }
    return input;
}

int run_bench_record(const RecordOptions& options) {
    const Plan plan = make_plan(options);
    std::vector<sim::WorldConfig> configs;
    const OuterFolder outer(plan.folder);
    std::vector<std::unique_ptr<FrameFolder>> folders;
    for (const std::string& scene : plan.scenes) configs.push_back(world_config(options, scene));
    for (const sim::WorldConfig& config : configs) {
        folders.push_back(std::make_unique<FrameFolder>(plan.folder / config.scene.name, options.force));
    }
    std::string text;
    for (size_t i = 0; i < configs.size(); ++i) text += record(configs[i], plan, options.quiet, *folders[i]);
    for (const auto& folder : folders) folder->commit();
    std::cout << text;
    return 0;
}

}  // namespace app
