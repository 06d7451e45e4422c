// The hash of the state while the world stands still: made once per stop, and of large worlds on request only.
#pragma once
#include "app/gl/still.h"
#include "app/view/session/session_parts.h"
#include "app/view/session/ui_state.h"

namespace app {

class StopHash {
public:
    /// Fills ui.touch.state_text, "" where it is not known. Once a frame; copies the whole state when it makes a hash.
    void update(Simulation& simulation, Messages& messages, UiState& ui, double now_s);

private:
    WorldMoment at_{};
    size_t events_ = 0;
    double since_s_ = -1;
};

}  // namespace app
