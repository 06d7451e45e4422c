// What the actions of the key table do to the live state.
#pragma once
#include "app/view/actions/keys.h"
#include "app/view/session/session.h"
#include "app/view/session/ui_state.h"

namespace app {

void perform(Action action, Session& session, UiState& ui);

/// The last steps as a Chrome trace in the working folder; says where, or why not.
void save_trace(Session& session);

/// Likewise the last race, with the whole path.
void save_race(Session& session);

/// "sweeplab_pile_1204.png", or the next free name after it. What could be written under the same name with another
/// ending does not exist either.
std::string free_name(const Session& session, const std::string& ending, const std::string& other = "");

}  // namespace app
