// The tables of actions, a group each. An action is one row of one of them.
#pragma once
#include <span>

#include "app/view/actions/actions.h"
#include "app/view/session/ui_state.h"

namespace app {

using To = const ActionTarget&;
inline constexpr bool kOnce = false, kRepeats = true, kBesideLesson = true;

inline void flip(bool& value) { value = !value; }

std::span<const Action> run_actions();
std::span<const Action> view_actions();
std::span<const Action> window_actions();

}  // namespace app
