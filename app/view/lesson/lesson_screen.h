// The lesson in the window: input at the left, the picture of the stage in the middle, its controls below, its
// numbers at the right. Owns the open lesson; reads and changes what the panels do.
#pragma once
#include "app/view/lesson/lesson_panels.h"

namespace app {

class LessonScreen {
public:
    /// Sets the lesson that the next opening shows. Throws BadUsage as make_lesson (an unknown engine, digits
    /// that it has not), and for a step that is not there, with the number of steps.
    void prepare(const LessonStart& start);

    /// Opens and closes as the UiState says, pauses the scene while it is open, makes the lesson anew where the form changed, keeps the followed key
    /// and the selected body of the scene together.
    void follow(Simulation& simulation, View& view, Inspector& inspector, UiState& ui);

    bool moves() const { return data_.state.clock.playing() || data_.state.clock.moves(); }
    void advance(double seconds) { data_.state.clock.advance(seconds); }

    void draw(PanelInput& in);

    LessonData& data() { return data_; }

private:
    void open(const Simulation& simulation, UiState& ui);
    void stand_at(size_t step);
    bool make();
    void read_scene(Simulation& simulation, View& view);
    void follow_selection(View& view, UiState& ui);
    void light_up(const Simulation& simulation, Inspector& inspector);

    LessonData data_;
    LessonInput last_input_;  // of the lessons that are shown
    std::string no_lesson_;   // why another engine than the requested one is shown; "": it is not
    std::string backend_ = "auto";
    int device_ = 0;
    bool open_ = false, was_paused_ = false;               // the scene, before the lesson was opened
    uint32_t tracked_ = kNoPair, selected_ = 0xffffffffu;  // in the last frame
};

}  // namespace app
