// A figure at a moment.
#include "app/teach/figure/figure.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace app {
namespace {

/// Returns the point at t in 0..1 on a line, which is straight, or a curve that leaves and arrives upright.
Spot along(const FigureLine& line, float t) {
    if (!line.curved) return {std::lerp(line.from.x, line.to.x, t), std::lerp(line.from.y, line.to.y, t)};
    const float u = 1 - t, middle = (line.from.y + line.to.y) / 2;
    const float ends = u * u * u + 3 * u * u * t;  // the weight of `from` and of the control point below it
    return {ends * line.from.x + (1 - ends) * line.to.x,
            u * u * u * line.from.y + 3 * u * t * middle + t * t * t * line.to.y};
}

constexpr float kToCome = 0.3f;  // opacity of the name of a row that has not appeared yet

template <class Thing>
std::vector<Thing> shown(const std::vector<Thing>& things, int done) {
    std::vector<Thing> left;
    std::copy_if(things.begin(), things.end(), std::back_inserter(left),
                 [done](const Thing& thing) { return thing.shown_at <= done; });
    return left;
}

/// Returns the row of keys where a picture ends (the last one) or begins; -1: none.
int row_of_keys(const Figure& figure, bool last) {
    int found = -1;
    for (size_t i = 0; i < figure.rows.size(); ++i) {
        if (figure.rows[i].keys && (last || found < 0)) found = static_cast<int>(i);
    }
    return found;
}

template <class Thing>
void add_faded(std::vector<Thing>& all, const std::vector<Thing>& things, float opacity) {
    for (const Thing& thing : things) {
        all.push_back(thing);
        all.back().opacity *= opacity;
    }
}

void add_faded_planes(std::vector<FigurePlane>& all, const std::vector<FigurePlane>& planes, float opacity) {
    for (const FigurePlane& plane : planes) {
        all.push_back({plane.area, {}, plane.aspect});
        add_faded(all.back().shapes, plane.shapes, opacity);
    }
}

/// Adds all parts but the cells, faded.
void add_faded(Figure& sum, const Figure& part, float opacity) {
    add_faded_planes(sum.planes, part.planes, opacity);
    add_faded(sum.frames, part.frames, opacity);
    add_faded(sum.lines, part.lines, opacity);
    add_faded(sum.texts, part.texts, opacity);
}

}  // namespace

std::string FigureRow::word_name(uint32_t index) const {
    if (columns == 0) return name + "[" + std::to_string(index) + "]";
    return name + ", " + word_row + " " + std::to_string(index / columns) + ", " + word_column + " " +
           std::to_string(index % columns);
}

Area picture_area(const FigurePlane& plane, float column, float line) {
    const float width = plane.area.width * column, height = plane.area.height * line,
                tall = std::min(width / plane.aspect, height), wide = tall * plane.aspect;
    return {plane.area.x * column + (width - wide) / 2, plane.area.y * line + (height - tall) / 2, wide,
            tall};
}

bool belongs_to(const FigureCell& cell, uint32_t pair) {
    if (pair == kNoPair) return false;
    return cell.pair == pair ||
           std::find(cell.addend_of.begin(), cell.addend_of.end(), pair) != cell.addend_of.end();
}

CellAreas areas_of(const FigureCell& cell) {
    constexpr float kTall = 2.5f, kBars = 0.4f;
    if (cell.bar < 0 || cell.area.height < kTall) return {cell.area, cell.area};
    const float bars = cell.area.height * kBars, top = cell.area.height - bars;
    return {{cell.area.x, cell.area.y, cell.area.width, top},
            {cell.area.x, cell.area.y + top, cell.area.width, bars}};
}

Figure figure_at(const Figure& figure, double operation) {
    const double last = static_cast<double>(figure.operations.size());
    operation = std::clamp(operation, 0.0, last);
    const int done = static_cast<int>(operation);
    const auto way = static_cast<float>(operation - done);

    Figure now{figure.width, figure.height, figure.bins, figure.rows, {}, {}, {}, {}, figure.operations, {}};
    for (FigureRow& row : now.rows) {
        if (row.shown_at > done) row.opacity *= kToCome;
    }
    now.frames = shown(figure.frames, done);
    now.lines = shown(figure.lines, done);
    now.cells = shown(figure.cells, done);
    now.texts = shown(figure.texts, done);
    for (const FigurePlane& plane : figure.planes) {
        now.planes.push_back({plane.area, shown(plane.shapes, done), plane.aspect});
        std::erase_if(now.planes.back().shapes, [done](const FigureShape& shape) {
            return shape.left_at > 0 && shape.left_at <= done;
        });
    }
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
            if (std::abs(cell.area.x + cell.area.width / 2 - line.to.x) > 0.01f) continue;
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

Figure between(const Figure& before, const Figure& after, double t) {
    const auto way = static_cast<float>(std::clamp(t, 0.0, 1.0));
    Figure old = figure_at(before, static_cast<double>(before.operations.size()));
    Figure next = figure_at(after, 0);
    if (way <= 0) return old;
    if (way >= 1) return next;

    // Names stand at the left of what is coming; the cells' rows are those of `next`, none for what leaves.
    Figure sum{std::max(old.width, next.width),
               std::max(old.height, next.height),
               next.bins,
               next.rows,
               {},
               {},
               {},
               {},
               next.operations,
               {}};
    add_faded(sum, old, 1 - way);
    add_faded(sum, next, way);
    const int from = row_of_keys(old, true), to = row_of_keys(next, false);
    std::map<uint32_t, Area> were;
    for (const FigureCell& cell : old.cells) {
        if (cell.row == from && from >= 0 && cell.pair != kNoPair) were[cell.pair] = cell.area;
    }
    const float smooth = way * way * (3 - 2 * way);
    std::vector<FigureCell> gliding;
    for (FigureCell cell : next.cells) {
        const auto found = cell.row == to && to >= 0 ? were.find(cell.pair) : were.end();
        if (found == were.end()) {
            cell.opacity *= way;
            sum.cells.push_back(cell);
            continue;
        }
        const Area& start = found->second;
        cell.area = {std::lerp(start.x, cell.area.x, smooth), std::lerp(start.y, cell.area.y, smooth),
                     std::lerp(start.width, cell.area.width, smooth),
                     std::lerp(start.height, cell.area.height, smooth)};
        gliding.push_back(cell);
        were.erase(found);
    }
    for (FigureCell cell : old.cells) {
        const bool glides = cell.row == from && from >= 0 && cell.pair != kNoPair && !were.count(cell.pair);
        if (glides) continue;
        cell.opacity *= 1 - way;
        cell.row = -1;
        sum.cells.push_back(cell);
    }
    sum.cells.insert(sum.cells.end(), gliding.begin(), gliding.end());  // above what fades
    return sum;
}

}  // namespace app
