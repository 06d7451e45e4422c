// Around which rank, and back to the order of the input.
#include "app/view/lesson/scene_keys.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "app/observe/readers/readers.h"
#include "app/teach/input.h"
#include "app/teach/numbers.h"
#include "app/view/session/simulation.h"
#include "sort/base/numbers.h"

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
    const auto descent = std::adjacent_find(sort->keys.begin(), sort->keys.end(), std::greater<>());
    if (body == sim::kNobody && descent != sort->keys.end())
        body = sort->ids[static_cast<size_t>(descent - sort->keys.begin())];
    auto around = keys_around(*sort, body, count);
    return around ? std::move(around) : refuse("no body has this id");
}

ReadableKeys readable_keys(const std::vector<uint32_t>& keys) {
    if (keys.empty()) return {};
    const auto [least, most] = std::minmax_element(keys.begin(), keys.end());
    if (std::bit_width(*most) <= kLessonBits) return {keys, ""};
    const auto cut_by = [&, least = *least](int bits) {
        std::vector<uint32_t> cut;
        for (const uint32_t key : keys) cut.push_back((key - least) >> bits);
        return cut;
    };
    int bits = std::max(static_cast<int>(std::bit_width(*most - *least)) - kLessonBits, 0);
    const uint32_t all = descents(keys);
    while (bits > 0 && descents(cut_by(bits)) != all) --bits;
    std::string text = ", less " + sort::grouped(*least);
    if (bits > 0)
        text += " and without their " + (bits == 1 ? "lowest bit" : std::to_string(bits) + " low bits");
    return {cut_by(bits), text};
}

}  // namespace app
