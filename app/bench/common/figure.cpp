// The list of figures, and their points.
#include "app/bench/common/figure.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sstream>

namespace app {
void FigureResult::note(const std::string& text) {
    if (std::find(notes.begin(), notes.end(), text) == notes.end()) notes.push_back(text);
}

const std::vector<PaperFigure>& figures() {
    static const std::vector<PaperFigure> all = [] {
        std::vector<PaperFigure> list;
        for (const auto& paper : {ha_figures, merrill_figures, ye_figures, polok_figures}) {
            for (const PaperFigure& figure : paper()) list.push_back(figure);
        }
        return list;
    }();
    return all;
}

const PaperFigure* find_figure(const std::string& name) {
    for (const PaperFigure& figure : figures()) {
        if (name == figure.id) return &figure;
        std::istringstream words(figure.also);
        for (std::string word; words >> word;) {
            if (word == name) return &figure;
        }
    }
    return nullptr;
}

const Point* point_at(const Chart& chart, const std::string& series, const std::string& at) {
    for (const Series& one : chart.series) {
        if (one.name != series) continue;
        for (const Point& point : one.points) {
            if (point.at == at) return &point;
        }
    }
    return nullptr;
}

std::optional<double> y_at(const Chart& chart, const std::string& series, const std::string& at) {
    const Point* point = point_at(chart, series, at);
    return point ? std::optional(point->y) : std::nullopt;
}

std::optional<double> ratio(std::optional<double> over, std::optional<double> under) {
    if (!over || !under || *under == 0) return std::nullopt;
    return *over / *under;
}

std::string short_number(double value) {
    char text[64];
    if (value == 0) return "0";
    if (std::fabs(value) >= 100 || std::fabs(value) < 1e-4) {
        std::snprintf(text, sizeof text, std::fabs(value) < 1e-4 ? "%.2e" : "%.0f", value);
        return text;
    }
    const int before = static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
    std::snprintf(text, sizeof text, "%.*f", std::max(0, 3 - before), value);
    // 2.00 says no more than 2, but 2.50 is 2.5.
    std::string number = text;
    if (number.find('.') != std::string::npos) {
        number.erase(number.find_last_not_of('0') + 1);
        if (number.back() == '.') number.pop_back();
    }
    return number;
}

}  // namespace app
