// The axis strip along the bottom of the view: each body's interval on the sort axis at its place in the sorted order.
// What the mouse is over lights up in the view, too; dragging brings out a range of ranks.
#include "app/observe/readers/axis_strip.h"
#include "app/view/session/inspector.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"

#include <algorithm>
#include <cmath>

#include "app/view/panels/panels.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kDragged_px = 4;

/// Maps ranks and places on the axis to pixels of the region.
struct StripPlot {
    ImVec2 min, max;
    float low, high;
    uint32_t count;

    float x(float rank) const { return min.x + rank / static_cast<float>(count) * (max.x - min.x); }
    float y(float place) const {
        return max.y - (place - low) / std::max(high - low, 1e-6f) * (max.y - min.y);
    }
    uint32_t rank_at(float x) const {
        const float part = std::clamp((x - min.x) / std::max(max.x - min.x, 1.0f), 0.0f, 1.0f);
        return std::min(static_cast<uint32_t>(part * static_cast<float>(count)), count - 1);
    }
};

StripPlot plot_of(const Strip& strip, ImVec2 min, ImVec2 max) {
    StripPlot plot{min, max, 1e30f, -1e30f, std::max(strip.count, 1u)};
    for (const StripBody& body : strip.bodies) {
        plot.low = std::min(plot.low, body.low);
        plot.high = std::max(plot.high, body.high);
    }
    return plot;
}

/// Draws the interval of a body, at least `least` pixels high, so that it is seen where the axis is long.
void draw_interval(ImDrawList* list, const StripPlot& plot, const StripBody& body, float width, float least,
                   ImU32 colour) {
    const float x = plot.x(static_cast<float>(body.rank) + 0.5f);
    float top = plot.y(body.high), bottom = plot.y(body.low);
    const float more = std::max(least - (bottom - top), 0.0f) / 2;
    top -= more, bottom += more;
    list->AddRectFilled({x - width / 2, top}, {x + width / 2, bottom}, colour);
}

/// A triangle on the upper edge: whom the selected body is paired with is not told by colour alone.
void draw_notch(ImDrawList* list, const StripPlot& plot, const StripBody& body, float size, ImU32 colour) {
    const float x = plot.x(static_cast<float>(body.rank) + 0.5f);
    list->AddTriangleFilled({x - size, plot.min.y - size}, {x + size, plot.min.y - size},
                            {x, plot.min.y + size}, colour);
}

uint32_t most_overlaps(const Strip& strip) {
    return strip.overlaps.empty() ? 0 : *std::max_element(strip.overlaps.begin(), strip.overlaps.end());
}

/// The index in strip.bodies of what stands at a pixel.
size_t at_pixel(const StripPlot& plot, const Strip& strip, float x) {
    const float part = std::clamp((x - plot.min.x) / std::max(plot.max.x - plot.min.x, 1.0f), 0.0f, 1.0f);
    return static_cast<size_t>(part * static_cast<float>(strip.bodies.size()));
}

void draw_walk(ImDrawList* list, const StripPlot& plot, const Strip& strip, float scale) {
    for (const StripRun& run : strip.runs) {
        const float a = plot.x(static_cast<float>(run.begin)), b = plot.x(static_cast<float>(run.end));
        const ImU32 colour = colours::rgb(0x56b4e9);
        if (run.end > run.begin)
            list->AddRectFilled({a, plot.min.y}, {std::max(b, a + 1), plot.max.y},
                                (colour & 0xffffffu) | 0x50000000u);
        list->AddRectFilled({a, plot.max.y}, {std::max(b, a + scale), plot.max.y + 3 * scale}, colour);
    }
}

bool is_partner(const sim::WatchedBody* selected, uint32_t id) {
    if (!selected) return false;
    const uint32_t listed = std::min(selected->pair_count, sim::kWatchedPairs);
    return std::find(selected->pair_ids, selected->pair_ids + listed, id) != selected->pair_ids + listed;
}

/// Draws the number of overlapping intervals, from the lower edge: a third of the plot high where most
/// overlap.
void draw_density(ImDrawList* list, const StripPlot& plot, const Strip& strip) {
    const uint32_t most = most_overlaps(strip);
    if (most == 0) return;
    const ImU32 colour = (colours::rgb(0x009e73) & 0xffffffu) | 0x60000000u;
    const float high = 0.33f * (plot.max.y - plot.min.y) / static_cast<float>(most);
    for (float x = plot.min.x; x < plot.max.x; x++) {  // of many bodies in a pixel the most overlapped
        const auto first = at_pixel(plot, strip, x), end = std::max(first + 1, at_pixel(plot, strip, x + 1));
        uint32_t overlaps = 0;
        for (size_t k = first; k < std::min(end, strip.overlaps.size()); k++)
            overlaps = std::max(overlaps, strip.overlaps[k]);
        list->AddRectFilled({x, plot.max.y - high * static_cast<float>(overlaps)}, {x + 1, plot.max.y},
                            colour);
    }
}

void draw_bodies(PanelInput& in, ImDrawList* list, const StripPlot& plot, const Strip& strip) {
    const float each = (plot.max.x - plot.min.x) / static_cast<float>(strip.bodies.size());
    const float width = std::clamp(0.8f * each, 1.5f * in.scale, 10 * in.scale);
    const float least = (each > 2 ? 4.0f : 2.5f) * in.scale;
    // Of many, intervals lie over each other: the denser, the stronger.
    const auto alpha = static_cast<ImU32>(std::clamp(each, 0.6f, 1.0f) * 255);
    const ImU32 usual = (colours::kAccent & 0xffffffu) | alpha << 24,
                dim = (colours::kDim & 0xffffffu) | 0x40000000u;
    for (const StripBody& body : strip.bodies) {
        const bool out = in.inspector.brush &&
                         (body.rank < in.inspector.brush->first || body.rank >= in.inspector.brush->second);
        draw_interval(list, plot, body, width, least, out ? dim : usual);
    }
    const sim::WatchedBody* const selected = in.view.selected_body();
    const float strong = std::max(width, 2 * in.scale), notch = 4 * in.scale;
    for (const StripBody& body : strip.bodies) {
        if (body.id == in.view.draw.selected) {
            const float x = plot.x(static_cast<float>(body.rank) + 0.5f);
            list->AddLine({x, plot.min.y}, {x, plot.max.y}, (colours::kYellow & 0xffffffu) | 0x90000000u);
            draw_interval(list, plot, body, 2 * strong, least, colours::kYellow);
        } else if (is_partner(selected, body.id)) {
            draw_interval(list, plot, body, strong, least, colours::kVermilion);
            draw_notch(list, plot, body, notch, colours::kVermilion);
        }
    }
}

void ring_in_view(PanelInput& in, const sim::Vec3& centre) {
    const auto at = on_screen(in, centre);
    if (!at) return;
    ImDrawList* const list = ImGui::GetBackgroundDrawList();
    list->AddCircle(*at, 9 * in.scale, colours::kText, 0, 3.5f * in.scale);
    list->AddCircle(*at, 9 * in.scale, colours::kYellow, 0, 2 * in.scale);
}

void hover_body(PanelInput& in, const Strip& strip, const StripBody& body) {
    ring_in_view(in, body.centre);
    const bool partner = is_partner(in.view.selected_body(), body.id);
    ImGui::BeginTooltip();
    ImGui::Text("body %s, rank %s%s", grouped(body.id).c_str(), grouped(body.rank).c_str(),
                body.id == in.view.draw.selected ? ", selected"
                : partner                        ? ", a pair of the selected body"
                                                 : "");
    ImGui::TextDisabled("%c from %.3f to %.3f m, key 0x%08x", "xyz"[strip.axis % 3],
                        static_cast<double>(body.low), static_cast<double>(body.high), body.key);
    ImGui::TextDisabled("Click selects; dragging brings out a range of ranks");
    ImGui::EndTooltip();
}

void take_mouse(PanelInput& in, const StripPlot& plot, const Strip& strip) {
    const float x = ImGui::GetIO().MousePos.x;
    const float from = ImGui::GetIO().MouseClickedPos[0].x;
    const bool dragged = std::fabs(x - from) > kDragged_px;
    const StripBody* const body = strip.nearest(plot.rank_at(x));
    if (ImGui::IsItemActive() && dragged) {
        const uint32_t a = plot.rank_at(from), b = plot.rank_at(x);
        in.inspector.brush = {std::min(a, b), std::max(a, b) + 1};
    } else if (ImGui::IsItemDeactivated() && !dragged) {
        if (in.inspector.brush)
            in.inspector.brush.reset();
        else if (body)
            in.view.select(body->id);
    } else if (ImGui::IsItemHovered() && body) {
        hover_body(in, strip, *body);
    }
}

std::string title(const Simulation& simulation, const Strip& strip) {
    const std::string axis(1, "xyz"[strip.axis % 3]);
    std::string text = simulation.config().broad_phase == "columns"
                           ? "intervals along " + axis + ", in order of columns, then along " + axis
                           : "intervals along " + axis + ", in sorted order";
    if (simulation.config().broad_phase == "endpoint") text += " of their lower ends";
    return text;
}

std::string facts(const Simulation& simulation, const Inspector& inspector, const Strip& strip) {
    if (inspector.brush)
        return "ranks " + grouped(inspector.brush->first) + " to " + grouped(inspector.brush->second - 1) +
               " (click: all)";
    if (strip.run_count > 0 && simulation.config().broad_phase == "endpoint") {
        const size_t listed = strip.runs.size();
        return "walk along z: " + grouped(strip.run_count) + (strip.run_count == 1 ? " test" : " tests") +
               (listed < strip.run_count ? ", " + grouped(listed) + " shown" : "");
    }
    if (strip.run_count > 0) {
        uint64_t bodies = 0;
        for (const StripRun& run : strip.runs) bodies += run.end - run.begin;
        const std::string tests = "walk: " + grouped(bodies) + (bodies == 1 ? " test" : " tests");
        return strip.has_columns ? tests + " in " + grouped(strip.run_count) +
                                       (strip.run_count == 1 ? " column" : " columns")
                                 : tests;
    }
    const uint32_t stride = strip_stride(std::max(strip.count, 1u));
    const std::string shown =
        grouped(strip.count) + " bodies" + (stride > 1 ? ", 1 in " + grouped(stride) + " shown" : "");
    const uint32_t most = most_overlaps(strip);
    if (most == 0) return shown;
    return shown + ", green: overlaps with the next ones, at most " + (stride > 1 ? "about " : "") +
           grouped(uint64_t{most} * stride);
}

}  // namespace

void draw_axis_strip(PanelInput& in) {
    if (in.layout.strip.height <= 0) return;
    begin_region("##axis strip", in.layout.strip, colours::kPanel);
    ImGui::PushFont(in.fonts.small_);
    const Strip* const strip = in.inspector.strip();
    const std::string note = sort_note(in.simulation);
    if (!note.empty() || !strip || strip->bodies.empty()) {
        ImGui::TextDisabled("axis strip: %s", note.empty() ? "loading ..." : note.c_str());
    } else {
        const std::string right = facts(in.simulation, in.inspector, *strip);
        const float room = ImGui::GetContentRegionAvail().x, right_px = ImGui::CalcTextSize(right.c_str()).x;
        ImGui::TextDisabled(
            "%s", fit_text(title(in.simulation, *strip), room - right_px - 2 * ImGui::GetFontSize()).c_str());
        ImGui::SameLine(ImGui::GetCursorPosX() + room - right_px);
        ImGui::TextUnformatted(right.c_str());
        const float margin = 4 * in.scale;
        const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
        ImGui::InvisibleButton("##strip", {std::max(size.x, 8.0f), std::max(size.y, 8.0f)});
        note_item(in.ui, "axis strip");
        const StripPlot plot =
            plot_of(*strip, {at.x, at.y + margin}, {at.x + size.x, at.y + std::max(size.y, 8.0f) - margin});
        ImDrawList* const list = ImGui::GetWindowDrawList();
        if (const auto& brush = in.inspector.brush)
            list->AddRectFilled({plot.x(static_cast<float>(brush->first)), at.y},
                                {plot.x(static_cast<float>(brush->second)), at.y + size.y},
                                (colours::kText & 0xffffffu) | 0x20000000u);
        draw_density(list, plot, *strip);
        draw_walk(list, plot, *strip, in.scale);
        draw_bodies(in, list, plot, *strip);
        if (in.hovered)
            if (const StripBody* const body = strip->find(in.hovered->id))
                draw_notch(list, plot, *body, 5 * in.scale, colours::kText);
        take_mouse(in, plot, *strip);
    }
    ImGui::PopFont();
    end_region();
}

/// The columns that the selected body walks through, in the view: its own with a thicker frame.
void draw_walked_columns(PanelInput& in) {
    const Strip* const strip = in.inspector.strip();
    if (!strip || !strip->has_columns || in.view.draw.selected == sim::kNobody) return;
    const Region& view = in.layout.view;
    ImDrawList* const list = ImGui::GetBackgroundDrawList();
    list->PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height}, true);
    for (size_t k = 0; k < strip->runs.size(); k++) {
        const StripRun& run = strip->runs[k];
        std::optional<ImVec2> corners[8];
        for (int corner = 0; corner < 8; corner++) {
            sim::Vec3 place;
            for (int axis = 0; axis < 3; axis++)
                place[axis] = corner >> axis & 1 ? run.max[axis] : run.min[axis];
            corners[corner] = on_screen(in, place);
        }
        const bool own = k == 0, empty = run.begin == run.end;
        const ImU32 colour = (colours::rgb(0x56b4e9) & 0xffffffu) | (own     ? 0xff000000u
                                                                     : empty ? 0x50000000u
                                                                             : 0xa0000000u);
        for (int corner = 0; corner < 8; corner++)
            for (int axis = 0; axis < 3; axis++) {
                const int other = corner | 1 << axis;
                if (other == corner || !corners[corner] || !corners[other]) continue;
                list->AddLine(*corners[corner], *corners[other], colour, (own ? 2.0f : 1.0f) * in.scale);
            }
    }
    list->PopClipRect();
}

std::optional<ImVec2> on_screen(const PanelInput& in, const sim::Vec3& place) {
    const Region& view = in.layout.view;
    const Camera& camera = in.view.camera;
    if (view.width < 1 || view.height < 1) return std::nullopt;
    const glm::vec4 at = camera.projection(view.width / view.height, in.simulation.world().container()) *
                         camera.view() * glm::vec4(place.x, place.y, place.z, 1);
    if (at.w <= 1e-3f * camera.distance) return std::nullopt;
    return ImVec2(view.x + (0.5f + 0.5f * at.x / at.w) * view.width,
                  view.y + (0.5f - 0.5f * at.y / at.w) * view.height);
}

}  // namespace app
