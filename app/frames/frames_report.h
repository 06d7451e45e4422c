// What `sweeplab frames` says of a folder, as text and as JSON.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/frames/frame_facts.h"

namespace app {

/// Returns how the frames could be sorted, one sentence each, with the rule that says so.
std::vector<std::string> repair_advice(const FrameSet& set, std::span<const FrameFacts> facts);

/// Returns the lines on all frames together; of a frame that could not be read, one line with the reason.
std::string frames_text(const FrameSet& set, std::span<const FrameFacts> facts);

nlohmann::ordered_json frames_json(const FrameSet& set, std::span<const FrameFacts> facts);

}  // namespace app
