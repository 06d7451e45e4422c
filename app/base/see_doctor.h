// The end of a message about what this machine lacks.
#pragma once

namespace app {

inline constexpr const char* kSeeDoctor = "; `sweeplab doctor` names the remedy";

}  // namespace app
