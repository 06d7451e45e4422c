// A file dropped onto the window, by its ending, or a folder of frames.
#include <filesystem>

#include "app/base/errors.h"
#include "app/base/messages.h"
#include "app/base/text/names.h"
#include "app/io/boxes.h"
#include "app/io/input_file.h"
#include "app/io/read/file_kind.h"
#include "app/view/overlays/window_overlays.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view_options.h"
#include "app/view/session/world_changes.h"
#include "app/view/widgets/widgets.h"
#include "sim/search/pair_search.h"

namespace app {
namespace {

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

/// Names it a change of the scene that is open, if that has what the file is for, else of another one.
void choose_scene_for(WorldChanges& changes, bool fits, const char* other) {
    if (!fits) changes.next.scene = other;
}

void report_pairs(const Simulation& simulation, Messages& messages, const std::vector<sim::Box>& boxes,
                  const std::string& path) {
    const sim::WorldConfig& world = simulation.config();
    sim::PairsConfig config;
    config.backend = world.backend;
    config.engine = world.engine;
    config.broad_phase = world.broad_phase;
    config.threads = world.threads;
    config.device = world.device;
    config.engine_config = world.engine_config;
    const auto search = sim::PairSearch::create(uint32_t(boxes.size()), config);
    search->set_boxes(boxes);
    const sim::PairsFound found = search->find();
    messages.say(file_name(path) + ": " + counted(boxes.size(), "box", "boxes") + ", " +
                 counted(found.pairs, "overlapping pair") + ", found in " + milliseconds(found.ms) + " by " +
                 config.broad_phase);
}

/// Boxes are floats in six columns; what is not is read as heights, whose reader says what is wrong.
bool holds_boxes(const std::string& path, std::vector<sim::Box>& boxes, std::vector<std::string>& notes) {
    try {
        boxes = read_boxes(path, &notes);
        return true;
    } catch (const BadFile& error) {
        const std::string what = error.what();
        if (what.find("(N, 6)") == what.npos && what.find("; float32 expected") == what.npos) throw;
        return false;
    }
}

}  // namespace

void open_file(const Simulation& simulation, WorldChanges& changes, Messages& messages,
               const std::string& path) {
    const sim::Spawner* spawner = sim::find_spawner(simulation.config().scene.spawn);
    try {
        if (std::filesystem::is_directory(path)) {
            changes.next.scene = data_scene(path);
            return;
        }
        FileKind kind = kind_by_name(path);
        if (kind == FileKind::unknown) kind = content_of(InputFile(path).start()).kind;
        std::vector<sim::Box> boxes;
        std::vector<std::string> notes;
        if (kind == FileKind::toml) {
            changes.next.scene = path;
        } else if (kind == FileKind::obj) {
            choose_scene_for(changes, spawner && spawner->meshes, "chairs");
            changes.next.mesh = path;
        } else if (kind == FileKind::npy && holds_boxes(path, boxes, notes)) {
            for (const std::string& note : notes) messages.say(note);
            report_pairs(simulation, messages, boxes, path);
        } else if (kind == FileKind::npy || kind == FileKind::png) {
            choose_scene_for(changes, spawner && spawner->ground, "landscape");
            changes.next.heightmap = path;
        } else {
            messages.say(
                file_name(path) +
                    ": a scene (.toml), a mesh (.obj), boxes (.npy), heights (.png, .npy) or a folder of frames expected",
                true);
        }
    } catch (const std::exception& error) {
        messages.say(error.what(), true);
    }
}

}  // namespace app
