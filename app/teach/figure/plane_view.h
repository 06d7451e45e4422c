// The plane of a lesson (app/teach/bodies) on a figure: bodies, squares and nodes where they are.
#pragma once
#include "app/teach/bodies/plane.h"
#include "app/teach/figure/figure_builder.h"

namespace app {

/// Returns the height of a plane, in lines of text: larger beside many columns.
float plane_lines(const FigureBuilder& builder);

/// A plane on a figure, in its own unit: y from 0 to 1, x from 0 to its aspect.
class PlanePen {
public:
    PlanePen(FigureBuilder& builder, Area area, float aspect = 1);

    /// Adds a shape. The reference is valid until the next call.
    FigureShape& add(FigureShape::Kind kind, Spot from, int shown_at);
    FigureShape& line(Spot from, Spot to, int shown_at);
    FigureShape& area(Spot from, Spot to, int shown_at, bool filled);
    FigureShape& text(Spot middle, const std::string& text, int shown_at);

protected:
    FigureBuilder& builder_;

private:
    size_t number_;
};

class PlaneView : public PlanePen {
public:
    /// Begins a plane. With `axes` there is room for numbers at the left and below.
    PlaneView(FigureBuilder& builder, const LessonPlane& plane, Area area, bool axes = false);

    Spot at(float x_m, float y_m) const;
    Spot at(const sim::Vec3& place) const { return at(place.x, place.y); }
    Spot at_rank(uint32_t rank) const { return at(plane_.bodies[plane_.order[rank]].place()); }
    /// Returns a spot in the cube's square: x and y from 0 to 1, from its lower left corner.
    Spot part(float x, float y) const;

    FigureShape& circle(Spot middle, float radius_m, int shown_at);

    /// The square that the cube is.
    void outline(int shown_at, Tone tone = Tone::faint);
    /// The borders of the squares of a level that none before it has.
    void grid(uint32_t level, int shown_at);
    /// Draws a square of a level, by the upper bits of its cells.
    FigureShape& square(uint32_t level, uint32_t x, uint32_t y, int shown_at, bool filled);
    /// Draws all bodies, coloured by group; with `by_mass` heavier ones are larger.
    void bodies(int shown_at, bool by_mass = false);
    /// Draws the box of a node, never too thin to be seen.
    FigureShape& box(const sim::NodeBox& box, int shown_at, bool filled);

private:
    const LessonPlane& plane_;
    float margin_;
};

inline std::string number_text(uint64_t number) { return std::to_string(number); }

/// Returns "lower left": by the upper bits of a quarter.
const char* quarter_name(uint32_t x, uint32_t y);

}  // namespace app
