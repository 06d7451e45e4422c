// Rows of slices over ImDrawList.
#include "app/view/tool_panel/timeline_plot.h"

#include <algorithm>
#include <cmath>

#include "app/view/panels/panels.h"
#include "app/view/tool_panel/frame_bar.h"
#include "app/view/widgets/plot.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kLabelFrom_px = 18;  // times the scale: narrower slices have no room for a name
constexpr float kNear_px = 2;        // of the mouse
constexpr float kMark_px = 4;        // of a skip mark, half of its width, times the scale

/// Black or white, whichever is read better.
ImU32 text_on(ImU32 fill) {
    const auto part = [fill](int shift) { return static_cast<float>(fill >> shift & 255); };
    const float light =
        0.299f * part(IM_COL32_R_SHIFT) + 0.587f * part(IM_COL32_G_SHIFT) + 0.114f * part(IM_COL32_B_SHIFT);
    return light > 140 ? IM_COL32(16, 20, 26, 255) : IM_COL32(240, 243, 247, 255);
}

std::string time_label(double us, double step_us) {
    const bool ms = step_us >= 1000;
    const double rounded = std::round(ms ? us / 10 : us * 100) / 100 + 0.0;  // -0 becomes 0
    return text_of(ms ? "%g ms" : "%g us", rounded);
}

}  // namespace

TimelinePlot::TimelinePlot(const FrameTimeline& timeline, double from_us, double to_us, ImVec2 min,
                           ImVec2 max, const Fonts& fonts, float scale, const char* compute)
    : timeline_(timeline),
      from_us_(from_us),
      to_us_(to_us),
      min_(min),
      max_(max),
      fonts_(fonts),
      scale_(scale),
      text_(fonts.small_->FontSize),
      compute_(compute) {
    min_.x += std::round(text_ * 4.2f);
    min_.y += std::round(text_ * 1.3f);
    pixels_per_us_ = double(std::max(max_.x - min_.x, 1.0f)) / std::max(to_us - from_us, 1e-3);
    place_rows();
    choose_colours();
}

void TimelinePlot::place_rows() {
    const float gap = std::round(3 * scale_);
    size_t count = 0;
    const auto there = [&](size_t lane, size_t depth) {
        return depth == 0 || timeline_.row(Lane(lane), depth).size() > 0;
    };
    for (size_t lane = 0; lane < kLanes; ++lane)
        for (size_t depth = 0; depth < kLaneRows; ++depth) count += there(lane, depth);
    const float room = max_.y - min_.y - gap * float(kLanes - 1);
    const float height = std::clamp(std::floor(room / float(count)), 3 * scale_, std::round(text_ * 1.45f));
    float top = min_.y;
    for (size_t lane = 0; lane < kLanes; ++lane, top += gap) {
        for (size_t depth = 0; depth < kLaneRows; ++depth) {
            if (!there(lane, depth)) continue;
            rows_.push_back({Lane(lane), uint8_t(depth), top, top + height - 1});
            top += height;
        }
    }
    max_.y = std::min(max_.y, top - gap);
}

/// Chooses the colour of each name once, not of each slice.
void TimelinePlot::choose_colours() {
    constexpr colours::Ink kLight = colours::ink(0x97a1b0, 0xb3bbc6),
                           kDark = colours::ink(0x5d6876, 0x8b95a3);
    const size_t names = timeline_.names();
    for (size_t id = 0; id < names; ++id) {
        const std::string& name = timeline_.name(uint16_t(id));
        ImU32 part = part_colour(FramePart::other);
        for (size_t k = 0; k < kFrameParts; ++k)
            if (name == name_of(FramePart(k))) part = part_colour(FramePart(k));
        const ImU32 stage = stage_colour(name), other = id % 2 ? kLight : kDark;
        parts_.push_back({part, text_on(part)});
        stages_.push_back({stage, text_on(stage)});
        others_.push_back({other, text_on(other)});
    }
}

TimelinePlot::Paint TimelinePlot::paint(Lane lane, size_t depth, const Slice& slice) const {
    if (depth == 0 && lane != Lane::copy) return {colours::kFrame, colours::kText};
    if (lane == Lane::cpu) return parts_[slice.name];
    if (lane == Lane::compute && depth == 1) return stages_[slice.name];
    return others_[slice.name];
}

void TimelinePlot::draw(ImDrawList* list) const {
    draw_axis(list);
    const char* const names[kLanes] = {"CPU", compute_, "copy", "OpenGL"};
    for (size_t k = 0; k < rows_.size(); ++k) {
        const Row& row = rows_[k];
        list->AddRectFilled({min_.x, row.top}, {max_.x, row.bottom}, colours::kPlot);
        if (row.depth > 0) continue;
        size_t last = k;
        while (last + 1 < rows_.size() && rows_[last + 1].lane == row.lane) ++last;
        // In its first row, or where rows are low in the middle of all.
        const bool low = row.bottom - row.top < text_;
        const float bottom = low ? rows_[last].bottom : row.bottom;
        if (bottom - row.top < text_ * 0.7f) continue;
        list->AddText(fonts_.small_, text_,
                      {min_.x - std::round(text_ * 4.2f), std::round((row.top + bottom - text_) / 2)},
                      colours::kDim, names[size_t(row.lane)]);
    }
    list->PushClipRect({min_.x, min_.y - text_ * 1.3f}, max_, true);
    for (const Row& row : rows_) draw_row(list, row);
    draw_frames(list);
    draw_skips(list);
    list->PopClipRect();
}

/// Returns the time from which the axis counts, us: the start of the first frame that begins in view.
double TimelinePlot::reference_us() const {
    const auto& frames = timeline_.frames();
    const auto first = std::partition_point(frames.begin(), frames.end(),
                                            [&](const FrameOnTimeline& f) { return f.start_us < from_us_; });
    return first != frames.end() && first->start_us < to_us_ ? first->start_us : from_us_;
}

void TimelinePlot::draw_axis(ImDrawList* list) const {
    const int most = std::max(1, static_cast<int>((max_.x - min_.x) / (text_ * 7)));
    const double step = round_step(to_us_ - from_us_, most), zero = reference_us();
    const float y = min_.y - std::round(text_ * 1.25f);
    for (double at = std::ceil((from_us_ - zero) / step) * step; zero + at < to_us_; at += step) {
        const float x = std::round(x_of(zero + at));
        list->AddLine({x, min_.y - 3 * scale_}, {x, min_.y}, colours::kDim);
        if (x + text_ * 4 < max_.x)
            list->AddText(fonts_.small_, text_, {x + 3 * scale_, y}, colours::kDim,
                          time_label(at, step).c_str());
    }
}

void TimelinePlot::draw_frames(ImDrawList* list) const {
    const auto& frames = timeline_.frames();
    auto frame = std::partition_point(frames.begin(), frames.end(),
                                      [&](const FrameOnTimeline& f) { return f.start_us < from_us_; });
    for (; frame != frames.end() && frame->start_us < to_us_; ++frame) {
        const float x = std::round(x_of(frame->start_us));
        list->AddLine({x, min_.y - 3 * scale_}, {x, max_.y}, colours::kLine);
    }
}

void TimelinePlot::draw_row(ImDrawList* list, const Row& row) const {
    const SliceRow& slices = timeline_.row(row.lane, row.depth);
    float noted = -1e9f;  // where the last mark of a short slice stands
    for (size_t k = slices.ending_after(from_us_); k < slices.size();) {
        const Slice& slice = slices[k];
        if (slice.start_us >= to_us_) break;
        const float x0 = x_of(slice.start_us);
        if (x_of(slice.end_us) - x0 >= 1) {
            draw_slice(list, row, slice);
            ++k;
            continue;
        }
        // Too short: a pixel, with a mark on the upper edge; others of the same pixel are under it.
        const float x = std::floor(x0);
        list->AddRectFilled({x, row.top}, {x + 1, row.bottom}, paint(row.lane, row.depth, slice).fill);
        if (x - noted >= 3) {
            list->AddRectFilled({x, row.top}, {x + 1, row.top + 2}, colours::kText);
            noted = x;
        }
        k = slices.ending_after(us_of(x + 1), k + 1);
    }
}

void TimelinePlot::draw_slice(ImDrawList* list, const Row& row, const Slice& slice) const {
    const Paint paint = this->paint(row.lane, row.depth, slice);
    const float left = std::max(x_of(slice.start_us), min_.x - 2),
                right = std::min(x_of(slice.end_us), max_.x + 2);
    const float x0 = std::floor(left), wide = std::floor(right) - x0;
    const ImVec2 a{x0, row.top}, b{x0 + std::max(wide >= 4 ? wide - 1 : wide, 1.0f), row.bottom};
    if (slice.skipped)
        list->AddRect(a, b, paint.fill);
    else
        list->AddRectFilled(a, b, paint.fill);
    if (b.x - a.x < kLabelFrom_px * scale_ || row.bottom - row.top < text_ * 0.8f) return;
    const float x = std::max(a.x, min_.x) + 3 * scale_;
    const ImVec4 clip{x, a.y, b.x - 1, b.y};
    if (clip.z <= clip.x) return;
    list->AddText(fonts_.small_, text_, {x, std::round((a.y + b.y - text_) / 2)},
                  slice.skipped ? ImU32(colours::kText) : paint.text, timeline_.full_name(slice).c_str(),
                  nullptr, 0, &clip);
}

/// Triangles in the row of steps, which leave the stages to be seen; where they would touch, none.
void TimelinePlot::draw_skips(ImDrawList* list) const {
    const Row* row = row_of_skips();
    if (!row) return;
    const auto& skips = timeline_.skips();
    auto mark = std::partition_point(skips.begin(), skips.end(),
                                     [&](const SkipMark& m) { return m.at_us < from_us_; });
    const float half = std::min(kMark_px * scale_, (row->bottom - row->top) / 2);
    float before = -1e9f;
    for (; mark != skips.end() && mark->at_us < to_us_; ++mark) {
        const float x = x_of(mark->at_us);
        const auto next = mark + 1;
        const bool alone = next == skips.end() || x_of(next->at_us) - x >= 3 * half;
        if (alone && x - before >= 3 * half) {
            list->AddTriangleFilled({x - half, row->top}, {x + half, row->top}, {x, row->top + 2 * half},
                                    colours::kYellow);
            list->AddTriangle({x - half, row->top}, {x + half, row->top}, {x, row->top + 2 * half},
                              colours::kText);
        }
        before = x;
    }
}

const TimelinePlot::Row* TimelinePlot::row_of(Lane lane, size_t depth) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const Row& row) { return row.lane == lane && row.depth == depth; });
    return found == rows_.end() ? nullptr : &*found;
}

void TimelinePlot::outline(ImDrawList* list, const Place& place) const {
    const Row* row = row_of(place.lane, place.depth);
    if (!row) return;
    const Slice& chosen = slice(place);
    list->PushClipRect(min_, max_, true);
    const float x0 = std::floor(x_of(chosen.start_us));
    list->AddRect({x0 - 1, row->top - 1}, {std::max(x_of(chosen.end_us), x0 + 1) + 1, row->bottom + 1},
                  colours::kText, 0, 0, 2 * scale_);
    list->PopClipRect();
}

void TimelinePlot::draw_measure(ImDrawList* list, double from_us, double to_us) const {
    const float x0 = x_of(std::min(from_us, to_us)), x1 = x_of(std::max(from_us, to_us));
    list->PushClipRect({min_.x, min_.y - text_ * 1.3f}, max_, true);
    list->AddRectFilled({x0, min_.y}, {x1, max_.y}, (colours::kText & 0xffffffu) | 0x28000000u);
    for (const float x : {x0, x1}) list->AddLine({x, min_.y}, {x, max_.y}, colours::kText);
    list->PopClipRect();
}

std::optional<TimelinePlot::Place> TimelinePlot::at(ImVec2 point) const {
    if (point.x < min_.x || point.x >= max_.x) return std::nullopt;
    for (const Row& row : rows_) {
        if (point.y < row.top || point.y > row.bottom) continue;
        const SliceRow& slices = timeline_.row(row.lane, row.depth);
        const double until_us = us_of(point.x + kNear_px);
        std::optional<size_t> best;
        size_t k = slices.ending_after(us_of(point.x - kNear_px));
        for (size_t looked = 0; k < slices.size() && slices[k].start_us <= until_us && looked < 256;
             ++k, ++looked) {
            const double us = us_of(point.x);
            if (slices[k].start_us <= us && us < slices[k].end_us &&
                x_of(slices[k].end_us) - x_of(slices[k].start_us) >= 1)
                return Place{row.lane, row.depth, k};
            if (!best || slices[k].us() > slices[*best].us()) best = k;
        }
        if (best) return Place{row.lane, row.depth, *best};
    }
    return std::nullopt;
}

const SkipMark* TimelinePlot::skip_at(ImVec2 point) const {
    const Row* row = row_of_skips();
    if (!row || point.y < row->top || point.y > row->bottom + 1) return nullptr;
    const auto& skips = timeline_.skips();
    const double near_us = us_of(point.x - kMark_px * scale_);
    const auto mark = std::partition_point(skips.begin(), skips.end(),
                                           [&](const SkipMark& m) { return m.at_us < near_us; });
    return mark != skips.end() && mark->at_us <= us_of(point.x + kMark_px * scale_) ? &*mark : nullptr;
}

}  // namespace app
