// What the rows of the Stages tab are, in a sentence each.
#pragma once
#include <string>
#include <string_view>

namespace app {

/// Returns the sentence on a stage of a step or, where there is none, on the part of its name before the last
/// slash; on a pass of a drawing; "" for others.
std::string_view stage_words(std::string_view stage);

}  // namespace app
