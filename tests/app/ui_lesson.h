// The program with an open lesson, as tests of the window use it.
#pragma once
#include "app/view/lesson/lesson_screen.h"
#include "tests/app/ui_program.h"

namespace ui_program {

/// The program with an open lesson of one engine on a few keys.
struct Lesson : Program {
    explicit Lesson(const char* engine = "fourway", uint32_t count = 24, int width = 1280, int height = 720,
                    float scale = 1)
        : Program(width, height, scale) {
        app::LessonStart start;
        start.engines = {engine};
        start.count = count;
        start.backend = "cpu";
        frame.lesson().prepare(start);
        press(app::key::f5);
    }

    app::LessonData& data() { return frame.lesson().data(); }
    app::LessonClock& clock() { return data().state.clock; }
    size_t place() { return clock().place(); }
    void settle() {
        for (int k = 0; k < 200 && clock().moves(); k++) frame.lesson().advance(0.05);
    }
};

}  // namespace ui_program
