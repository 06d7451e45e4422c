// The lesson that shows what a paper's figure measures.
#pragma once
#include <string>

namespace app {

/// A step of a lesson with the keys that `teach` takes by default.
struct FigureLesson {
    std::string engine;
    size_t step = 0;  // counted from 1

    std::string command() const;  // "sweeplab teach fourway --view --step 4"
    std::string file() const;     // "lesson-fourway.html", beside the report
    std::string page() const;     // the whole of it: app/teach/export/html.h
};

/// Returns the lesson of a paper's figure by its name: "ha-shuffle". Every paper's sort has one.
FigureLesson lesson_of_figure(const std::string& id);

}  // namespace app
