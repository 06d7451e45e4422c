// Around which rank, and back to the order of the input.
#include "app/view/lesson/scene_keys.h"

#include <algorithm>

#include "app/observe/readers.h"
#include "app/view/session/simulation.h"

namespace app {

std::optional<SceneKeys> keys_around(const FrameSort& sort, uint32_t body, uint32_t count) {
    const uint32_t bodies = uint32_t(sort.keys.size());
    count = std::min(count, bodies);
    uint32_t middle = bodies / 2;
    if (body != sim::kNobody) {
        const auto found = std::find(sort.ids.begin(), sort.ids.end(), body);
        if (found == sort.ids.end()) return std::nullopt;
        middle = sort.ranks[size_t(found - sort.ids.begin())];
    }
    SceneKeys around;
    around.first_rank = std::min(middle - std::min(middle, count / 2), bodies - count);
    for (uint32_t index = 0; index < bodies; ++index) {
        if (sort.ranks[index] - around.first_rank >= count) continue;  // also of smaller ranks: unsigned
        around.keys.push_back(sort.keys[index]);
        around.ids.push_back(sort.ids[index]);
    }
    return around;
}

std::optional<SceneKeys> keys_around(Simulation& simulation, uint32_t body, uint32_t count,
                                     std::string* why) {
    const auto refuse = [&](const std::string& reason) {
        if (why) *why = reason;
        return std::nullopt;
    };
    if (!simulation.world_has_stepped()) return refuse("no step was done yet");
    simulation.world().finish();
    const auto reader = make_frame_sort_reader(simulation.config().backend, simulation.config().device);
    reader->start(simulation.world());
    const auto sort = reader->take(true);
    if (!sort) return refuse("the broad phase " + simulation.config().broad_phase + " does not sort");
    auto around = keys_around(*sort, body, count);
    return around ? std::move(around) : refuse("no body has this id");
}

}  // namespace app
