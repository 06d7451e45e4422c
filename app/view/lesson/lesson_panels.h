// The regions of an open lesson: what each draws and changes. lesson_screen.h puts them together.
#pragma once
#include "app/view/lesson/figure_painter.h"
#include "app/view/lesson/lesson_form.h"
#include "app/view/lesson/lesson_state.h"
#include "app/view/panels/panels.h"

namespace app {

struct LessonData {
    LessonForm form;
    LessonState state;
    FigureScroll scroll[2];
    float scroll_to[2] = {-1, -1};          // FigureScroll::y goes there; below 0: it stays
    std::vector<std::string> device_notes;  // of each lesson: why its kernels were given up; "" they were not
    bool form_changed = false;              // make the lesson anew
    double typed_at = -1;     // ImGui's time of the last change of the typed keys; below 0: they are taken
    int typed_frame = 0;      // and the frame
    bool read_scene = false;  // take keys from the scene first
    size_t kept_in_view = SIZE_MAX;  // the place for which the picture was scrolled

    /// Returns whether the lesson is that of a student's kernel, which the window cannot run on other keys.
    bool shows_own_kernel() const {
        return state.count() > 0 && state.lesson().source_kind == LessonSource::own_kernel;
    }
};

void draw_lesson_input(PanelInput& in, LessonData& data);    // left
void draw_lesson_picture(PanelInput& in, LessonData& data);  // middle
void draw_lesson_steps(PanelInput& in, LessonData& data);    // below it
void draw_lesson_numbers(PanelInput& in, LessonData& data);  // right

/// Shows a tooltip with all that a lesson of keys has of one cell: row, index, the value in three forms, the
/// pass's digit marked.
void cell_tooltip(const Lesson& lesson, const LessonStep& step, const Figure& figure, const FigureCell& cell);
/// Shows a tooltip with all that a lesson has of one body in a plane.
void body_tooltip(const Lesson& lesson, uint32_t body);

/// "0101 [10] 11": the bits of a word, those of the digit in brackets. bits: how many the lesson's keys have.
std::string bits_text(uint32_t word, int bits, int digit_begin, int digit_end);

}  // namespace app
