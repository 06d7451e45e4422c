// Draws a part of the timeline: the time axis, frames, and the lanes with their rows of slices. What lies outside, or
// under a pixel that is drawn already, costs nothing.
#pragma once
#include <imgui.h>

#include <optional>
#include <vector>

#include "app/measure/frames/frame_timeline.h"
#include "app/view/widgets/theme.h"

namespace app {

class TimelinePlot {
public:
    struct Place {  // of a slice
        Lane lane;
        uint8_t depth;
        size_t index;
    };

    /// `compute` names the lane of the steps.
    TimelinePlot(const FrameTimeline& timeline, double from_us, double to_us, ImVec2 min, ImVec2 max,
                 const Fonts& fonts, float scale, const char* compute);

    void draw(ImDrawList* list) const;
    void outline(ImDrawList* list, const Place& place) const;
    void draw_measure(ImDrawList* list, double from_us, double to_us) const;

    /// The slice seen at a point of the window; of those too short to be told apart there, the longest.
    std::optional<Place> at(ImVec2 point) const;
    const SkipMark* skip_at(ImVec2 point) const;

    const Slice& slice(const Place& place) const {
        return timeline_.row(place.lane, place.depth)[place.index];
    }
    double us_of(float x) const { return from_us_ + double(x - min_.x) / pixels_per_us_; }
    float x_of(double us) const { return min_.x + static_cast<float>((us - from_us_) * pixels_per_us_); }

private:
    struct Row {
        Lane lane;
        uint8_t depth;
        float top, bottom;
    };
    struct Paint {
        ImU32 fill, text;
    };

    void place_rows();
    void choose_colours();
    Paint paint(Lane lane, size_t depth, const Slice& slice) const;
    void draw_axis(ImDrawList* list) const;
    void draw_frames(ImDrawList* list) const;
    void draw_row(ImDrawList* list, const Row& row) const;
    void draw_slice(ImDrawList* list, const Row& row, const Slice& slice) const;
    void draw_skips(ImDrawList* list) const;
    const Row* row_of(Lane lane, size_t depth) const;
    const Row* row_of_skips() const { return row_of(Lane::compute, 0); }
    double reference_us() const;

    const FrameTimeline& timeline_;
    double from_us_, to_us_, pixels_per_us_;
    ImVec2 min_, max_;  // of the rows; the axis is above, the names are to the left
    const Fonts& fonts_;
    float scale_, text_;
    const char* compute_;
    std::vector<Row> rows_;
    std::vector<Paint> parts_, stages_, others_;  // by name
};

}  // namespace app
