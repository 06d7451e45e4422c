// Each operation moves for kMoving frames; then the picture stands still until its sentence can have been read.
#include "app/teach/export/film.h"

#include <algorithm>
#include <future>
#include <thread>
#include <vector>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/progress.h"
#include "app/gl/capture.h"
#include "app/teach/export/raster.h"
#include "app/teach/export/step_svg.h"
#include "app/teach/figure/stage_figure.h"

namespace app {
namespace {

constexpr int kWidth = 1920, kHeight = 1080;
constexpr int kRate = 20, kMoving = 12;                // frames per second; frames of one operation
constexpr double kLeast_s = 1.2, kLetters_per_s = 28;  // of reading

struct Still {
    std::string svg;
    int frames;  // of the film
};

int reading_frames(const std::string& sentence) {
    const double seconds = kLeast_s + static_cast<double>(sentence.size()) / kLetters_per_s;
    return static_cast<int>(seconds * kRate);
}

class Film {
public:
    Film(const Lesson& lesson, InkTheme theme) : lesson_(lesson), theme_(theme) {}

    std::vector<Still> stills() {
        std::string said;
        for (size_t i = 0; i < lesson_.steps.size(); ++i) {
            const LessonStep& step = lesson_.steps[i];
            if (!step.ran) continue;
            const Figure figure = stage_figure(lesson_, i);
            if (!stills_.empty()) {
                for (int t = 1; t < kMoving; ++t)
                    add(i, between(last_, figure, double(t) / kMoving), step.sentence, 1);
            }
            add(i, figure_at(figure, 0), step.sentence,
                step.sentence == said ? kRate : reading_frames(step.sentence));
            said = step.sentence;
            for (size_t k = 0; k < figure.operations.size(); ++k) {
                const std::string& caption = figure.operations[k];
                for (int t = 1; t < kMoving; ++t)
                    add(i, figure_at(figure, double(k) + double(t) / kMoving), caption, 1);
                add(i, figure_at(figure, double(k + 1)), caption,
                    caption == said ? kRate : reading_frames(caption));
                said = caption;
            }
            last_ = figure;
        }
        return std::move(stills_);
    }

private:
    void add(size_t step, const Figure& figure, const std::string& caption, int frames) {
        std::string svg = step_svg(lesson_, step, figure, caption, theme_);
        // What does not move is drawn once.
        if (!stills_.empty() && stills_.back().svg == svg) {
            stills_.back().frames += frames;
        } else {
            stills_.push_back({std::move(svg), frames});
        }
    }

    const Lesson& lesson_;
    InkTheme theme_;
    Figure last_;
    std::vector<Still> stills_;
};

}  // namespace

void write_film(const Lesson& lesson, const std::string& path, InkTheme theme, bool quiet) {
    if (lesson.steps.empty()) throw BadUsage("-o " + path + ": the lesson has no stages with so few keys");
    const auto pictures = open_pictures(path, kWidth, kHeight, kRate);
    const std::vector<Still> stills = Film(lesson, theme).stills();
    const size_t at_once = std::max(1u, std::thread::hardware_concurrency());
    Progress progress("pictures", stills.size(), quiet);
    for (size_t begin = 0; begin < stills.size(); begin += at_once) {
        std::vector<std::future<Image>> images;
        const size_t end = std::min(begin + at_once, stills.size());
        for (size_t i = begin; i < end; ++i)
            images.push_back(std::async(std::launch::async, [&, i] {
                return image_of(stills[i].svg, kWidth, kHeight, inks(theme).background);
            }));
        for (size_t i = begin; i < end; ++i) {
            const Image image = images[i - begin].get();
            for (int frame = 0; frame < stills[i].frames; ++frame) pictures->add(image);
        }
        throw_if_interrupted();
        progress.update(end);
    }
    pictures->finish();
}

}  // namespace app
