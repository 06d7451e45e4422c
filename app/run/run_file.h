// A run as a file: where it starts, what was done to it by step, and hashes of its states. What its result depends on
// is in the file, but for meshes and height maps, which are named with their hashes.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/run/event.h"
#include "sim/scene.h"

namespace app {

struct HashAt {
    uint64_t step, hash;  // sim::state_hash after `step` steps

    bool operator==(const HashAt&) const = default;
};

/// Keyframe of a film: the camera's target, distance and angles after `step` steps.
struct CameraKey {
    uint64_t step;
    sim::CameraStart at;
};
inline constexpr size_t kMostCameraKeys = 10'000;  // of a run

/// Program and machine that recorded a run. Nothing of the result depends on them.
struct RecordedBy {
    std::string program, date, backend, engine, broad_phase;
};

struct RunFile {
    sim::Scene scene;  // with the physics that it starts with
    uint32_t bodies = 0;
    uint64_t seed = 1;
    uint64_t steps = 0;
    std::vector<sim::Event> events;  // by step
    std::vector<HashAt> hashes;      // by step, the last one after all steps
    std::vector<CameraKey> camera;   // by step; none: the scene's
    RecordedBy recorded;
};

/// Throws BadFile: with line and column, what was expected, and which meshes or height maps are not the recorded ones.
/// Reads a million events in seconds.
RunFile read_run(const std::string& path);

/// Parses the text of a run; throws as read_run(). `path` is named in messages, and files beside it are
/// looked for there.
RunFile parse_run(std::string_view text, const std::string& path);

/// Throws BadFile: the file appears whole or not at all.
void write_run(const std::string& path, const RunFile& run);

}  // namespace app
