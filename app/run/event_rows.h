// Events as rows of words, one an event, each with its step in front:
//
//   12 pull ID RATE MOST GRIP TARGET                 the hand takes a body; places are x y z
//   12 push RATE MOST TARGET VELOCITY RADIUS         the hand is a sphere
//   13 to TARGET [VELOCITY]                          the hand before has moved, and nothing else of it is new
//   14 release
//   15 physics restitution=0.4 gravity_m_s2=0,-9,0   what has changed, by the keys of scene files
//   16 throw POSITION VELOCITY RADIUS MASS [SHAPE QW QX QY QZ]
//   16 with ...                                      another body of the same throw
#pragma once
#include <string>
#include <vector>

#include "app/run/rows.h"
#include "sim/run/event.h"

namespace app {

/// Limits against which events are checked when they are read.
struct EventLimits {
    const sim::Scene& scene;  // its physics are those of the start
    uint32_t bodies = 0;      // at the start
    uint64_t steps = 0;
};

/// Throws BadFile: at words that mean nothing, at numbers that no step could have, at bodies that are not there, and
/// where steps go back.
std::vector<sim::Event> read_events(Rows& rows, const EventLimits& limits);

/// Rows that read_events reads to the same bits. `physics` are those of the start. What a hand does not use of its
/// numbers is not written.
std::string event_rows(const std::vector<sim::Event>& events, const sim::Physics& physics);

/// Appends the shortest text that is read to the same bits, as a float and as a double that becomes one; it
/// is a number of TOML.
void append_number(std::string& text, float number);

}  // namespace app
