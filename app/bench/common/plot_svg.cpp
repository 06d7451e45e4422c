// A chart is drawn in three layers: frame with axes, data, legend. Lengths are SVG units, about pixels.
#include "app/bench/common/plot_svg.h"
#include "app/base/text/xml.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <functional>

namespace app {
namespace {

constexpr double kWidth = 900, kLeft = 78, kTop = 44, kPlotWidth = 590, kPlotHeight = 330;
constexpr double kLegendX = kLeft + kPlotWidth + 18, kBottom = kTop + kPlotHeight;
constexpr size_t kMostXLabels = 12;
constexpr size_t kMostMarkers = 60;    // places of a line chart that are marked one by one
constexpr size_t kMostBarLabels = 30;  // values above bars, as long as they do not overlap

// Okabe and Ito's colours without their yellow, which is pale on white; the ninth series and on are dashed.
const char* const kAllColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                   "#E69F00", "#56B4E9", "#000000", "#7F7F7F"};
constexpr size_t kColourCount = std::size(kAllColours);

__attribute__((format(printf, 1, 2))) std::string form(const char* format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

std::string text_at(double x, double y, const char* anchor, double size, const std::string& text,
                    const char* more = "") {
    return form("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%.0f\" %s>", x, y, anchor, size,
                more) +
           xml_text(text) + "</text>\n";
}

/// One shape a series, so that nothing is told by colour alone.
std::string marker(size_t series, double x, double y, const char* fill) {
    const double r = 4.5;
    const auto polygon = [&](std::initializer_list<std::pair<double, double>> corners) {
        std::string points;
        for (const auto& [dx, dy] : corners) points += form("%.1f,%.1f ", x + dx * r, y + dy * r);
        return "<polygon points=\"" + points + form("\" fill=\"%s\" stroke=\"%s\"/>\n", fill, fill);
    };
    switch (series % kColourCount) {
        case 0:
            return form("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", x, y, r, fill);
        case 1:
            return polygon({{-.9, -.9}, {.9, -.9}, {.9, .9}, {-.9, .9}});
        case 2:
            return polygon({{0, -1.1}, {1, .8}, {-1, .8}});
        case 3:
            return polygon({{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}});
        case 4:
            return polygon({{0, 1.1}, {1, -.8}, {-1, -.8}});
        case 5:
            return polygon({{-.35, -1.1},
                            {.35, -1.1},
                            {.35, -.35},
                            {1.1, -.35},
                            {1.1, .35},
                            {.35, .35},
                            {.35, 1.1},
                            {-.35, 1.1},
                            {-.35, .35},
                            {-1.1, .35},
                            {-1.1, -.35},
                            {-.35, -.35}});
        case 6:
            return form(
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"white\" stroke=\"%s\" "
                "stroke-width=\"2\"/>\n",
                x, y, r - .5, fill);
        default:
            return polygon({{-1.1, 0}, {-.5, -1}, {.5, -1}, {1.1, 0}, {.5, 1}, {-.5, 1}});
    }
}

/// Maps values in [low, high] to places in [from, to] of the picture; `log`: on a logarithmic scale.
struct Scale {
    double low, high, from, to;
    bool log;

    double operator()(double value) const {
        const double a = log ? std::log(low) : low, b = log ? std::log(high) : high;
        const double v = log ? std::log(std::max(value, low)) : value;
        return from + (b > a ? (v - a) / (b - a) : 0.5) * (to - from);
    }
};

Scale y_scale(const Chart& chart, std::vector<double>& at) {
    double low = HUGE_VAL, high = 0;
    for (const Series& series : chart.series) {
        for (const Point& point : series.points) {
            if (chart.y.log && point.y <= 0) continue;
            low = std::min(low, point.y);
            high = std::max(high, point.y);
        }
    }
    if (!chart.y.log) low = 0;
    if (high <= 0) high = 1, low = std::min(low, chart.y.log ? 0.1 : 0.0);
    if (chart.y.log && low == high) low /= 2, high *= 2;
    at = ticks(low, high, chart.y.log);
    return {at.front(), at.back(), kBottom, kTop, chart.y.log};
}

std::string axis_title(const Axis& axis) {
    return axis.label + (axis.unit.empty() ? "" : " (" + axis.unit + ")");
}

std::string frame(const Chart& chart, const Scale& y, const std::vector<double>& at) {
    std::string svg;
    for (const double tick : at) {
        svg += form("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>\n", kLeft,
                    y(tick), kLeft + kPlotWidth, y(tick));
        svg += text_at(kLeft - 7, y(tick) + 4, "end", 12, short_number(tick));
    }
    svg += form("<path d=\"M%.1f %.1fV%.1fH%.1f\" fill=\"none\" stroke=\"black\"/>\n", kLeft, kTop, kBottom,
                kLeft + kPlotWidth);
    svg += text_at(kLeft, 24, "start", 16, chart.title, "font-weight=\"bold\"");
    svg += text_at(kLeft + kPlotWidth / 2, kBottom + 42, "middle", 13, axis_title(chart.x));
    const double middle = kTop + kPlotHeight / 2;
    svg += text_at(18, middle, "middle", 13, axis_title(chart.y),
                   form("transform=\"rotate(-90 18 %.1f)\"", middle).c_str());
    return svg;
}

std::string lines(const Chart& chart, const Scale& y) {
    std::vector<std::pair<double, std::string>> places;
    for (const Series& series : chart.series) {
        for (const Point& point : series.points) places.emplace_back(point.x, point.at);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end(),
                             [](const auto& a, const auto& b) { return a.first == b.first; }),
                 places.end());
    const Scale x{places.front().first, places.back().first, kLeft + 18, kLeft + kPlotWidth - 18,
                  chart.x.log};
    std::string svg;
    const size_t step = (places.size() + kMostXLabels - 1) / kMostXLabels;
    double taken[2] = {-HUGE_VAL, -HUGE_VAL};  // how far right the labels of both levels reach
    for (size_t i = 0; i < places.size(); ++i) {
        const double at = x(places[i].first);
        if (places.size() > kMostMarkers && i % step != 0) continue;
        svg += form("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"black\"/>\n", at, kBottom,
                    at, kBottom + 5);
        if (i % step != 0) continue;
        // A label that would run into the one before stands a level lower, or not at all.
        const double half = 3.4 * static_cast<double>(places[i].second.size()) + 2;
        const int level = at - half >= taken[0] ? 0 : 1;
        if (at - half < taken[level]) continue;
        taken[level] = at + half;
        svg += text_at(at, kBottom + (level ? 30 : 19), "middle", level ? 10 : 12, places[i].second);
    }
    for (size_t s = 0; s < chart.series.size(); ++s) {
        const char* colour = kAllColours[s % kColourCount];
        std::string path, markers;
        for (const Point& point : chart.series[s].points) {
            path += form("%s%.1f %.1f", path.empty() ? "M" : "L", x(point.x), y(point.y));
            if (places.size() <= kMostMarkers) markers += marker(s, x(point.x), y(point.y), colour);
        }
        if (path.empty()) continue;
        svg += "<path d=\"" + path +
               form("\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", colour,
                    s >= kColourCount ? " stroke-dasharray=\"6 4\"" : "") +
               markers;
    }
    return svg;
}

std::string bars(const Chart& chart, const Scale& y) {
    std::vector<std::string> groups;
    for (const Series& series : chart.series) {
        for (const Point& point : series.points) {
            if (std::find(groups.begin(), groups.end(), point.at) == groups.end()) groups.push_back(point.at);
        }
    }
    const double group = kPlotWidth / static_cast<double>(groups.size());
    const double bar = group * 0.8 / static_cast<double>(chart.series.size());
    const bool values = groups.size() * chart.series.size() <= kMostBarLabels && bar > 16;
    std::string svg;
    for (size_t g = 0; g < groups.size(); ++g) {
        const double left = kLeft + group * (static_cast<double>(g) + 0.1);
        // Labels that would run into each other stand on two levels.
        const bool crowded = groups[g].size() * 7.0 > group;
        svg += text_at(left + group * 0.4, kBottom + (crowded && g % 2 ? 30 : 17), "middle",
                       crowded ? 10 : 12, groups[g]);
        for (size_t s = 0; s < chart.series.size(); ++s) {
            const Point* point = point_at(chart, chart.series[s].name, groups[g]);
            if (!point) continue;
            const double x = left + bar * static_cast<double>(s), top = y(point->y);
            svg += form("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", x, top,
                        bar * 0.92, kBottom - top, kAllColours[s % kColourCount]);
            if (kBottom - top > 16 && bar > 12) svg += marker(s, x + bar * 0.46, kBottom - 9, "white");
            if (values) {
                svg += text_at(x + bar * 0.46, top - 4, "middle", bar > 26 ? 11 : 9, short_number(point->y));
            }
        }
    }
    return svg;
}

std::string legend(const Chart& chart) {
    std::string svg;
    for (size_t s = 0; s < chart.series.size(); ++s) {
        const double y = kTop + 10 + 22 * static_cast<double>(s);
        const char* colour = kAllColours[s % kColourCount];
        if (chart.bars) {
            svg += form("<rect x=\"%.1f\" y=\"%.1f\" width=\"22\" height=\"14\" fill=\"%s\"/>\n", kLegendX,
                        y - 7, colour);
            svg += marker(s, kLegendX + 11, y, "white");
        } else {
            svg += form("<path d=\"M%.1f %.1fh26\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", kLegendX, y,
                        colour, s >= kColourCount ? " stroke-dasharray=\"6 4\"" : "");
            svg += marker(s, kLegendX + 13, y, colour);
        }
        svg += text_at(kLegendX + 33, y + 4, "start", 12, chart.series[s].name);
    }
    return svg;
}

}  // namespace

std::vector<double> ticks(double low, double high, bool log) {
    std::vector<double> at;
    if (log) {
        const int from = static_cast<int>(std::floor(std::log10(low) + 1e-9));
        const int to = static_cast<int>(std::ceil(std::log10(high) - 1e-9));
        const bool fine = to - from < 4;
        for (int power = from; power <= to; ++power) {
            for (const double digit : {1.0, 2.0, 5.0}) {
                if (digit != 1 && (!fine || power == to)) continue;
                at.push_back(digit * std::pow(10.0, power));
            }
        }
        // The outermost that are not needed leave empty space only.
        while (at.size() > 2 && at[1] <= low) at.erase(at.begin());
        while (at.size() > 2 && at[at.size() - 2] >= high) at.pop_back();
        return at;
    }
    const double rough = (high - low) / 6;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = power * (rough / power <= 1   ? 1
                                 : rough / power <= 2 ? 2
                                 : rough / power <= 5 ? 5
                                                      : 10);
    for (int i = 0; i == 0 || at.back() < high * (1 - 1e-9); ++i) at.push_back(low + step * i);
    return at;
}

std::string plot_svg(const Chart& chart, const std::string& caption) {
    const double legend_bottom = kTop + 22 * static_cast<double>(chart.series.size());
    const double height = std::max(kBottom + 78, legend_bottom + 34);
    std::string svg = form(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" role=\"img\">\n<title>",
        kWidth, height, kWidth, height);
    svg += xml_text(chart.title) + "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    std::vector<double> at;
    const Scale y = y_scale(chart, at);
    const bool empty = std::all_of(chart.series.begin(), chart.series.end(),
                                   [](const Series& series) { return series.points.empty(); });
    svg += frame(chart, y, empty ? std::vector<double>{} : at);
    if (empty) {
        svg += text_at(kLeft + kPlotWidth / 2, kTop + kPlotHeight / 2, "middle", 14, "nothing measured here");
    } else {
        svg += (chart.bars ? bars(chart, y) : lines(chart, y)) + legend(chart);
    }
    return svg + text_at(kLeft, height - 10, "start", 11, caption, "fill=\"#555555\"") + "</svg>\n";
}

}  // namespace app
