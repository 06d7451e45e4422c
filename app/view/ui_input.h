// Raw events into Dear ImGui. The only file that knows which version of ImGui it is (1.86 has no event queue,
// 1.87 and newer have one).
#pragma once
#include <deque>
#include <vector>

#include "app/gl/context.h"

struct ImGuiIO;

namespace app {

/// Tells ImGui 1.86 where its special keys are in io.KeysDown; nothing to do in newer versions.
void map_keys(ImGuiIO& io);

void feed(ImGuiIO& io, const InputEvent& event);

/// Takes from the front of the queue what may happen within one frame: the same key or button changes at most
/// once, the mouse either moves or a button changes, and no key follows a button's change. Nothing is lost but further
/// repeats of a held key, the rest waits for the next frame.
std::vector<InputEvent> take_one_frame(std::deque<InputEvent>& queue);

}  // namespace app
