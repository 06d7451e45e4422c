// Each operation moves for kMoving frames, unless the film is still; then the picture stands still until its sentence can have been read.
#include "app/teach/files/film.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <future>
#include <thread>
#include <vector>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/progress.h"
#include "app/gl/capture.h"
#include "app/teach/export/step_svg.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/files/raster.h"

namespace app {
namespace {

constexpr int kWidth = 1920, kHeight = 1080;
constexpr int kRate = 20, kMoving = 12;                // frames per second; frames of one operation
constexpr int kStillRate = 2;                          // frames per second where nothing moves
constexpr double kLeast_s = 1.2, kLetters_per_s = 28;  // of reading

struct Still {
    std::string svg;
    int frames;  // of the film
};

int reading_frames(const std::string& sentence, int rate) {
    const double seconds = kLeast_s + static_cast<double>(sentence.size()) / kLetters_per_s;
    return static_cast<int>(seconds * rate);
}

size_t operations_of(const Lesson& lesson) {
    size_t count = 0;
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        if (lesson.steps[i].ran) count += stage_figure(lesson, i).operations.size() + 1;
    }
    return count;
}

class Film {
public:
    /// `take` gets each still when the next one is known to differ; a film is too long to be kept as pictures.
    Film(const Lesson& lesson, InkTheme theme, bool still, std::function<void(Still)> take)
        : lesson_(lesson),
          theme_(theme),
          moving_(still ? 1 : kMoving),
          rate_(still ? kStillRate : kRate),
          take_(std::move(take)) {}

    /// `done` hears how many operations were drawn; each step has one more, its beginning.
    void draw(const std::function<void(size_t)>& done) {
        std::string said;
        size_t drawn = 0;
        for (size_t i = 0; i < lesson_.steps.size(); ++i) {
            const LessonStep& step = lesson_.steps[i];
            if (!step.ran) continue;
            const Figure figure = stage_figure(lesson_, i);
            if (now_.frames > 0) {
                for (int t = 1; t < moving_; ++t)
                    add(i, between(last_, figure, double(t) / moving_), step.sentence, 1);
            }
            add(i, figure_at(figure, 0), step.sentence,
                step.sentence == said ? rate_ : reading_frames(step.sentence, rate_));
            said = step.sentence;
            for (size_t k = 0; k < figure.operations.size(); ++k) {
                const std::string& caption = figure.operations[k];
                for (int t = 1; t < moving_; ++t)
                    add(i, figure_at(figure, double(k) + double(t) / moving_), caption, 1);
                add(i, figure_at(figure, double(k + 1)), caption,
                    caption == said ? rate_ : reading_frames(caption, rate_));
                said = caption;
                done(++drawn);
            }
            last_ = figure;
            done(++drawn);
        }
        if (now_.frames > 0) take_(std::move(now_));
    }

private:
    void add(size_t step, const Figure& figure, const std::string& caption, int frames) {
        std::string svg = step_svg(lesson_, step, figure, caption, theme_);
        // What does not move is drawn once.
        if (now_.svg != svg) {
            if (now_.frames > 0) take_(std::move(now_));
            now_ = {std::move(svg), 0};
        }
        now_.frames += frames;
    }

    const Lesson& lesson_;
    InkTheme theme_;
    int moving_, rate_;  // pictures of one operation; frames per second
    std::function<void(Still)> take_;
    Figure last_;
    Still now_{};
};

}  // namespace

void write_film(const Lesson& lesson, const std::string& path, InkTheme theme, bool still, bool quiet) {
    if (lesson.steps.empty()) throw BadUsage("-o " + path + ": the lesson has no stages with so few keys");
    const auto pictures = open_pictures(path, kWidth, kHeight, {still ? kStillRate : kRate});
    const size_t at_once = std::max(1u, std::thread::hardware_concurrency());
    std::deque<std::pair<std::future<Image>, int>> images;  // and their frames
    const auto write_first = [&] {
        const Image image = images.front().first.get();
        for (int frame = 0; frame < images.front().second; ++frame) pictures->add(image);
        images.pop_front();
    };
    Film film(lesson, theme, still, [&](Still still) {
        throw_if_interrupted();
        if (images.size() >= at_once) write_first();
        const int frames = still.frames;
        images.emplace_back(std::async(std::launch::async,
                                       [theme, svg = std::move(still.svg)] {
                                           return image_of(svg, kWidth, kHeight, inks(theme).background);
                                       }),
                            frames);
    });
    Progress progress("operations", operations_of(lesson), quiet);
    film.draw([&](size_t operations) { progress.update(operations); });
    while (!images.empty()) write_first();
    pictures->finish();
}

}  // namespace app
