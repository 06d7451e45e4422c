// A figure at a moment.
#include "app/teach/figure/figure.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// A curve that leaves and arrives upright, at 0..1 of its way.
Spot along(const FigureLine& line, float t) {
    if (!line.curved) return {std::lerp(line.from.x, line.to.x, t), std::lerp(line.from.y, line.to.y, t)};
    const float u = 1 - t, middle = (line.from.y + line.to.y) / 2;
    const float ends = u * u * u + 3 * u * u * t;  // the weight of `from` and of the control point below it
    return {ends * line.from.x + (1 - ends) * line.to.x,
            u * u * u * line.from.y + 3 * u * t * middle + t * t * t * line.to.y};
}

template <class Thing>
std::vector<Thing> shown(const std::vector<Thing>& things, int done) {
    std::vector<Thing> left;
    std::copy_if(things.begin(), things.end(), std::back_inserter(left),
                 [done](const Thing& thing) { return thing.shown_at <= done; });
    return left;
}

}  // namespace

Figure figure_at(const Figure& figure, double operation) {
    const double last = static_cast<double>(figure.operations.size());
    operation = std::clamp(operation, 0.0, last);
    const int done = static_cast<int>(operation);
    const auto way = static_cast<float>(operation - done);

    Figure now{figure.width, figure.height, figure.rows, {}, {}, {}, {}, figure.operations};
    now.frames = shown(figure.frames, done);
    now.lines = shown(figure.lines, done);
    now.cells = shown(figure.cells, done);
    now.texts = shown(figure.texts, done);
    for (FigureCell& cell : now.cells) {
        if (cell.left_at > 0 && cell.left_at <= done) cell.tone = Tone::faint;
    }
    if (way <= 0) return now;

    // What is on its way: the cell that arrives with the next operation, drawn where its pair is by now.
    const float smooth = way * way * (3 - 2 * way);
    for (const FigureLine& line : figure.lines) {
        if (!line.carries || line.shown_at != done + 1) continue;
        for (const FigureCell& cell : figure.cells) {
            if (cell.pair != line.pair || cell.shown_at != line.shown_at) continue;
            if (cell.area.y < line.to.y - 0.01f || cell.area.y > line.to.y + 0.01f) continue;
            FigureCell moving = cell;
            const Spot at = along(line, smooth);
            moving.area.x = at.x - moving.area.width / 2;
            moving.area.y = std::lerp(line.from.y - moving.area.height, line.to.y,
                                      (at.y - line.from.y) / std::max(line.to.y - line.from.y, 0.01f));
            now.cells.push_back(moving);
        }
        now.lines.push_back(line);
        now.lines.back().tone = Tone::faint;
    }
    return now;
}

}  // namespace app
