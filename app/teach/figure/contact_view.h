// Boxes, points and pairs of the lesson `contacts` on a plane of a figure, in m; its charts, and the lists below them.
#pragma once
#include <string>
#include <vector>

#include "app/teach/bodies/contact_scene.h"
#include "app/teach/figure/plane_view.h"

namespace app {

/// Lines of a plane.
inline constexpr float kContactLines = 22;

/// Section of the world that a plane shows: at least this box, which is enlarged to the shape of the area,
/// from below upwards.
struct ContactWindow {
    AxisBox box{};
    float aspect = 1;
};
/// Returns the window around all boxes, with a strip of the ground.
ContactWindow heap_window(const std::vector<ContactBox>& boxes, const Area& area);
/// Returns the window around these places, with `more` on each side.
ContactWindow window_around(const std::vector<Vec2>& places, float more, const Area& area);

class ContactView : public PlanePen {
public:
    ContactView(FigureBuilder& builder, Area area, const ContactWindow& window);

    Spot at(Vec2 place) const;
    float height_m() const { return height_m_; }
    /// The ground, and all boxes with their numbers at their left ends.
    void heap(const std::vector<ContactBox>& boxes, int shown_at);
    /// Draws the outline of a box, `more` larger on each side.
    FigureShape& outline(const ContactBox& box, float more, int shown_at);
    FigureShape& around(const AxisBox& box, int shown_at);
    FigureShape& arrow(Vec2 from, Vec2 way, int shown_at);
    FigureShape& dot(Vec2 place, float size, bool filled, int shown_at);
    FigureShape& number(Vec2 place, const std::string& text, int shown_at);
    /// Draws a line from centre to centre, or to the ground below.
    FigureShape& link(const std::vector<ContactBox>& boxes, const ContactPair& pair, int shown_at);

private:
    bool shows(Vec2 place) const;
    FigureShape& polygon(const ContactBox& box, float more, bool filled, int shown_at);

    ContactWindow window_;
    float height_m_;
};

/// Returns the place beside the middle of a link.
Vec2 beside_link(const std::vector<ContactBox>& boxes, const ContactPair& pair);

Tone fate_tone(PairFate fate);

/// Operations at which the parts of the bars are shown: bars, margins, and by fate what is done with a pair.
struct MarginBarTimes {
    int bars, margins;
    std::vector<int> fates;
};
/// A bar per pair: what it has moved and needs, and its margin.
void draw_margin_bars(FigureBuilder& builder, const ContactTrace& step, const Area& area,
                      const MarginBarTimes& times);

/// Speeds of approach after each sweep, on a scale of powers of ten; of the first and the last of the later steps.
/// Begins an operation for each of these, which it returns.
std::vector<int> draw_sweep_curves(FigureBuilder& builder, const ContactScene& scene, const Area& area);

/// Draws the step's list of that name, if it has one, as a row of equal cells; word i from shown_at[i] on, or
/// from the only one.
void contact_row(FigureBuilder& builder, const std::string& array, const std::vector<int>& shown_at,
                 float widest = 1.5f);
/// A table, a line per state, with names of the lines.
void contact_table(FigureBuilder& builder, const std::string& array, const std::vector<std::string>& names,
                   const std::vector<int>& shown_at);

}  // namespace app
