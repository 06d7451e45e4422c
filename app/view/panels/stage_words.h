// What the rows of the Stages tab are, in a sentence each.
#pragma once
#include <string>
#include <string_view>

namespace app {

/// Of a stage of a step, or, where it has none, of what stands before its slash; of a drawing's pass; "" for others.
std::string_view stage_words(std::string_view stage);

}  // namespace app
