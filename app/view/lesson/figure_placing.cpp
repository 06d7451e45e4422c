// Where a figure goes: its units as pixels, what is seen of it, and what lies under the mouse.
#include <algorithm>
#include <cmath>

#include "app/view/lesson/figure_painter.h"

namespace app {
namespace {

constexpr float kWidestColumn = 64, kTallestLine = 27;  // unscaled pixels
constexpr float kLeastLine = 1.12f;                     // heights of small text
constexpr float kMostGutter = 0.2f;                     // of the room

float gutter_of(const std::vector<std::string>& names, const Region& room, const Fonts& fonts) {
    const float size = fonts.small_->FontSize;
    float widest = 0;
    for (const std::string& name : names)
        widest = std::max(widest, fonts.small_->CalcTextSizeA(size, 1e9f, 0, name.c_str()).x);
    return std::round(std::min(widest + (kLeftOfNames + kRightOfNames) * size, room.width * kMostGutter));
}

Area pixels_of(const FigurePlane& plane, const FigurePlacing& placing) {
    Area picture = picture_area(plane, placing.column, placing.line);
    picture.x += placing.origin.x;
    picture.y += placing.origin.y;
    return picture;
}

bool contains(const Area& picture, const ImVec2& pixel) {
    return pixel.x >= picture.x && pixel.x <= picture.x + picture.width && pixel.y >= picture.y &&
           pixel.y <= picture.y + picture.height;
}

ImVec2 pixel_of(const Area& picture, const Spot& spot) {
    return {picture.x + spot.x * picture.height, picture.y + (1 - spot.y) * picture.height};
}

/// Returns whether a spot lies in a convex polygon.
bool is_inside(const std::vector<Spot>& corners, const Spot& spot) {
    int left = 0, right = 0;
    for (size_t k = 0; k < corners.size(); ++k) {
        const Spot &a = corners[k], &b = corners[(k + 1) % corners.size()];
        const float side = (b.x - a.x) * (spot.y - a.y) - (b.y - a.y) * (spot.x - a.x);
        left += side > 0;
        right += side < 0;
    }
    return !corners.empty() && (left == 0 || right == 0);
}

}  // namespace

FigurePlacing place_figure(const Figure& figure, const std::vector<std::string>& names, const Region& room,
                           const Fonts& fonts, float scale, FigureScroll& scroll) {
    FigurePlacing placing;
    placing.room = room;
    placing.gutter = gutter_of(names, room, fonts);
    const float margin = std::round(8 * scale);
    const float width = std::max(room.width - placing.gutter - margin, 8.0f);
    const float height = std::max(room.height - 2 * margin, 8.0f);
    const float columns = std::max(figure.width, 1.0f), lines = std::max(figure.height, 1.0f);

    scroll.zoom = std::clamp(scroll.zoom, 1.0f, 16.0f);
    const float fits = std::min(width / columns, kWidestColumn * scale);
    placing.column = std::min(fits * scroll.zoom, std::max(fits, kWidestColumn * scale));
    scroll.zoom = placing.column / fits;
    const float least = fonts.small_->FontSize * kLeastLine;
    placing.line = std::clamp(height / lines, least, std::max(kTallestLine * scale, least));

    scroll.x = std::clamp(scroll.x, 0.0f, std::max(columns * placing.column - width, 0.0f));
    scroll.y = std::clamp(scroll.y, 0.0f, std::max(lines * placing.line - height, 0.0f));
    const float spare = std::max(width - columns * placing.column, 0.0f);
    placing.origin = {std::round(room.x + placing.gutter + spare / 2 - scroll.x),
                      std::round(room.y + margin - scroll.y)};
    return placing;
}

Area changed_area(const Figure& figure, int operation) {
    float top = 1e9f, bottom = -1;
    const auto add = [&](float y, float height) {
        top = std::min(top, y);
        bottom = std::max(bottom, y + height);
    };
    for (const FigureCell& cell : figure.cells) {
        if (cell.shown_at == operation) add(cell.area.y, cell.area.height);
    }
    for (const FigureFrame& frame : figure.frames) {
        if (frame.shown_at == operation) add(frame.area.y, frame.area.height);
    }
    for (const FigurePlane& plane : figure.planes) {
        const auto is_new = [operation](const FigureShape& shape) { return shape.shown_at == operation; };
        if (std::any_of(plane.shapes.begin(), plane.shapes.end(), is_new))
            add(plane.area.y, plane.area.height);
    }
    if (bottom < top) return {};
    return {0, top, figure.width, bottom - top};
}

const FigureCell* cell_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel) {
    if (pixel.x < placing.room.x + placing.gutter || pixel.x >= placing.room.x + placing.room.width ||
        pixel.y < placing.room.y || pixel.y >= placing.room.y + placing.room.height)
        return nullptr;
    const float x = (pixel.x - placing.origin.x) / placing.column;
    const float y = (pixel.y - placing.origin.y) / placing.line;
    for (size_t k = figure.cells.size(); k-- > 0;) {
        const Area& area = figure.cells[k].area;
        if (x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height)
            return &figure.cells[k];
    }
    return nullptr;
}

const FigureRow* row_name_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel) {
    const float x = pixel.x - placing.room.x;
    if (x < 0 || x >= placing.gutter || pixel.y < placing.room.y) return nullptr;
    const float y = (pixel.y - placing.origin.y) / placing.line;
    for (const FigureRow& row : figure.rows) {
        if (y >= row.y && y < row.y + row.height) return &row;
    }
    return nullptr;
}

uint32_t shape_at(const Figure& figure, const FigurePlacing& placing, ImVec2 pixel) {
    uint32_t found = kNoPair;
    for (const FigurePlane& plane : figure.planes) {
        const Area picture = pixels_of(plane, placing);
        if (!contains(picture, pixel)) continue;  // shapes are cut off there
        const Spot spot{(pixel.x - picture.x) / picture.height, 1 - (pixel.y - picture.y) / picture.height};
        float nearest = placing.line * 0.6f;
        for (const FigureShape& shape : plane.shapes) {
            if (shape.pair == kNoPair) continue;
            if (shape.kind == FigureShape::polygon && found == kNoPair && is_inside(shape.corners, spot))
                found = shape.pair;
            if (shape.kind != FigureShape::dot) continue;
            const ImVec2 at = pixel_of(picture, shape.from);
            const float away = std::hypot(at.x - pixel.x, at.y - pixel.y);
            if (away >= nearest) continue;
            nearest = away;
            found = shape.pair;
        }
    }
    return found;
}

}  // namespace app
