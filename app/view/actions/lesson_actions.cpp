// Actions of an open lesson.
#include "app/view/actions/action_groups.h"

#include "app/view/session/lesson_clock.h"

namespace app {
namespace {

using key::none;

void forward(LessonClock& clock, Grain grain) {
    clock.play(false);
    clock.forward(grain);
}

void back(LessonClock& clock, Grain grain) {
    clock.play(false);
    clock.back(grain);
}

constexpr Action kLessonActions[] = {
    {"lesson_play",
     "Space",
     "Play the lesson, or stop",
     {{{key::space, none}}},
     [](To to) { to.lesson->play(!to.lesson->playing()); }},
    {"operation_forward",
     "Right",
     "Next operation",
     {{{key::right, none}}},
     [](To to) { forward(*to.lesson, Grain::operation); },
     kRepeats},
    {"operation_back",
     "Left",
     "Operation before",
     {{{key::left, none}}},
     [](To to) { back(*to.lesson, Grain::operation); },
     kRepeats},
    {"stage_forward",
     "Down",
     "To the end of the stage",
     {{{key::down, none}}},
     [](To to) { forward(*to.lesson, Grain::stage); },
     kRepeats},
    {"stage_back",
     "Up",
     "Back to the end of the stage before",
     {{{key::up, none}}},
     [](To to) { back(*to.lesson, Grain::stage); },
     kRepeats},
    {"pass_forward",
     "PgDn",
     "To the end of the pass",
     {{{key::page_down, none}}},
     [](To to) { forward(*to.lesson, Grain::pass); },
     kRepeats},
    {"pass_back",
     "PgUp",
     "Back to the end of the pass before",
     {{{key::page_up, none}}},
     [](To to) { back(*to.lesson, Grain::pass); },
     kRepeats},
    {"lesson_first",
     "Home",
     "First stage",
     {{{key::home, none}}},
     [](To to) {
         to.lesson->play(false);
         to.lesson->first();
     }},
    {"lesson_last",
     "End",
     "Last stage",
     {{{key::end, none}}},
     [](To to) {
         to.lesson->play(false);
         to.lesson->last();
     }},
    {"", "Click", "Follow a key through all stages; again, or Esc: no longer"},
    {"", "Wheel", "Scroll the picture; with Ctrl: wider or narrower columns"},
};

}  // namespace

std::span<const Action> lesson_actions() { return kLessonActions; }

}  // namespace app
