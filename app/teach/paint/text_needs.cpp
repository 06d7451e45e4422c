// Collects the longest text and the least room of each row of cells.
#include "app/teach/paint/text_needs.h"

#include <algorithm>
#include <cmath>

namespace app {

TextNeeds::Place TextNeeds::place_of(const FigureCell& cell) {
    if (cell.row >= 0) return {cell.row, 0, 0, 0};
    const auto steps = [](float length) { return static_cast<int>(std::lround(length * 64)); };
    return {-1, steps(cell.area.y), steps(cell.area.height), steps(cell.area.width)};
}

TextNeeds::TextNeeds(const Figure& figure) {
    for (const FigureCell& cell : figure.cells) {
        if (cell.text.empty() || cell.area.width <= 0) continue;
        TextNeed& need = needs_[place_of(cell)];
        if (cell.text.size() > need.longest.size()) need.longest = cell.text;
        const Area room = areas_of(cell).text;
        need.width = std::min(need.width, room.width);
        need.height = std::min(need.height, room.height);
    }
    // A word that is still to come decides too: the others must not turn when it comes.
    for (auto& [place, need] : needs_) {
        const int row = std::get<0>(place);
        if (row < 0 || static_cast<size_t>(row) >= figure.rows.size()) continue;
        const std::vector<uint32_t>& words = figure.rows[static_cast<size_t>(row)].words;
        const std::string text =
            words.empty() ? "" : std::to_string(*std::max_element(words.begin(), words.end()));
        if (text.size() > need.longest.size()) need.longest = text;
    }
}

TextNeed TextNeeds::of(const FigureCell& cell) const {
    const Area room = areas_of(cell).text;
    const auto found = needs_.find(place_of(cell));
    return found == needs_.end() ? TextNeed{cell.text, room.width, room.height} : found->second;
}

}  // namespace app
