// Keys of the live scene for a lesson: those of the bodies around a body, as the last step's sort found them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/view/session/session_parts.h"

namespace app {

struct FrameSort;  // app/observe/readers/frame_sort.h

/// Keys and ids of the bodies whose ranks are first_rank, first_rank + 1, ..., in the order in which the sort
/// found them.
struct SceneKeys {
    std::vector<uint32_t> keys, ids;
    uint32_t first_rank = 0;
};

/// The (key, body) pairs of the `count` bodies (fewer where the scene has fewer) whose ranks lie around that of `body`,
/// an id; for kNobody around the first descent, or the middle of the order. With `endpoint`: of the min ends on x. None where the last step
/// sorted nothing, or no step was done yet: `why` then says so. Copies the whole sort and waits for it (16 bytes per
/// body): for a command, not for every frame.
std::optional<SceneKeys> keys_around(Simulation& simulation, uint32_t body, uint32_t count,
                                     std::string* why = nullptr);

/// Returns the (key, body) pairs around the rank of `body`, as the other keys_around(), of a sort that was
/// read; for kNobody around the middle of the order.
std::optional<SceneKeys> keys_around(const FrameSort& sort, uint32_t body, uint32_t count);

/// Keys with few digits, in the same order.
struct ReadableKeys {
    std::vector<uint32_t> keys;
    std::string cut;  // ", less 28,000 and without their 3 low bits"; "": nothing was cut
};

/// Returns the keys less the least of them, and without so many low bits that kLessonBits are left, as far as no descent
/// is lost. Keys that have no more bits stay as they are.
ReadableKeys readable_keys(const std::vector<uint32_t>& keys);

}  // namespace app
